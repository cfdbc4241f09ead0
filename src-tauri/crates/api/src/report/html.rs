//! Draws a document as an HTML page.

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, context};

use super::document::Document;
use super::error::ReportError;

/// Name of the template. Because it ends in `.html`, minijinja escapes every printed value.
const TEMPLATE: &str = "report.html";

/// Renders the template.
pub fn render(document: &Document) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template(TEMPLATE, include_str!("report.html.j2"))?;
    let template = environment.get_template(TEMPLATE)?;
    let style = include_str!("report.css");
    Ok(template.render(context! { document => Serde(document), style })?)
}

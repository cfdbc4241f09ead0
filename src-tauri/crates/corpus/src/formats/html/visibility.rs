//! Decides whether an element is visible, by its attributes, its style and the page's style sheets.

use std::collections::HashSet;
use std::sync::LazyLock;

use dom_query::{Document, NodeId, NodeRef};
use regex::Regex;

use crate::text::pattern;

/// Most rules of a page's style sheets that are evaluated.
const MOST_RULES: usize = 200;

static HIDES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0+(?:[;%\s!}]|$)|font-size\s*:\s*0*\.?0+(?:px|pt|em|rem|%|[;\s!}]|$)|(?:text-indent|left|top|margin-left)\s*:\s*-\s*\d{3,}|clip\s*:\s*rect\(\s*0|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|$|!|\}))",
    )
});
static WHITE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|[;\s])color\s*:\s*(?:white|#fff(?:fff)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255|transparent)",
    )
});
static PAINTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)background"));
static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"([^{}]{1,200})\{([^{}]{0,2000})\}"));

/// Elements that the style sheets of a page hide.
#[derive(Debug, Default)]
pub(super) struct Visibility {
    hidden: HashSet<NodeId>,
}

impl Visibility {
    pub(super) fn of(document: &Document) -> Self {
        let mut visibility = Self::default();
        let sheets = document.select("style").text();
        let rules = RULE.captures_iter(&sheets).filter(|rule| hides(&rule[2]));
        for rule in rules.take(MOST_RULES) {
            if let Some(found) = document.try_select(rule[1].trim()) {
                visibility.hidden.extend(found.nodes().iter().map(|node| node.id));
            }
        }
        visibility
    }

    /// Returns whether an element itself is hidden, whatever contains it.
    pub(super) fn is_hidden(&self, element: &NodeRef<'_>) -> bool {
        self.hidden.contains(&element.id)
            || element.has_attr("hidden")
            || element.attr("aria-hidden").is_some_and(|it| it.eq_ignore_ascii_case("true"))
            || element.attr("style").is_some_and(|style| hides(&style))
            || ["width", "height"]
                .iter()
                .any(|side| element.attr(side).is_some_and(|it| it.trim() == "0"))
    }
}

fn hides(style: &str) -> bool {
    HIDES.is_match(style)
}

/// Returns whether an element's own style has white text.
pub(super) fn is_white(element: &NodeRef<'_>) -> bool {
    let font = element
        .attr("color")
        .is_some_and(|it| ["white", "#fff", "#ffffff"].contains(&it.to_lowercase().trim()));
    font || element.attr("style").is_some_and(|style| WHITE.is_match(&style))
}

/// Returns whether an element has a background.
pub(super) fn is_painted(element: &NodeRef<'_>) -> bool {
    element.has_attr("bgcolor")
        || element.attr("style").is_some_and(|style| PAINTED.is_match(&style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_hide() {
        for style in [
            "display:none",
            "color:red; visibility: hidden;",
            "font-size:0",
            "opacity: 0;",
            "text-indent:-9999px",
            "width:0;height:0",
        ] {
            assert!(hides(style), "{style}");
        }
        for style in [
            "display:block",
            "opacity:0.5",
            "font-size:0.9em",
            "margin-left:-10px",
            "min-width:0",
            "line-height:0.5",
        ] {
            assert!(!hides(style), "{style}");
        }
        assert!(WHITE.is_match("color:#FFF") && WHITE.is_match("a:b;color: white"));
        assert!(!WHITE.is_match("background-color:#fff") && !WHITE.is_match("color:#fffaaa"));
    }
}

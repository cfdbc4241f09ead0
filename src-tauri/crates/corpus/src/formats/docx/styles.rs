//! Styles of a document: headings, lists, and properties that hide text.

use std::collections::HashMap;

use crate::formats::xml_tree::Element;

/// Longest chain of styles based on each other; a longer one is damaged.
const LONGEST_CHAIN: usize = 20;

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    styles: HashMap<String, Style>,
    defaults: Look,
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: Option<(u32, usize)>,
    look: Look,
    /// Whether it is a table style with a background colour.
    paints: bool,
}

/// Properties that decide whether a run is visible; `None` is inherited.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Look {
    pub hidden: Option<bool>,
    pub white: Option<bool>,
    /// Font size in half points.
    pub size: Option<u32>,
    /// Whether the background is coloured.
    pub painted: Option<bool>,
}

impl Look {
    /// Reads the properties of `w:rPr`.
    pub(crate) fn of(properties: Option<&Element>) -> Self {
        let Some(properties) = properties else { return Self::default() };
        let painted = properties.child("shd").map(is_painted);
        let highlighted = properties.child("highlight").and_then(|mark| mark.attribute("val"));
        Self {
            hidden: properties.child("vanish").map(is_on),
            white: properties.child("color").and_then(|color| color.attribute("val")).map(is_white),
            size: properties.child("sz").and_then(|size| size.number("val")),
            painted: highlighted.map(|color| color != "none" && color != "white").or(painted),
        }
    }

    /// Fills unset properties from `base`.
    pub(crate) fn or(self, base: Look) -> Look {
        Look {
            hidden: self.hidden.or(base.hidden),
            white: self.white.or(base.white),
            size: self.size.or(base.size),
            painted: self.painted.or(base.painted),
        }
    }

    /// Returns whether text is invisible, on white paper unless `painted`.
    pub(crate) fn is_invisible(self, painted: bool) -> bool {
        let on_white = !painted && !self.painted.unwrap_or(false);
        self.hidden == Some(true)
            || self.size.is_some_and(|size| size <= 2)
            || (self.white == Some(true) && on_white)
    }
}

/// Returns whether a switch is on: `<w:vanish/>` and `<w:vanish w:val="1"/>`, not `w:val="false"`.
pub(crate) fn is_on(element: &Element) -> bool {
    !matches!(element.attribute("val"), Some("0" | "false" | "off" | "none"))
}

/// Returns whether a colour is `FFFFFF` or indistinguishable from it.
pub(crate) fn is_white(color: &str) -> bool {
    let color = color.trim().trim_start_matches('#');
    let part = |at: usize| color.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
    color.len() == 6 && [0, 2, 4].iter().all(|at| part(*at).is_some_and(|value| value >= 0xF8))
        || color.eq_ignore_ascii_case("white")
}

/// Returns whether `w:shd` has another colour than white.
pub(crate) fn is_painted(shading: &Element) -> bool {
    let pattern = shading.attribute("val").unwrap_or("clear");
    let fill = shading.attribute("fill").unwrap_or("auto");
    let themed =
        shading.attribute("themeFill").is_some_and(|theme| !theme.starts_with("background"));
    themed || (fill != "auto" && !is_white(fill)) || !matches!(pattern, "clear" | "nil")
}

impl Styles {
    pub(crate) fn of(root: Option<&Element>) -> Self {
        let Some(root) = root else { return Self::default() };
        let defaults = Look::of(root.path(&["docDefaults", "rPrDefault", "rPr"]));
        let styles = root.all("style").filter_map(|style| {
            let paints = style.any_below(&|it| &*it.name == "shd" && is_painted(it));
            let properties = style.child("pPr");
            let read = Style {
                name: style.child("name")?.attribute("val")?.to_lowercase(),
                based_on: style
                    .child("basedOn")
                    .and_then(|it| it.attribute("val"))
                    .map(str::to_owned),
                outline: properties.and_then(|it| it.child("outlineLvl")?.number("val")),
                list: properties.and_then(list),
                look: Look::of(style.child("rPr")),
                paints,
            };
            Some((style.attribute("styleId")?.to_owned(), read))
        });
        Self { styles: styles.collect(), defaults }
    }

    fn chain<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = id.and_then(|id| self.styles.get(id));
        let next = |style: &&'a Style| self.styles.get(style.based_on.as_deref()?);
        std::iter::successors(first, next).take(LONGEST_CHAIN)
    }

    /// Returns the level of a heading: title 0, heading 1, 2, …
    pub(crate) fn heading(&self, id: Option<&str>, properties: Option<&Element>) -> Option<u8> {
        let own = properties.and_then(|it| it.child("outlineLvl")?.number::<u8>("val"));
        let outline = own.or_else(|| self.chain(id).find_map(|style| style.outline));
        if let Some(level) = outline {
            return (level < 9).then(|| level + 1);
        }
        self.chain(id).find_map(|style| match style.name.as_str() {
            "title" | "제목" => Some(0),
            name => {
                let digits =
                    name.strip_prefix("heading ").or_else(|| name.strip_prefix("제목 "))?;
                digits.trim().parse().ok().filter(|level| (1..=9).contains(level))
            }
        })
    }

    /// Returns whether a style belongs to a table of contents.
    pub(crate) fn is_contents(&self, id: Option<&str>) -> bool {
        self.chain(id)
            .any(|style| style.name.starts_with("toc ") || style.name.starts_with("contents "))
    }

    /// Returns list and level of a style.
    pub(crate) fn list(&self, id: Option<&str>) -> Option<(u32, usize)> {
        self.chain(id).find_map(|style| style.list)
    }

    /// Returns the visibility properties of a style with its bases.
    pub(crate) fn look(&self, id: Option<&str>) -> Look {
        self.chain(id).fold(Look::default(), |look, style| look.or(style.look))
    }

    /// Returns the document's default properties.
    pub(crate) fn defaults(&self) -> Look {
        self.defaults
    }

    /// Returns whether a table style colours cells.
    pub(crate) fn paints(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.paints)
    }
}

/// Reads list and level of `w:pPr`.
pub(crate) fn list(properties: &Element) -> Option<(u32, usize)> {
    let list = properties.child("numPr")?;
    let number = list.child("numId")?.number("val")?;
    let level = list.child("ilvl").and_then(|level| level.number("val")).unwrap_or(0);
    Some((number, level))
}

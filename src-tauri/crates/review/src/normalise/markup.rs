//! HTML in the text of an advertisement: tags and entities are read as a browser shows them, and every letter
//! keeps its place in the original.

/// A stretch of markup, characters `start..end` of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Markup {
    /// First scalar value.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// What a reader sees of it.
    pub shown: Shown,
}

/// What a reader sees of a stretch of markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing: a tag within a line, a comment, a script.
    Nothing,
    /// The end of a line: a tag of a block, or `<br>`.
    Break,
    /// The character of an entity like `&nbsp;`.
    Letter(char),
    /// Text of an element that is not displayed. It is read nevertheless.
    Unseen,
}

/// Elements that begin and end lines.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "iframe",
    "img",
    "li",
    "main",
    "nav",
    "ol",
    "option",
    "p",
    "section",
    "select",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
    "video",
];

/// Elements that stand within a line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "big", "button", "cite", "code", "del", "em", "font", "i", "input", "ins",
    "label", "link", "mark", "meta", "q", "s", "small", "source", "span", "strike", "strong",
    "sub", "sup", "u",
];

/// Elements whose content is no text of the page.
const SILENT: &[&str] = &["script", "style", "template", "title"];

/// Entities by name; others are read as they are written.
const ENTITIES: &[(&str, char)] = &[
    ("nbsp", ' '),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("middot", '·'),
    ("bull", '•'),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
];

/// Longest tag and longest comment, in characters; a longer one is text.
const LONGEST: usize = 4_000;
/// Longest entity, in characters.
const LONGEST_ENTITY: usize = 10;

/// Returns the markup of a text, in order and not overlapping; none where the text has no HTML tag.
pub(super) fn markup(text: &str) -> Vec<Markup> {
    if !text.contains('<') && !text.contains('&') {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut has_tag = false;
    let mut at = 0;
    while at < chars.len() {
        let read = match chars[at] {
            '<' => tag(&chars, at),
            '&' => entity(&chars, at).map(|(end, letter)| (end, Shown::Letter(letter), false)),
            _ => None,
        };
        let Some((end, shown, unseen)) = read else {
            at += 1;
            continue;
        };
        has_tag |= chars[at] == '<';
        found.push(Markup { start: at, end, shown });
        at = end;
        if unseen {
            let until = closing(&chars, at).unwrap_or(at);
            found.push(Markup { start: at, end: until, shown: Shown::Unseen });
            // The element may hold further tags, which are read in their turn.
        }
    }
    if has_tag { found } else { Vec::new() }
}

/// Reads a tag or comment at `<`: one past its end, what is shown of it, and whether the text of its element
/// is not displayed.
fn tag(chars: &[char], start: usize) -> Option<(usize, Shown, bool)> {
    if chars[start..].starts_with(&['<', '!', '-', '-']) {
        let end = find(chars, start + 4, "-->")?;
        return Some((end + 3, Shown::Nothing, false));
    }
    let closes = chars.get(start + 1) == Some(&'/');
    let from = start + 1 + usize::from(closes);
    let name: String = chars[from..]
        .iter()
        .take(12)
        .take_while(|c| c.is_ascii_alphanumeric())
        .map(char::to_ascii_lowercase)
        .collect();
    let named = |names: &[&str]| names.contains(&name.as_str());
    let known = [BLOCKS, INLINE, SILENT].into_iter().any(named);
    let after = chars.get(from + name.chars().count())?;
    if !known || !(after.is_whitespace() || matches!(after, '>' | '/')) {
        return None;
    }
    let length = chars[start..].iter().take(LONGEST).position(|&c| c == '>')?;
    let end = start + length + 1;
    if named(SILENT) && !closes {
        let close = find(chars, end, &format!("</{name}")).unwrap_or(end);
        let rest = chars[close..].iter().position(|&c| c == '>').map_or(close, |it| close + it + 1);
        return Some((rest.max(end), Shown::Nothing, false));
    }
    let attributes: String =
        chars[from..end].iter().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
    let unseen = !closes
        && ["display:none", "visibility:hidden", "font-size:0px", "font-size:0;", "opacity:0;"]
            .iter()
            .any(|it| attributes.contains(it));
    let shown = if named(BLOCKS) { Shown::Break } else { Shown::Nothing };
    Some((end, shown, unseen))
}

/// Returns the place of the next closing tag.
fn closing(chars: &[char], from: usize) -> Option<usize> {
    find(chars, from, "</")
}

/// Returns the first place of ASCII `words` from `from` on, within the longest comment or script.
fn find(chars: &[char], from: usize, words: &str) -> Option<usize> {
    let words: Vec<char> = words.chars().collect();
    let rest = chars.get(from..)?;
    let mut windows = rest.windows(words.len()).take(100 * LONGEST);
    let same = |window: &[char]| window.iter().zip(&words).all(|(a, b)| a.eq_ignore_ascii_case(b));
    windows.position(same).map(|at| from + at)
}

/// Reads an entity at `&`: one past its end, and its character.
fn entity(chars: &[char], start: usize) -> Option<(usize, char)> {
    let length = chars[start..].iter().take(LONGEST_ENTITY).position(|&c| c == ';')?;
    let name: String = chars[start + 1..start + length].iter().collect();
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
        None => ENTITIES.iter().find(|(it, _)| *it == name)?.1,
    };
    Some((start + length + 1, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a text as it is shown, lines separated by `|`, unseen text in brackets.
    fn shown(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut words = String::new();
        let mut at = 0;
        for Markup { start, end, shown } in markup(text) {
            words.extend(&chars[at.min(start)..start]);
            match shown {
                Shown::Nothing => at = end,
                Shown::Break => {
                    words.push('|');
                    at = end;
                }
                Shown::Letter(letter) => {
                    words.push(letter);
                    at = end;
                }
                Shown::Unseen => words.push('['),
            }
        }
        words.extend(&chars[at..]);
        words
    }

    #[test]
    fn tags_and_entities_are_read_as_a_browser_shows_them() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text), expected, "{text}");
        check("<p>국내 <b>최</b>고</p>", "|국내 최고|");
        check("첫 줄<br/>둘째&nbsp;줄", "첫 줄|둘째 줄");
        check("<script>var a = '완치';</script><h1>진료 안내</h1>", "|진료 안내|");
        check("<!-- 완치 --><span class=\"x\">A &amp; B</span>", "A & B");
        check("<p>값 &#54620;&#xAE00;</p>", "|값 한글|");
        check("<div style=\"display: none\">완치</div>", "|[완치|");
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in
            ["", "3 < 5", "<필독> 안내", "A&B", "&nbsp;", "<p", "<pre-op> 검사", "a<b>", "<>"]
        {
            let expected = if text == "a<b>" { "a" } else { text };
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}

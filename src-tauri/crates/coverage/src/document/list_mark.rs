//! Marks that number the items of a list or the headings of a document: 3., (3), 다., 다), 제3조.

/// The letters that number items, in order.
const LETTERS: &str = "가나다라마바사아자차카타파하";
/// Largest number of digits of a mark.
const MAX_DIGITS: usize = 3;

/// What numbers an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbering {
    Digits,
    Letters,
    /// 제3조.
    Articles,
}

/// A mark at the front of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListMark {
    numbering: Numbering,
    /// The sign behind the number, `.` or `)`; 조 for an article.
    sign: char,
    /// Its place in the list, from 1 on.
    number: usize,
}

impl ListMark {
    /// Whether it numbers an article of a 약관.
    pub(crate) fn is_article(self) -> bool {
        self.numbering == Numbering::Articles
    }

    /// Whether a mark is of the same list.
    fn is_like(self, other: Self) -> bool {
        (self.numbering, self.sign) == (other.numbering, other.sign)
    }
}

/// Returns the mark at the front of a line, behind bullets and signs of headings, and the text behind it.
pub(crate) fn list_mark(line: &str) -> Option<(ListMark, &str)> {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    if let Some(article) = article(line) {
        return Some(article);
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let first = line.chars().next()?;
    let (numbering, number, behind) = match digits {
        0 => {
            let at = LETTERS.chars().position(|it| it == first)?;
            (Numbering::Letters, at + 1, line.get(first.len_utf8()..)?)
        }
        1..=MAX_DIGITS => {
            (Numbering::Digits, line.get(..digits)?.parse().ok()?, line.get(digits..)?)
        }
        _ => return None,
    };
    let sign = behind.chars().next().filter(|it| ".)".contains(*it))?;
    let rest = behind.get(1..)?;
    // 1.5배 is no item.
    let is_decimal = sign == '.' && rest.starts_with(|c: char| c.is_ascii_digit());
    (!is_decimal).then_some((ListMark { numbering, sign, number }, rest))
}

/// Returns the number of an article at the front of a line and the text behind it: its title and what
/// follows.
fn article(line: &str) -> Option<(ListMark, &str)> {
    let behind = line.strip_prefix('제')?.trim_start();
    let digits = behind.chars().take_while(char::is_ascii_digit).count();
    let number = behind.get(..digits).filter(|_| digits <= MAX_DIGITS)?.parse().ok()?;
    let rest = behind.get(digits..)?.trim_start().strip_prefix('조')?;
    // 제3조의2(…) stands between the articles 3 and 4; 제3조에 따라 is no title.
    let rest = rest
        .strip_prefix('의')
        .map_or(rest, |it| it.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()));
    let is_title = rest.trim_start().starts_with(['(', '[', '【', '〔']);
    let mark = ListMark { numbering: Numbering::Articles, sign: '조', number };
    is_title.then_some((mark, rest))
}

/// Returns the line at which a list goes on that is open above `from`, its last item included: behind 3.
/// the line with 4., and behind 나. that with 다. A list that begins anew in between is another one.
/// Articles are no list: behind that of a coverage stand those on its first day and its reductions.
pub(crate) fn next_item(text: &str, from: usize, line: usize) -> Option<usize> {
    let all = || {
        let lines = crate::table::rows::lines(text).into_iter();
        let marks = lines.filter_map(|it| Some((it.start, list_mark(text.get(it)?)?.0)));
        marks.filter(|it| !it.1.is_article())
    };
    let mut open: Vec<ListMark> = Vec::new();
    for (_, mark) in all().take_while(|it| it.0 <= line) {
        // A list that goes on ends those within it.
        let known = open.iter().position(|it| it.is_like(mark));
        open.truncate(known.unwrap_or(open.len()));
        open.push(mark);
    }
    for (at, mark) in all().skip_while(|it| it.0 < from) {
        let own = open.iter().position(|it| it.is_like(mark));
        match own.and_then(|at| Some((at, open.get(at)?))) {
            Some((_, it)) if mark.number == it.number + 1 => return Some(at),
            Some((own, _)) => _ = open.remove(own),
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_with_a_title_are_marks() {
        let check = |line: &str, expected: Option<(usize, &str)>| {
            let found = list_mark(line).filter(|it| it.0.is_article());
            assert_eq!(found.map(|it| (it.0.number, it.1)), expected, "{line}");
        };
        check("제3조(갑담보) 지급", Some((3, "(갑담보) 지급")));
        check("제 3 조 [갑담보]", Some((3, " [갑담보]")));
        check("제3조의2(갑담보)", Some((3, "(갑담보)")));
        check("제3조에 따라", None);
        check("제3조 제1항(갑담보)", None);
    }

    #[test]
    fn a_section_ends_where_a_list_around_it_goes_on() {
        let check = |text: &str, name: &str, expected: Option<&str>| {
            let from = text.find(name).unwrap_or_default();
            let line = text.get(..from).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
            let found = next_item(text, from + name.len(), line);
            let found = found.and_then(|it| text.get(it..)?.lines().next());
            assert_eq!(found, expected, "{text}");
        };
        check("10) 갑담보\n지급\n11) 을담보\n지급", "갑담보", Some("11) 을담보"));
        check("## 가. 갑담보\n지급\n\n## 나. 을담보\n지급", "갑담보", Some("## 나. 을담보"));
        check("(가) 갑담보\n① 지급\n(나) 을담보", "갑담보", Some("(나) 을담보"));
        // Items within the section.
        check("2. 갑담보\n1. 지급사유\n2. 지급금액\n3. 지급횟수", "갑담보", None);
        check("2) 갑담보\n가. 지급사유\n나. 지급금액\n3) 을담보", "갑담보", Some("3) 을담보"));
        // The chapter that the name stands in ends, too.
        check("2. 보장내용\n갑담보 1.5배 지급\n3. 보장 제한", "갑담보", Some("3. 보장 제한"));
        check("갑담보\n1. 지급사유\n2. 지급금액", "갑담보", None);
        // Articles are no list.
        check("제3조(갑담보) 지급\n제4조(감액지급)", "갑담보", None);
    }
}

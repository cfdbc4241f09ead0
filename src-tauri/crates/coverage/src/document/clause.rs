//! Splits text into clauses: sentences, list items, cells. A line break ends a clause only if its
//! line is short.

use std::ops::Range;

/// Number of lines above a line that give the width of its column.
const LINES_ABOVE: usize = 4;
/// Smallest width of a column of running text, in characters.
const MIN_COLUMN_WIDTH: usize = 26;

/// Largest length of a label, in characters.
const MAX_LABEL_LENGTH: usize = 10;

/// Largest length, in characters, of a label in brackets that fills its line.
const MAX_TITLE_LENGTH: usize = 24;

/// Largest length of a clause, in characters.
const MAX_LENGTH: usize = 500;

/// Returns the clauses of a byte range of a page, as byte ranges of the page without blanks at
/// their ends.
pub(crate) fn clauses(page: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let text = page.get(range.clone()).unwrap_or_default();
    let all: Vec<&str> = text.lines().collect();
    let widths: Vec<usize> = all.iter().map(|line| line.trim_end().chars().count()).collect();
    let widest = widths.iter().copied().max().unwrap_or(0);
    // A column of a table is narrower than the page: a line is short in comparison with its
    // neighbours.
    let around = |at: usize| {
        let near = widths
            .get(at.saturating_sub(LINES_ABOVE)..widths.len().min(at + 2))
            .unwrap_or_default();
        let near = near.iter().copied().max().unwrap_or(0);
        if near < MIN_COLUMN_WIDTH { widest } else { near }
    };
    let mut cuts = vec![0];
    let mut at = 0;
    let mut last = String::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let trimmed = line.trim_start();
        // (I60), …, (I / 62): within an open bracket no item begins.
        let bullet = trimmed.starts_with(is_bullet) || numbered(trimmed) && !is_open(&last);
        let ended = last.trim_end().ends_with(['.', ';'])
            || last.trim_end().chars().count() * 10 < around(number.saturating_sub(1)) * 7
            || last.trim_end().ends_with("지급") && is_label(trimmed);
        let next = all.get(number + 1).copied().unwrap_or_default();
        let set_apart = is_emphasized(&last, trimmed)
            || trimmed.starts_with(char::is_numeric) && is_emphasized(line, next);
        let ended = ended && (!set_apart || last.trim_end().ends_with('.'));
        // 갑상선암, 기타피부암, / 제자리암: a list goes on.
        let is_listing = last.trim_end().ends_with([',', '·']);
        let ended =
            ended && !is_listing && (!goes_on(&last) || trimmed.starts_with(['[', '【', '〔']));
        // 「화상분류 / 표」에서: a line whose first word has a closing bracket continues the line before.
        let word = trimmed.split_whitespace().next().unwrap_or_default();
        let closes =
            word.contains(['」', '』', '\u{2019}']) && !word.contains(['「', '『', '\u{2018}']);
        if bullet || labelled(trimmed) && !goes_on(&last) || ended && !closes {
            cuts.push(at);
        }
        let mut before = ' ';
        let mut ends = false;
        for (inside, c) in line.char_indices() {
            // A clause begins behind a full stop ("…합니다. 다만") and at ※ or ① within a line.
            if ends && c.is_whitespace() || "※●▶■".contains(c) || ('①'..='⑳').contains(&c)
            {
                cuts.push(at + inside);
            }
            // 가. numbers an item.
            let numbers = line.get(..inside).is_some_and(|it| it.trim().chars().count() == 1);
            ends = c == '.' && ('가'..='힣').contains(&before) && !numbers;
            before = c;
        }
        at += line.len();
        last = line.to_owned();
    }
    cuts.push(text.len());
    cuts.sort_unstable();
    cuts.dedup();
    let between = cuts.windows(2).filter_map(|pair| match pair {
        [from, to] => Some(range.start + from..range.start + to),
        _ => None,
    });
    between.filter_map(|it| trimmed(page, it)).collect()
}

/// Returns a range without blanks at its ends, cut to the largest length of a clause; `None` if
/// nothing is left.
fn trimmed(page: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = page.get(range.clone())?;
    let start = range.start + (text.len() - text.trim_start().len());
    let text = text.trim();
    let length = text.char_indices().nth(MAX_LENGTH).map_or(text.len(), |(at, _)| at);
    (!text.is_empty()).then_some(start..start + length)
}

/// Returns the clause that contains byte `at`.
pub(crate) fn clause_at(page: &str, at: usize) -> Range<usize> {
    let from = page
        .get(..at)
        .map_or(0, |before| before.char_indices().rev().nth(200).map_or(0, |(start, _)| start));
    let to = page.get(at..).map_or(page.len(), |behind| {
        behind.char_indices().nth(300).map_or(page.len(), |(end, _)| at + end)
    });
    clauses(page, from..to).into_iter().find(|it| it.end > at).unwrap_or(at..to)
}

fn is_bullet(c: char) -> bool {
    "•∙●○◎■□▣▪▫◆◇▶▷▼▽▲△✓✔※*-·☞ㆍ|<".contains(c) || ('①'..='⑳').contains(&c)
}

/// Whether a line ends within a bracket.
fn is_open(line: &str) -> bool {
    line.rfind(['(', '（']).is_some_and(|open| line.rfind([')', '）']).is_none_or(|it| it < open))
}

/// Whether a line ends in the middle of a sentence, however short it is: `수술을 받은 경우`.
fn goes_on(line: &str) -> bool {
    let ends = [
        "경우",
        "경우에",
        "경우에는",
        "때",
        "때에는",
        "하여",
        "하고",
        "되고",
        "및",
        "또는",
        "직접",
        "목적으로",
        "이후에",
        "이후",
    ];
    let line = line.trim_end();
    line.chars().count() > MAX_LABEL_LENGTH && ends.iter().any(|it| line.ends_with(it))
}

/// Largest length, in characters, of a word printed on a line of its own.
const MAX_EMPHASIS_LENGTH: usize = 12;

/// Whether a line is a bold word of a sentence, which text extraction puts on a line of its own:
/// 90일 / 이 지난 날의 다음날. The next line then begins with its particle.
fn is_emphasized(line: &str, next: &str) -> bool {
    let line = line.trim();
    let word = next.split_whitespace().next().unwrap_or_default();
    let of_figure = line.ends_with(['일', '월', '년', '회', '%', '％', '세', '종'])
        && line.contains(char::is_numeric);
    let particles = ["을", "를", "은", "는", "의", "에", "로", "으로", "까지", "부터", "간"];
    let verbs = ["하여", "하지", "하는", "되는", "되지", "합니다.", "됩니다."];
    (1..=MAX_EMPHASIS_LENGTH).contains(&line.chars().count())
        && (particles.contains(&word)
            || word.starts_with("동안")
            || verbs.contains(&word)
            || of_figure && word == "이")
}

/// Whether a line is a margin word of a table and not the end of `지급합니다`.
fn is_label(line: &str) -> bool {
    let word = line.trim_end();
    (1..=6).contains(&word.chars().count())
        && word.chars().all(|c| ('가'..='힣').contains(&c))
        && !word.ends_with('다')
        && !word.starts_with(['하', '한', '함', '됨', '됩', '되'])
}

/// Whether a line begins with a label in brackets (`[안내] …`), or is a longer one alone.
fn labelled(line: &str) -> bool {
    let inside = line.strip_prefix(['[', '【', '<', '〈']);
    let label = inside.and_then(|it| it.split_once([']', '】', '>', '〉']));
    label.is_some_and(|(label, rest)| {
        let it = label.trim();
        let most = if rest.trim().is_empty() { MAX_TITLE_LENGTH } else { MAX_LABEL_LENGTH };
        (2..=most).contains(&it.chars().count())
            && it.chars().all(|c| ('가'..='힣').contains(&c) || c == ' ')
            && !it.ends_with('형')
    })
}

/// Whether a line begins with a number: `1.`, `1)`, `(1)`, `가.`, `제3조`.
fn numbered(line: &str) -> bool {
    let inner = line.strip_prefix('(').unwrap_or(line);
    let digits = inner.chars().take_while(char::is_ascii_digit).count();
    let first = inner.chars().next().unwrap_or(' ');
    let mark = inner.chars().nth(if digits > 0 { digits } else { 1 });
    let lettered = digits == 0 && ('가'..='힣').contains(&first) && mark == Some('.');
    let article = line.starts_with('제') && line.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    (1..=2).contains(&digits) && mark.is_some_and(|c| ".)".contains(c)) || lettered || article
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_follow_sentences_and_items() {
        let page = "암진단비\n피보험자가 보장개시일 이후에 암으로 진단이 확정된 경우 보험가입금액을\n지급합니다. 다만, 1년 미만은 50%를 지급합니다.\n※ 보장개시일 : 90일이 지난 날의 다음날 ※ 갱신형\n1) 제자리암 제외";
        let found: Vec<&str> =
            clauses(page, 0..page.len()).into_iter().filter_map(|it| page.get(it)).collect();
        assert_eq!(
            found,
            [
                "암진단비",
                "피보험자가 보장개시일 이후에 암으로 진단이 확정된 경우 보험가입금액을\n지급합니다.",
                "다만, 1년 미만은 50%를 지급합니다.",
                "※ 보장개시일 : 90일이 지난 날의 다음날",
                "※ 갱신형",
                "1) 제자리암 제외"
            ]
        );
        let at = page.find("50%").unwrap_or(0);
        assert_eq!(page.get(clause_at(page, at)), Some("다만, 1년 미만은 50%를 지급합니다."));

        let page = "상해사고로 사망한 경우 보험가입금액 지급 \n질병\n21  질병사망";
        let first = clauses(page, 0..page.len()).into_iter().next().unwrap_or_default();
        assert_eq!(page.get(first), Some("상해사고로 사망한 경우 보험가입금액 지급"));
        let page = "상해사고로 사망한 경우 보험가입금액을 지급\n합니다.";
        assert_eq!(clauses(page, 0..page.len()).len(), 1);

        // A column is narrower than the page around it.
        let page = format!(
            "{}\n보험료 납입면제\n1) 상해로 80%이상 후유장해 발생시 해당 피보험자의 보장\n보험료를 납입면제함. 2) 암으로 진단확정시 해당 피보험자\n의 보장보험료를 납입면제함.",
            "가".repeat(90)
        );
        let last = clauses(&page, 0..page.len()).pop().unwrap_or_default();
        assert!(page.get(last).is_some_and(|it| it.ends_with("의 보장보험료를 납입면제함.")));
        let page = "* 암보장개시일 : 계약일을 포함하여\n90일\n이 지난 날의 다음날\n유사암진단비\n이 특약은 갱신형입니다.";
        let found: Vec<&str> =
            clauses(page, 0..page.len()).into_iter().filter_map(|it| page.get(it)).collect();
        assert_eq!(found.first().map(|it| it.ends_with("다음날")), Some(true), "{found:?}");
        assert_eq!(found.len(), 3, "{found:?}");
        let page = "뇌졸중이란 지주막하출혈(I60), 뇌내출혈(I61), 기타 비외상성 두개내출혈(I\n62), 뇌경색증(I63)을 말합니다.";
        assert_eq!(clauses(page, 0..page.len()).len(), 1);
        // A line that ends within a sentence continues on the next.
        let page = "암보장개시일 이후 암으로 진단확정되고 그 치료를 직접적인 목적으로 약관에서 정한 수술을 받은\n경우로서 수술을 받은 경우\n최초 1회에 한하여 가입금액 지급";
        assert_eq!(clauses(page, 0..page.len()).len(), 1);
    }
}

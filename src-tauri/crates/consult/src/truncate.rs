//! Cuts a layer of the context to its budget. Whole lines are removed, from the last section on; warnings and
//! the marks of their sources never are.

/// Words that make a sentence of a document a warning.
const WARNING: [&str; 18] = [
    "금기",
    "경고",
    "주의",
    "위험",
    "응급",
    "즉시",
    "중단",
    "마십시오",
    "마세요",
    "말아",
    "피하",
    "삼가",
    "금지",
    "안 됩",
    "안됩",
    "알레르기",
    "과민",
    "119",
];

/// A section of a layer: a passage of a document, or the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The first line, with the mark of the source. It is removed only with the whole section.
    pub head: String,
    /// The other lines.
    pub lines: Vec<Line>,
}

/// A line of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text of the line.
    pub text: String,
    /// Whether the line must not be removed.
    pub is_protected: bool,
}

impl Line {
    /// A sentence of a document. It is protected if it warns, or if its section is one of warnings
    /// (`in_warnings`).
    pub fn of_document(text: &str, in_warnings: bool) -> Self {
        Self { text: text.to_owned(), is_protected: in_warnings || warns(text) }
    }
}

/// Whether a text contains a word of a warning.
pub fn warns(text: &str) -> bool {
    WARNING.iter().any(|it| text.contains(it))
}

impl Section {
    fn has_protected_line(&self) -> bool {
        self.lines.iter().any(|it| it.is_protected)
    }

    /// Head and lines as one text.
    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(|it| it.text.as_str());
        std::iter::once(self.head.as_str()).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// The sections cut to `budget`, measured by `count`, in their order.
///
/// Unprotected lines are removed from the last section on, the last line first; a section without lines is
/// removed with its head. If only protected lines are left, the budget is exceeded rather than a warning cut.
pub fn fit(
    mut sections: Vec<Section>,
    budget: usize,
    count: &dyn Fn(&str) -> usize,
) -> Vec<Section> {
    let size =
        |it: &Section| count(&it.head) + it.lines.iter().map(|it| count(&it.text)).sum::<usize>();
    let mut total: usize = sections.iter().map(size).sum();
    for at in (0..sections.len()).rev() {
        for line in (0..sections[at].lines.len()).rev() {
            if total <= budget {
                break;
            }
            if !sections[at].lines[line].is_protected {
                total -= count(&sections[at].lines.remove(line).text);
            }
        }
        if total > budget && !sections[at].has_protected_line() && sections[at].lines.is_empty() {
            total -= count(&sections.remove(at).head);
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn section(head: &str, lines: &[&str]) -> Section {
        let lines = lines.iter().map(|it| Line::of_document(it, false)).collect();
        Section { head: head.to_owned(), lines }
    }

    #[test]
    fn last_lines_are_removed_first_and_warnings_stay() {
        let sections = vec![
            section("[문서 1] 가", &["하루 세 번 드십시오.", "식후에 드십시오."]),
            section(
                "[문서 2] 나",
                &["서늘한 곳에 둡니다.", "임부는 드시지 마십시오.", "흰색 정제입니다."],
            ),
            section("[문서 3] 다", &["둥근 알약입니다."]),
        ];
        for (budget, expected) in [
            (100, vec![2, 3, 1]),
            (22, vec![2, 3]),
            (17, vec![2, 1]),
            (14, vec![1, 1]),
            (0, vec![1]),
        ] {
            let left: Vec<usize> =
                fit(sections.clone(), budget, &words).iter().map(|it| it.lines.len()).collect();
            assert_eq!(left, expected, "{budget}");
        }
    }

    proptest! {
        #[test]
        fn no_warning_and_no_mark_of_what_stays_is_cut(
            sections in prop::collection::vec(prop::collection::vec(("[가-힣 ]{1,20}", any::<bool>()), 0..6), 0..6),
            budget in 0_usize..60,
        ) {
            let sections: Vec<Section> = sections.into_iter().enumerate().map(|(at, lines)| Section {
                head: format!("[문서 {}] 제목", at + 1),
                lines: lines.into_iter().map(|(text, kept)| Line { text: if kept { format!("{text} 금기") } else { text }, is_protected: kept }).collect(),
            }).collect();
            let fitted = fit(sections.clone(), budget, &words);
            let warnings = |sections: &[Section]| sections.iter().flat_map(|it| it.lines.iter().filter(|it| it.is_protected).map(|line| (it.head.clone(), line.text.clone()))).collect::<Vec<_>>();
            prop_assert_eq!(warnings(&sections), warnings(&fitted), "all, in order, under their heads");
            let total: usize = fitted.iter().map(|it| words(&it.text())).sum();
            let cuttable = fitted.iter().any(|it| it.lines.iter().any(|it| !it.is_protected && words(&it.text) > 0));
            prop_assert!(total <= budget || !cuttable, "what could go has gone");
            let heads: Vec<_> = fitted.iter().map(|it| &it.head).collect();
            let order: Vec<_> = sections.iter().map(|it| &it.head).filter(|it| heads.contains(it)).collect();
            prop_assert_eq!(heads, order);
        }
    }
}

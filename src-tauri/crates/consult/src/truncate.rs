//! Making a layer of the context fit: whole lines go, the last of the least first; a warning and the mark of a source never do.

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

/// One section: a document's passage, or a slot of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its first line: the mark of the source. It stands as long as the section does.
    pub head: String,
    /// What it says, line by line.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// It.
    pub text: String,
    /// Whether it must stay.
    pub kept: bool,
}

impl Line {
    /// A sentence of a document: a warning stays.
    pub fn of_document(text: &str, in_warnings: bool) -> Self {
        Self { text: text.to_owned(), kept: in_warnings || warns(text) }
    }
}

/// Whether a sentence warns.
pub fn warns(text: &str) -> bool {
    WARNING.iter().any(|it| text.contains(it))
}

impl Section {
    fn kept(&self) -> bool {
        self.lines.iter().any(|it| it.kept)
    }

    /// As it is read.
    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(|it| it.text.as_str());
        std::iter::once(self.head.as_str()).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// The sections that fit into `budget`, in their order. From the last section on, lines that may go are left out, the last first; a
/// section without lines goes with its head. Where nothing more may go the budget is exceeded: a cut warning would be worse.
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
            if !sections[at].lines[line].kept {
                total -= count(&sections[at].lines.remove(line).text);
            }
        }
        if total > budget && !sections[at].kept() && sections[at].lines.is_empty() {
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
    fn the_last_goes_first_and_warnings_stay() {
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
                lines: lines.into_iter().map(|(text, kept)| Line { text: if kept { format!("{text} 금기") } else { text }, kept }).collect(),
            }).collect();
            let fitted = fit(sections.clone(), budget, &words);
            let warnings = |sections: &[Section]| sections.iter().flat_map(|it| it.lines.iter().filter(|it| it.kept).map(|line| (it.head.clone(), line.text.clone()))).collect::<Vec<_>>();
            prop_assert_eq!(warnings(&sections), warnings(&fitted), "all, in order, under their heads");
            let total: usize = fitted.iter().map(|it| words(&it.text())).sum();
            let cuttable = fitted.iter().any(|it| it.lines.iter().any(|it| !it.kept && words(&it.text) > 0));
            prop_assert!(total <= budget || !cuttable, "what could go has gone");
            let heads: Vec<_> = fitted.iter().map(|it| &it.head).collect();
            let order: Vec<_> = sections.iter().map(|it| &it.head).filter(|it| heads.contains(it)).collect();
            prop_assert_eq!(heads, order);
        }
    }
}

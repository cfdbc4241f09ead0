//! Reads cues of the past before a mention: 예전에, 수술력.

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Marks a mention as past if the words before it in its clause say so: 예전에, 수술력.
    pub(super) fn read_before(&self, mention: &Mention, signs: &mut Signs) {
        let own = self.clauses.word_at(mention.start);
        let clause = self.clauses.clause(own);
        let words: Vec<&str> = clause.clone().map(|it| self.word(it)).collect();
        let left = own - clause.start;
        let right = words[left..].join("");
        // 어릴 때부터 비염이 있어요: it continues.
        let since = words[..left].iter().any(|it| it.ends_with("부터"));
        let once = !since && words[..left].iter().any(|it| STANDING.once.has(it))
            || words[..left].windows(2).any(|pair| {
                // 첫째 때 임신성 당뇨였어요: an earlier pregnancy.
                matches!(pair[0], "첫째" | "둘째" | "셋째" | "첫애" | "첫")
                    && matches!(pair[1], "때" | "때는" | "때도" | "임신")
            })
            // 둘째 가졌을 때 임신성 당뇨가 있었고: an earlier pregnancy.
            || words[..left].windows(2).any(|pair| {
                begins(pair[0], &["가졌을", "임신했을", "낳을", "낳았을", "출산할", "만삭일"])
                    && begins(pair[1], &["때"])
            })
            || self.has_formerly(clause.start, own);
        // 예전에 먹던 약을 다시 먹고 있어요: it is taken now.
        let again = contains(&right, &["다시", "먹고있", "복용하고있", "복용중", "계속"]);
        if once && !again && !contains(&right, &STANDING.diagnosed) && !contains(&right, &["부터"])
        {
            signs.past = true;
        }
        let over = ["앓았", "걸렸었", "먹었었", "있었는데", "했었"];
        let caught = mention.slot == Slot::Condition && contains(&right, &["걸렸", "걸리고"]);
        if (contains(&right, &over) || caught)
            && contains(&words.join(" "), &["작년", "년 전", "달 전", "지난"])
            && !signs.negated
        {
            signs.past = true;
        }
        // 석 달 전에 항생제를 먹었어요: a course of long ago. A vaccine stays in effect.
        let long_ago = ["개월 전에", "년 전에", "달 전에", "작년", "재작년", "지난달", "지난해"];
        let drug =
            mention.slot == Slot::Medication && !self.concept(mention).name.ends_with("백신");
        if drug
            && !again
            && contains(&right, &["먹었", "복용했", "썼", "맞았", "발랐", "드셨"])
            && contains(&words[..left].join(" "), &long_ago)
        {
            signs.past = true;
        }
        let mut before = self.clauses.sentence(own).take_while(|it| *it < own);
        signs.past |= before.any(|it| begins(self.word(it), &["수술력"]));
    }

    /// Whether 전에 in the words from `from` to `own` means "formerly": 전에 위궤양이 있었어요, but neither 3일 전에 nor
    /// 식사 전에.
    fn has_formerly(&self, from: usize, own: usize) -> bool {
        (from..own).any(|index| {
            self.word(index) == "전에"
                && index.checked_sub(1).filter(|before| *before >= from).is_none_or(|before| {
                    // 저는 전에, 훨씬 전에: formerly. 생리 전에, 자기 전에 and 3일 전에 are other times.
                    let word = self.word(before);
                    let particle = ["는", "은", "가", "도", "을", "를", "에서", "서", "데"];
                    ["훨씬", "한참", "오래", "아주", "그", "옛날"].contains(&word)
                        || particle.iter().any(|end| word.ends_with(end))
                })
        })
    }
}

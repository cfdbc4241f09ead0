//! Reads negation after a mention: 없어요, 아니에요, 안 먹어요.

mod believed;
mod corrected;
mod twice;
mod undone;

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether the word at `index` decides about negation; its effect is in `signs`.
    pub(super) fn negates(
        &self,
        mention: &Mention,
        index: usize,
        piece: &str,
        signs: &mut Signs,
    ) -> bool {
        let drug = mention.slot == Slot::Medication;
        let stem = piece.trim_start_matches(['은', '는', '이', '가', '도', '을', '를', '만']);
        let before = index.checked_sub(1).map(|it| self.word(it)).unwrap_or_default();
        // 먹지 말래요: forbidden.
        let take = begins(stem, &STANDING.take) && stem.ends_with('지');
        if drug && take && begins(self.next(index), &["말", "마"]) {
            signs.negated = true;
            return true;
        }
        // 나프록센도 피하고 있어요: avoided.
        if drug && begins(stem, &STANDING.avoid) {
            signs.negated = true;
            return true;
        }
        // 통풍 발작은 없었어요: no attack, but the illness is present.
        let attack = self.text.slice(mention.start, mention.end).ends_with("발작")
            || self.word(index.saturating_sub(1)).starts_with("발작")
            || begins(before, &["악화", "재발", "합병증"]);
        if attack && self.is_chronic(mention) && begins(stem, &STANDING.lack) {
            return true;
        }
        // NSAIDs 금기: contraindicated. 메트포르민 금기 알려주세요 asks for its contraindications.
        let is_asked_for =
            index + 1 < self.clauses.words.len() && begins(self.word(index + 1), &STANDING.told_of);
        if drug && !is_asked_for && begins(stem, &["금기", "불가"]) {
            signs.negated = true;
            return true;
        }
        // 당뇨는 아직이요: not yet.
        if begins(stem, &["아직이", "아직요", "아직은요", "아직인"]) {
            signs.negated = true;
            return true;
        }
        // 없다, alone or joined to its noun (적없어요).
        let lacks = begins(stem, &STANDING.lack)
            || STANDING.light.iter().any(|noun| {
                stem.strip_prefix(noun).is_some_and(|rest| {
                    rest.trim_start_matches(['이', '은', '도']).starts_with('없')
                })
            });
        if lacks && !contains(piece, &STANDING.no_lack) {
            // 할 수 없다, 밖에 없다: an impossibility.
            let able =
                before == "수" || before == "수가" || before.ends_with("밖에") || before == "수는";
            // 빼먹은 적 없이 먹어요; 둘코락스 없으면 화장실을 못 가요: taken.
            let needs = drug && begins(stem, &["없으면", "없이는", "없인"]);
            if self.was_never_left_out(index) || needs {
                return true;
            }
            // 없어지다 means that it has ended; negated or in 났다가 없어지고 또 나요 it goes on.
            if begins(stem, &["없어지고", "없어지는", "없어지지", "없어질"]) {
                return true;
            }
            if begins(stem, &["없어졌", "없어진", "없어져"]) {
                signs.past = !drug;
                return true;
            }
            if !able {
                signs.negated = true;
                if drug && stem.starts_with("없이") {
                    return true;
                }
            }
            return true;
        }
        // 5밀리, 아니 10밀리: a correction.
        if piece == "아니"
            && self
                .clauses
                .words
                .get(index + 1)
                .is_some_and(|it| it.sentence == self.clauses.words[index].sentence)
        {
            return false;
        }
        // 않 먹어요, 않없어져요: a misspelt 안.
        let misspelt = stem.strip_prefix('않').is_some_and(|rest| {
            rest.is_empty() || begins(rest, &STANDING.take) || begins(rest, &["없어", "낫"])
        }) && !before.ends_with('지');
        if !misspelt && (begins(stem, &STANDING.not) || stem.contains("지않") || (stem == "부인"))
        {
            if begins(stem, &["아니면"]) {
                return false;
            }
            // 아프지 않은 날이 없어요: negated twice.
            if self.there_is_none(index) {
                return true;
            }
            // 두통 호소, 흉통 부인: only the complaint directly before is denied.
            let own = self.clauses.word_at(mention.end - 1);
            let between = |at: usize| {
                self.mention_in(at).is_none()
                    && !matches!(self.word(at), "증상" | "증세" | "호소" | "여부")
            };
            if stem == "부인" && (own + 1..index).any(between) {
                return true;
            }
            // 가라앉지 않아요: it goes on.
            let persists = begins(before, &STANDING.persist)
                || STANDING.persist.iter().any(|it| before.contains(it) && before.ends_with('지'));
            let doubt = begins(stem, &["아닌가", "아닐까", "아닌지", "아니겠죠", "아니겠지"]);
            if doubt {
                signs.hypothetical = true;
            } else if !persists {
                signs.negated = true;
            }
            return true;
        }
        let (word, verb) = match stem {
            "안" | "못" | "않" => (true, self.next(index)),
            it if it.starts_with(['안', '못', '않']) => {
                let cut = it.chars().next().map_or(0, char::len_utf8);
                (it.len() > cut, &it[cut..])
            }
            _ => (false, ""),
        };
        if word {
            if begins(verb, &STANDING.persist) || verb.is_empty() {
                return begins(verb, &STANDING.persist);
            }
            // 입에도 안 대요: not taken.
            let touched = drug
                && begins(before, &["입에", "손도", "손에", "입도"])
                && begins(verb, &["대", "댑", "댄", "댔"]);
            // 머리가 아파요 타이레놀 먹어도 안 들어요: the negation is about the effect of the drug.
            let own = self.clauses.word_at(mention.end - 1);
            let helps = (own + 1..index)
                .any(|it| self.mention_in(it).is_some_and(|it| it.0.slot == Slot::Medication));
            let its_own = if drug {
                touched || begins(verb, &STANDING.take)
            } else {
                begins(verb, &STANDING.occur) && !(helps && begins(verb, &["들", "나"]))
            };
            // 먹다 안 먹다 해요: taken now and then.
            let by_turns = drug && begins(before, &STANDING.take) && before.ends_with(['다', '가']);
            if its_own && by_turns {
                return true;
            }
            if its_own {
                let since = self.clauses.sentence(index).take_while(|it| *it < index).any(|at| {
                    matches!(
                        self.word(at),
                        "지금은" | "이제" | "이제는" | "요즘은" | "요새는" | "더이상" | "이젠"
                    )
                });
                // 안 먹은 지 좀 됐어요: not taken any more.
                let at = if stem.chars().count() == 1 { index + 1 } else { index };
                let since = since || matches!(self.next(at), "지" | "지가" | "지는" | "지도");
                // 못 먹나요?, 안 먹어도 되나요?: a question for leave.
                let question = self.clauses.questions[self.clauses.words[index].sentence];
                let forbidden = stem.starts_with('못') && question;
                if drug && (forbidden || contains(verb, &STANDING.allowed)) {
                    signs.asked = true;
                } else if drug && since {
                    signs.stopped = true;
                } else {
                    signs.negated = true;
                }
                return true;
            }
        }
        false
    }
}

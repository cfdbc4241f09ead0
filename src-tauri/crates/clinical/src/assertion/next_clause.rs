//! Applies the clauses after that of a mention, as long as they have no mention of their own.

use super::{Context, Signs};
use crate::assertion::cues::states_course;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Applies later clauses of the sentence to a mention: 먹었는데 끊었어요, 났는데 지금은 괜찮아요. Stops at another
    /// person and at another mention, but for a drug that was taken against the illness: 열이 났는데 타이레놀
    /// 먹었더니 내렸어요. Behind the drug it stops at another topic too: 타이레놀 먹었더니 효과가 없어졌어요.
    pub(super) fn read_next_clause(
        &self,
        mention: &Mention,
        clause: std::ops::Range<usize>,
        signs: &mut Signs,
    ) {
        let sentence = self.clauses.sentence(clause.start);
        let mut next = clause.end;
        let mut behind_drug = false;
        while next < sentence.end {
            let following = self.clauses.clause(next);
            next = following.end;
            if following.clone().any(|it| self.people_differ(clause.start, it)) {
                return;
            }
            let later = if following.clone().any(|it| self.mention_in(it).is_some()) {
                let Some(after) = self.after_taking(mention, following) else { return };
                behind_drug = true;
                after
            } else {
                following
            };
            if behind_drug && self.has_topic(later.start, later.end) {
                return;
            }
            if !later.is_empty() {
                self.read_later(mention, clause.clone(), later, signs);
            }
        }
    }

    /// The words of a clause after the taking of drugs, which may be none; `None` where the mention is no
    /// illness, or the clause has another mention.
    fn after_taking(
        &self,
        mention: &Mention,
        clause: std::ops::Range<usize>,
    ) -> Option<std::ops::Range<usize>> {
        let is_illness = matches!(mention.slot, Slot::Condition | Slot::Symptom);
        let drug = |it: usize| self.mention_in(it).map(|it| it.0.slot == Slot::Medication);
        let last = clause.clone().rev().find(|it| drug(*it).is_some())?;
        let only_drugs = clause.clone().all(|it| drug(it).unwrap_or(true));
        let taken = (last..clause.end).find(|it| begins(self.word(*it), &STANDING.take))?;
        (is_illness && only_drugs).then_some(taken + 1..clause.end)
    }

    /// Applies one later clause.
    fn read_later(
        &self,
        mention: &Mention,
        clause: std::ops::Range<usize>,
        later: std::ops::Range<usize>,
        signs: &mut Signs,
    ) {
        let (before, after) = (later.start, later.clone());
        let words: Vec<&str> = later.map(|it| self.word(it)).collect();
        let now = ["지금은", "이제", "이제는", "오늘은", "현재는", "지금", "요즘은", "이젠"];
        let now = words.iter().any(|it| now.contains(it));
        if mention.slot == Slot::Medication {
            // 처방받았는데 아직 안 먹었어요: prescribed, but not taken.
            let taken = (clause.start..before).any(|index| {
                contains(self.word(index), &STANDING.take) && !contains(self.word(index), &["처방"])
            });
            let not_taken = words
                .windows(2)
                .any(|it| matches!(it[0], "안" | "못") && begins(it[1], &STANDING.take))
                || words.iter().any(|it| begins(it, &["안먹"]));
            let stops = after.clone().any(|index| {
                contains(self.word(index), &STANDING.stop)
                    && !self.is_stop_to_come(index)
                    && !self.is_other_habit(index)
            });
            // 지르텍 먹고 버틸까요: what is asked about holds for the taking before it.
            let wonders = words.last().is_some_and(|it| it.ends_with("까요"));
            signs.asked |= taken && wonders && self.word(before - 1).ends_with('고');
            // 깜빡하고 안 먹었어요: not taken.
            signs.negated |= !taken && not_taken;
            signs.stopped |= taken && (stops || (now && not_taken));
            return;
        }
        if mention.slot == Slot::Habit {
            // 술은 마셨는데 끊은 지 오래됐어요.
            let stop = after.clone().find(|index| {
                contains(self.word(*index), &STANDING.stop)
                    && !self.is_stop_to_come(*index)
                    && !self.is_other_habit(*index)
                    // 필름이 끊겼어요: something else ended.
                    && !index.checked_sub(1).is_some_and(|it| ends(self.word(it), &["이", "가"]))
            });
            signs.stopped |= stop.is_some_and(|it| !self.goes_on(it..after.end));
            return;
        }
        // 걱정돼서 검사했는데 아니래요: denied by a test.
        let well = words.iter().any(|it| begins(it, &["정상이"]));
        // 첫째 때 있었고 지금은 정상이에요: past.
        let was = (clause.start..before)
            .any(|it| contains(self.word(it), &["있었", "였", "이었", "했었", "앓았"]));
        if well && now && was {
            signs.past = true;
            return;
        }
        if self.is_cleared(mention, after.clone()) {
            signs.negated = true;
            return;
        }
        let fever = self.concept(mention).name == "발열";
        let falls = |it: &str| contains(it, &["떨어졌", "내렸"]) && !fever;
        // 사진은 멀쩡하대요: about another topic.
        let is_other_topic = |at: usize| {
            begins(self.word(at), &["멀쩡", "말짱", "괜찮"]) && self.has_topic(before, at)
        };
        let own = (before..before + words.len())
            .filter(|it| !is_other_topic(*it))
            .map(|it| self.word(it));
        let over = own.into_iter().any(|it| contains(it, &STANDING.over) && !falls(it));
        signs.past |= self.was_taken_away(mention, after);
        // 지금은 안 먹어요 is about a drug.
        let spared = words
            .windows(2)
            .any(|it| begins(it[0], &["안", "못"]) && begins(it[1], &STANDING.take))
            || words.iter().any(|it| begins(it, &["안먹", "못먹"]));
        // 이제 좀 나아졌어요: better, but not over.
        let is_over = |it: &&str| begins(it, &["없", "괜찮", "나아", "안"]) && !states_course(it);
        let gone = now && !spared && words.iter().any(is_over);
        // 저혈당이 와서 쓰러진 적 있어요: past.
        let reason = before.checked_sub(1).is_some_and(|it| self.word(it).ends_with("때문에"));
        let once = !reason
            && words
                .windows(2)
                .any(|it| matches!(it[0], "적" | "적이" | "적도") && begins(it[1], &["있"]));
        signs.past |= over || gone || once;
    }

    /// Whether the stopping at the word `index` is only wished, considered or ought to be: 끊고 싶어요, 끊어야 하나요.
    pub(super) fn is_stop_to_come(&self, index: usize) -> bool {
        contains(self.word(index), &STANDING.ought)
            || begins(self.next(index), &["싶", "수", "생각", "말까"])
    }

    /// Whether an operation removed the illness: 자궁근종이 있었는데 수술로 뗐어요. Cancers stay present, since they are
    /// followed up for life.
    fn was_taken_away(&self, mention: &Mention, later: std::ops::Range<usize>) -> bool {
        let name = &self.concept(mention).name;
        if mention.slot != Slot::Condition || name.ends_with('암') || self.is_chronic(mention) {
            return false;
        }
        let clause = self.clauses.clause(later.start.saturating_sub(1));
        let was =
            clause.clone().any(|it| contains(self.word(it), &["있었", "생겼", "생겨", "커서"]));
        let removed = later.into_iter().any(|it| begins(self.word(it), &STANDING.removed));
        was && removed
    }

    /// Whether the patient was discharged after a stay for the illness: 폐렴으로 입원했다가 지난주에 퇴원했어요.
    pub(super) fn was_discharged(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let last = self.clauses.sentence(own).end;
        let word_with = |cues: &[&str]| (own + 1..last).find(|it| begins(self.word(*it), cues));
        let stayed = word_with(&["입원했", "입원하"]);
        let left = word_with(&["퇴원했", "퇴원하고"]);
        mention.slot == Slot::Condition
            && !self.concept(mention).name.ends_with('암')
            && !self.is_chronic(mention)
            && matches!((stayed, left), (Some(stayed), Some(left)) if stayed < left)
    }
}

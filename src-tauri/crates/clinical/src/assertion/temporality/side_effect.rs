//! Finds complaints that ended with the drug that caused them: 코데인 먹고 토해서 다시는 안 먹어요.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a complaint was the reason never to take a drug again: 먹고 토해서 다시는 안 먹어요.
    pub(in crate::assertion) fn ended_with_drug(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Symptom {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        let reason =
            clause.clone().next_back().is_some_and(|it| self.word(it).ends_with(['서', '가']));
        let taken = (sentence.start..own)
            .any(|it| self.was_taken(it) || begins(self.word(it), &["먹으면", "먹고"]));
        let drug = self.mentions.iter().any(|drug| {
            drug.slot == Slot::Medication
                && drug.end <= mention.start
                && sentence.contains(&self.clauses.word_at(drug.start))
        });
        let never = [
            "다시는",
            "다신",
            "그뒤로",
            "그후로",
            "뒤로",
            "뒤로는",
            "후로",
            "후로는",
            "그때부터",
            "이후로",
        ];
        let ever = (clause.end..sentence.end).any(|it| never.contains(&self.word(it)))
            && (clause.end..sentence.end).any(|it| self.never_again(it));
        reason && taken && drug && ever
    }

    /// Whether the word at `index` says that a drug was taken.
    pub(in crate::assertion) fn was_taken(&self, index: usize) -> bool {
        let word = self.word(index);
        let once = ["고", "더니", "니까", "으니", "다가", "는데", "은데", "서"];
        let given = word.contains("처방");
        contains(word, &STANDING.take)
            && !given
            && ends(word, &once)
            && !contains(word, &STANDING.stop)
    }

    /// Whether the word at `index` says that a drug is never taken again: 다시는 안 먹어요, 이제 안 써요.
    fn never_again(&self, index: usize) -> bool {
        let word = self.word(index);
        let verb = match word {
            "안" | "못" => self.next(index),
            _ => word.strip_prefix(['안', '못']).unwrap_or_default(),
        };
        // 밥을 통 안 드세요: another object; 아직 한 알도 안 먹었어요: it was never taken.
        let clause = self.clauses.clause(index).start..index;
        let object = clause.clone().any(|at| {
            let word = self.word(at);
            word.chars().count() >= 2 && word.ends_with(['을', '를'])
                || self.mention_in(at).is_some()
        });
        let never = clause
            .clone()
            .any(|it| begins(self.word(it), &["아직", "여태", "알도", "번도", "전혀"]));
        let complaint = self.mention_in(index).is_some() || self.mention_into(index).is_some();
        begins(verb, &STANDING.take)
            && !contains(verb, &["도", "으면", "을까"])
            && !object
            && !never
            && !complaint
    }
}

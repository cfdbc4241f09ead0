//! Decides where the words after a mention are no longer about it: 와파린은 그대로, 아미오다론만 끊었어요; losartan 복용,
//! NSAID 복용력 없음.

use super::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::begins;

impl Context<'_> {
    /// Whether the word at `index` closes the statement about a mention: 복용 with a mark, 호소, 계속, 그대로.
    /// `stem` is the word without its particle.
    pub(super) fn closes_statement(&self, mention: &Mention, index: usize, stem: &str) -> bool {
        let drug = mention.slot == Slot::Medication;
        let marked = self.clauses.words[index].mark.is_some() || self.next(index).is_empty();
        let denied = begins(self.next(index), &["없", "안", "부인", "못", "x"]);
        if drug {
            let taken =
                matches!(stem, "복용" | "투여" | "사용" | "투약" | "유지" | "복용중" | "지속");
            let continues = matches!(stem, "계속" | "그대로" | "그대로고" | "여전히" | "유지하고");
            return marked && (taken || continues);
        }
        // 호흡곤란 호소, 흉통은 없음: the denial is about the next complaint.
        mention.slot == Slot::Symptom && stem == "호소" && !denied
    }

    /// Whether the word at `index` names another topic than the mention: A는 …, B만 끊었어요; vanco 22, ESRD 아님.
    pub(super) fn is_of_another(&self, mention: &Mention, index: usize) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        if index <= own {
            return false;
        }
        let Some((other, rest)) = self.mention_in(index) else { return false };
        let drug = |it: &Mention| it.slot == Slot::Medication;
        let comma = (own..index).any(|it| self.clauses.words[it].mark == Some(','));
        let topic = |rest: &str| begins(rest, &["은", "는", "만"]);
        let is_contrast = topic(self.rest(mention)) && (topic(rest) || begins(rest, &["을", "를"]));
        (comma && drug(other) != drug(mention)) || (comma && is_contrast && drug(mention))
    }

    /// Whether a value with a comma stands between, after which another list begins: 급성 담낭염, WBC 16000,
    /// 황달 없음.
    pub(super) fn is_past_a_value(&self, own: usize, index: usize) -> bool {
        let value = |at: usize| {
            let word = self.word(at);
            self.clauses.words[at].mark == Some(',')
                && word.starts_with(|c: char| c.is_ascii_digit())
                && !word.ends_with(['년', '월', '일', '주', '째'])
        };
        (own + 1..index).any(value)
    }

    /// Whether an English verb at `index` is about another drug that is nearer to it: on ASA, rosuva 20,
    /// clopi held.
    pub(super) fn is_about_nearer_drug(&self, mention: &Mention, index: usize) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let ascii = self.word(index).is_ascii();
        let nearer = |at: usize| {
            self.mention_in(at)
                .is_some_and(|it| it.0.slot == Slot::Medication && it.0.start > mention.start)
        };
        ascii && (own + 1..index).any(nearer)
    }
}

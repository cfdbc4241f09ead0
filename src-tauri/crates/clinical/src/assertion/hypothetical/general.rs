//! Finds mentions of which a text speaks in general: a drug known by hearsay (시알리스는 약하다던데), an illness that
//! is asked to be explained (아나필락시스가 뭐예요?), and a complaint that only says how much (숨 막히게 더워요).

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;
use simui_korean::hangul::final_consonant;

/// Final consonant ㄹ, in which a prospective modifier ends: 기절할 만큼.
const RIEUL: u32 = 8;

impl Context<'_> {
    /// Whether a drug is the topic of what others say of it, and no verb says that it is taken.
    pub(in crate::assertion) fn is_only_heard_of(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication || !matches!(self.rest(mention), "은" | "는") {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let heard = (own + 1..sentence.end).find(|at| contains(self.word(*at), &STANDING.heard));
        heard.is_some_and(|heard| {
            (own + 1..=heard).all(|at| {
                self.mention_in(at).is_none_or(|it| it.0.slot != Slot::Medication)
                    && !contains(self.word(at), &STANDING.take)
                    && !contains(self.word(at), &STANDING.stop)
            })
        })
    }

    /// Whether a question asks what an illness or a complaint is, or what its signs and reasons are: 아나필락시스
    /// 증상이 뭔가요? What somebody shows (이 두드러기가 뭐예요?) is there.
    pub(in crate::assertion) fn is_to_be_explained(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.start);
        let last = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let particles = ["", "이", "가", "은", "는", "란", "이란", "이라는", "라는", "의"];
        let asks = |at: usize| begins(&self.words_from(at, 2), &STANDING.what);
        let behind = || last + 1..sentence.end.min(last + 4);
        let Some(question) = behind().find(|at| asks(*at)) else { return false };
        let of_illness = |at: usize| begins(self.word(at), &STANDING.of_illness);
        mention.slot != Slot::Medication
            && own == sentence.start
            && particles.contains(&self.rest(mention))
            && (last + 1..question).all(of_illness)
            && question + 3 >= sentence.end
    }

    /// Whether a complaint says how much of something else there is, and the sentence has no other.
    pub(in crate::assertion) fn is_measure(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Symptom && mention.slot != Slot::Condition {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let (word, next) = (self.word(own), self.next(own));
        let would = word.chars().next_back().is_some_and(|it| final_consonant(it) == Some(RIEUL));
        let becomes = begins(next, &STANDING.becomes) || contains(next, &["졌", "져", "지"]);
        let manner = self.rest(mention) == "게" && !next.is_empty() && !becomes;
        let degree = would && begins(&self.words_from(own + 1, 2), &STANDING.degree);
        let of_sentence = |other: &&Mention| {
            other.slot != Slot::Medication && sentence.contains(&self.clauses.word_at(other.start))
        };
        let mut others = self.mentions.iter().filter(of_sentence);
        (manner || degree) && others.all(|it| (it.start, it.end) == (mention.start, mention.end))
    }

    /// Whether a statement about a complaint is the topic of a time that is over: 말이 어눌했던 건 작년 일이에요,
    /// 숨찼던 건 10년 전이에요.
    pub(in crate::assertion) fn is_topic_of_past(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let end = self.clauses.sentence(own).end;
        let is_topic = |at: &usize| {
            ends(self.word(*at), &STANDING.retrospective)
                && begins(self.next(*at), &["건", "것은", "거는", "게", "때는"])
        };
        let Some(topic) = (own..end.min(own + LONGEST_TOPIC)).find(is_topic) else { return false };
        let time = topic + 2..end.min(topic + 5);
        let ago = |at: usize| {
            let counted = contains(self.word(at), &["년", "달", "개월"]);
            counted && (begins(self.next(at), &["전"]) || self.word(at).contains("전"))
        };
        let is_over = |at: usize| begins(self.word(at), &STANDING.long_ago) || ago(at);
        let goes_on = self.goes_on(topic + 2..end.min(topic + 6));
        mention.slot != Slot::Medication && time.into_iter().any(is_over) && !goes_on
    }
}

/// Most words from a complaint to the end of the topic that tells of it: 두드러기 나고 숨찼던.
const LONGEST_TOPIC: usize = 5;

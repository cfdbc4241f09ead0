//! Finds what was so in the past, by a time after the mention or an operation.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a time directly after the mention puts it into the past: 우울증은 예전에 …, 코로나는 재작년에 걸렸고.
    pub(in crate::assertion) fn is_dated_past(&self, mention: &Mention) -> bool {
        if mention.slot == Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let after: Vec<&str> = (own + 1..clause.end).map(|it| self.word(it)).collect();
        let goes_on = |word: &&str| {
            contains(word, &STANDING.diagnosed)
                || word.ends_with("부터")
                || begins(word, &["지금", "아직", "계속"])
        };
        if after.iter().any(goes_on) {
            return false;
        }
        let near = &after[..after.len().min(2)];
        let young = near.windows(2).any(|pair| {
            begins(
                pair[0],
                &[
                    "젊을",
                    "어릴",
                    "어렸을",
                    "젊었을",
                    "학생",
                    "처녀",
                    "군대",
                    "초등",
                    "국민학교",
                    "중학",
                    "고등학",
                    "대학",
                    "학교",
                    "유치원",
                    "총각",
                ],
            ) && begins(pair[1], &["때", "적", "시절"])
        });
        let once = near.iter().any(|it| STANDING.once.has(it) && *it != "과거" && *it != "이전에");
        let caught = [
            "걸렸",
            "걸려",
            "앓",
            "겪",
            "치렀",
            "있었",
            "있다가",
            "치료했",
            "치료받",
            "나았",
            "고쳤",
        ];
        let long_ago = near.iter().any(|it| begins(it, &STANDING.long_ago))
            || near.windows(2).any(|it| it[0].ends_with('년') && begins(it[1], &["전"]));
        // 마지막 발작은 재작년이었고: the time as predicate.
        let was = near.iter().any(|word| {
            begins(word, &STANDING.long_ago) && contains(word, &["이었", "였", "이에요", "입니다"])
        });
        young || once || was || (long_ago && after.iter().any(|it| begins(it, &caught)))
    }

    /// Whether an operation of long ago ended the illness: 이십 년 전에 위궤양으로 수술을 했어요.
    pub(in crate::assertion) fn was_operated(&self, mention: &Mention) -> bool {
        // Tumours stay present, since they are followed up for life.
        let name = &self.concept(mention).name;
        let tumour = ends(name, &["암", "종", "종양"]);
        if mention.slot != Slot::Condition || tumour || self.is_chronic(mention) {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let before: Vec<&str> = (clause.start..own).map(|it| self.word(it)).collect();
        let long_ago = before.iter().any(|it| begins(it, &STANDING.long_ago))
            || before.windows(2).any(|it| it[0].ends_with(['년', '달']) && begins(it[1], &["전"]))
            || before.iter().any(|it| it.ends_with("년전") || it.ends_with("년전에"));
        let with = ["으로", "로", "때문에", "이", "가", ""];
        long_ago
            && with.contains(&self.rest(mention))
            && (own..clause.end).any(|it| self.word(it).starts_with("수술"))
    }

    /// Whether a drug was taken until a time in the past: 지난주까지 먹었어요.
    pub(in crate::assertion) fn was_taken_until(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let still = ["지금", "오늘", "아직", "여태", "이제", "현재", "끝"];
        let time = [
            "어제",
            "그제",
            "그저께",
            "엊그제",
            "지난",
            "저번",
            "작년",
            "재작년",
            "전까지",
            "월까지",
            "년까지",
            "달까지",
            "주까지",
            "일까지",
            "초까지",
            "말까지",
            "번까지",
        ];
        let until = clause.clone().any(|index| {
            let word = self.word(index);
            word.ends_with("까지") && !begins(word, &still) && contains(word, &time)
        });
        let taken = ["먹었", "복용했", "복용하였", "썼", "맞았", "발랐", "드셨", "먹였"];
        until && (own..clause.end).any(|it| contains(self.word(it), &taken))
    }

    /// Whether a drug was taken once and named for its effect: 퀴놀론 먹고 힘줄이 아팠던 적이 있어요.
    pub(in crate::assertion) fn was_tried_once(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        // 약 먹고 두드러기 났던 적 있어요. 부루펜이요: the drug is named afterwards.
        let statement = self.preceding_statement(mention);
        let near = own + 1..sentence.end.min(own + 3);
        let (near, end) = statement.map_or((near, sentence.end), |it| (it.clone(), it.end));
        let taken = near.into_iter().find(|index| {
            let word = self.word(*index);
            begins(word, &STANDING.take)
                && ["고", "고서", "다가", "서", "더니", "니까"]
                    .iter()
                    .any(|end| word.ends_with(end))
        });
        let Some(taken) = taken else { return false };
        let once = (taken + 1..end).any(|index| {
            matches!(self.word(index), "적" | "적이" | "적도") && begins(self.next(index), &["있"])
        });
        let other = |it: &Mention| it.slot == Slot::Medication && it.start >= mention.end;
        let last = self.clauses.words[sentence.end - 1].end;
        once && !self.mentions.iter().any(|it| other(it) && it.start < last)
    }

    /// Whether a complaint is joined to a clause that says that it was so once: 두드러기가 나고 숨이 막힌 적이 있어요.
    pub(in crate::assertion) fn was_so_once_with_next(&self, mention: &Mention) -> bool {
        if mention.slot == Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let joins = (own..sentence.end.min(own + 3))
            .find(|it| ends(self.word(*it), &["고", "고서", "면서", "며", "더니"]));
        let Some(joins) = joins else { return false };
        (joins + 1..sentence.end).any(|index| {
            matches!(self.word(index), "적" | "적이" | "적도") && begins(self.next(index), &["있"])
        })
    }

    /// Whether a complaint lasted until a time in the past and does not go on: 열이 있었는데요, 어제까진; 어제까지 기침을
    /// 했어요.
    pub(in crate::assertion) fn was_there_until(&self, mention: &Mention) -> bool {
        if mention.slot == Slot::Medication || self.is_chronic(mention) {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let time = [
            "어제",
            "그제",
            "엊그제",
            "그저께",
            "지난",
            "저번",
            "아까",
            "새벽",
            "작년",
            "월",
            "주",
        ];
        let until = |index: usize| {
            let word = self.word(index);
            let end = ["까지", "까진", "까지는", "까지만", "까지요"]
                .iter()
                .find_map(|end| word.strip_suffix(end));
            end.is_some_and(|it| begins(it, &time) || it.ends_with(['주', '월', '달']))
        };
        // The time may be in the clause itself, or after a comma behind it.
        let clause = self.clauses.clause(own);
        let near = clause.clone().chain(clause.end..sentence.end.min(clause.end + 2)).any(until);
        let was = clause.clone().chain(clause.end..sentence.end.min(clause.end + 2)).any(|index| {
            contains(
                self.word(index),
                &["있었", "했었", "났었", "났", "했는데", "했어", "했고", "아팠", "였"],
            )
        });
        let still = ["오늘도", "지금도", "아직", "여전히", "계속", "지금까지"];
        let goes_on = sentence.clone().any(|it| begins(self.word(it), &still));
        near && was && !goes_on
    }
}

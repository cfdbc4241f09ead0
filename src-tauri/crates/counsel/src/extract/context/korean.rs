//! The Korean cues after a concept, and the few before it.

use super::super::lexicon::Slot;
use super::super::mention::Mention;
use super::super::text::is_hangul;
use super::cues::*;
use super::{Context, Signs};

/// What a word after the concept does.
enum Step {
    /// Nothing: the next word.
    On,
    /// It decides; the rest says nothing of this concept.
    Done,
}

pub(super) fn begins(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| word.starts_with(it))
}

pub(super) fn contains(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| word.contains(it))
}

impl Context<'_> {
    /// Reads from the concept to the end of its clause.
    pub(super) fn read_right(&self, mention: &Mention, signs: &mut Signs) {
        if let Some(absent) = self.marked(mention) {
            signs.negated = absent;
            return;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let mut foreign = false;
        let mut index = own;
        let mut piece = self.rest(mention);
        loop {
            if index != own && self.people_differ(own, index) {
                return;
            }
            if let Step::Done = self.step(mention, index, piece, &mut foreign, signs) {
                break;
            }
            index += 1;
            if index >= clause.end {
                break;
            }
            // 기침이나 가래는 안 나와요: what is said of the second is said of both.
            let listed = matches!(
                piece,
                "이나" | "나" | "랑" | "이랑" | "하고" | "과" | "와" | "이며" | "도"
            );
            if listed && index == own + 1 && self.mention_in(index).is_some_and(|it| it.0.negated) {
                signs.negated = true;
                return;
            }
            piece = match (self.mention_in(index), self.mention_into(index)) {
                (Some((_, rest)), _) | (None, Some(rest)) => rest,
                (None, None) => self.word(index),
            };
        }
        self.read_condition(mention, clause.clone(), signs);
        if !signs.negated {
            self.read_next_clause(mention, clause, signs);
        }
    }

    fn people_differ(&self, own: usize, index: usize) -> bool {
        self.people[own] != self.people[index]
    }

    fn step(
        &self,
        mention: &Mention,
        index: usize,
        piece: &str,
        foreign: &mut bool,
        signs: &mut Signs,
    ) -> Step {
        let drug = mention.slot == Slot::Medication;
        let is_mention = self.mention_in(index).is_some();
        let own_word = index == self.clauses.word_at(mention.end - 1);
        match piece {
            "-" | "(-)" | "무" => {
                signs.negated = self.is_listed_with(mention, index);
                return Step::Done;
            }
            // `x 2 days` is a time.
            "x" if self.is_last_of_its_kind(index) => {
                signs.negated = true;
                return Step::Done;
            }
            "+" | "(+)" | "유" | "양성" => return Step::Done,
            _ => {}
        }
        if piece.is_empty() {
            return Step::On;
        }
        let bare = piece.trim_start_matches(['은', '는', '이', '가', '도', '을', '를', '만']);
        // 고혈압 외에 다른 병은 없어요
        if begins(bare, &["말고는", "말곤", "외에", "외엔", "이외", "빼고", "제외"])
        {
            return Step::Done;
        }
        if begins(bare, &["말고"]) || begins(piece, &["말고"]) || begins(bare, &["음성"]) {
            signs.negated = true;
            return Step::Done;
        }
        if !*foreign && self.negates(mention, index, piece, signs) {
            return Step::Done;
        }
        if begins(piece, &["가족력"]) {
            signs.family = true;
        }
        if contains(piece, &STOP) && (drug || !*foreign) && !self.is_other_habit(index) {
            // 언제 끊어야 하나요: it is still taken, and asked about.
            let next = self.next(index);
            let ought = contains(piece, &OUGHT) || begins(next, &["싶", "수", "생각"]);
            signs.asked |= ought && drug;
            signs.stopped |= !ought;
        }
        // 헤모글로빈이 떨어졌고: only a fever that falls is over.
        let falls = contains(piece, &["떨어졌", "내렸"]) && self.concept(mention).name != "발열";
        if contains(piece, &OVER) && !drug && !*foreign && !falls {
            signs.past = true;
        }
        if !*foreign && self.was_once(mention, index, piece) {
            signs.past = true;
        }
        // 케이캡인가 넥시움인가 헷갈려요
        if drug && own_word && begins(piece, &["인가", "인지"]) && self.is_unsure(index) {
            signs.hypothetical = true;
        }
        // 빈혈일 수도 있대요
        if !drug && piece == "일" && begins(self.next(index), &["수"]) {
            signs.hypothetical = true;
        }
        if contains(piece, &PLANNED) && !*foreign {
            signs.planned = true;
        }
        let wonders =
            piece.ends_with("까요") || (piece.ends_with('까') && !piece.ends_with("니까"));
        let allowed = contains(piece, &ALLOWED) && self.asks_leave(index);
        if drug && (wonders || allowed || contains(piece, &ASKED)) && !signs.planned {
            signs.asked = true;
        }
        let hedged = mention.slot == Slot::Symptom
            && contains(bare, &["같아요", "같은데", "같다", "것같", "의심", "추정"]);
        if !drug && !hedged && contains(bare, &SUPPOSED) && !*foreign {
            signs.hypothetical = true;
        }
        if mention.slot == Slot::Condition && begins(bare, &LOOKED_FOR) {
            signs.hypothetical = true;
        }
        let holds = begins(bare, &["있"]) && !bare.starts_with("있지");
        if holds || self.is_being_taken(drug, index, piece) {
            self.read_held(mention, bare, signs);
            return Step::Done;
        }
        if !is_mention && self.is_foreign(index, piece) {
            *foreign = true;
        }
        Step::On
    }

    /// 먹어도 되나요, but not 먹어도 잠이 안 와요.
    fn asks_leave(&self, index: usize) -> bool {
        let leave = [
            "되", "돼", "될", "된", "괜", "좋", "상관", "무", "안전", "가능", "문제", "안되",
            "안 되",
        ];
        let word = self.clauses.words[index];
        match self.clauses.words.get(index + 1) {
            Some(next) if next.sentence == word.sentence => begins(self.word(index + 1), &leave),
            _ => true,
        }
    }

    /// 앓고 나서, 앓은 적이 있어요; of a drug: 전에는 노바스크였고.
    fn was_once(&self, mention: &Mention, index: usize, piece: &str) -> bool {
        let bare = piece.trim_start_matches(['은', '는', '이', '가', '도', '을', '를', '만']);
        let next = self.next(index);
        let own = index == self.clauses.word_at(mention.end - 1);
        if mention.slot == Slot::Medication {
            return own && begins(piece, &["였", "이었"]);
        }
        self.is_told_of_once(mention)
            || begins(bare, &["앓았", "겪었", "치렀"])
            || (begins(bare, &["앓고", "걸리고", "겪고"]) && begins(next, &["나서", "난", "나니"]))
            || (begins(bare, &["앓은", "걸린", "겪은"])
                && begins(next, &["뒤", "후", "이후", "다음"]))
            || (begins(bare, &["적"]) && (bare.contains('있') || begins(next, &["있"])))
    }

    /// 맥주를 못 끊어요, 담배는 끊었어요: no drug is stopped.
    fn is_other_habit(&self, index: usize) -> bool {
        let before = |by: usize| index.checked_sub(by).map(|it| self.word(it)).unwrap_or_default();
        let not = matches!(before(1), "못" | "안") || begins(self.word(index), &["못", "안"]);
        let habit = ["술", "담배", "맥주", "소주", "커피", "막걸리", "밀가루", "야식"];
        not || begins(before(1), &habit)
    }

    /// Of what is one of two or more: X인가 Y인가.
    fn is_unsure(&self, index: usize) -> bool {
        let words = self.clauses.sentence(index);
        words
            .filter(|it| self.word(*it).ends_with("인가") || self.word(*it).ends_with("인지"))
            .count()
            > 1
    }

    /// A mark or the end of the sentence follows.
    fn is_last_of_its_kind(&self, index: usize) -> bool {
        let word = self.clauses.words[index];
        let next = self.clauses.words.get(index + 1);
        word.mark.is_some() || next.is_none_or(|it| it.sentence != word.sentence)
    }

    /// 있었어요, 있으면, 있나요.
    fn read_held(&self, mention: &Mention, piece: &str, signs: &mut Signs) {
        let sentence = self.clauses.words[self.clauses.word_at(mention.start)].sentence;
        let asks = ["있나", "있을까", "있으신가", "있으세요", "있는지", "있니", "있냐"];
        if mention.slot != Slot::Medication
            && begins(piece, &asks)
            && self.clauses.questions[sentence]
        {
            signs.hypothetical = true;
        }
        if begins(piece, &["있을"]) && piece != "있을" && !self.clauses.questions[sentence] {
            signs.hypothetical = true;
        }
    }

    /// 복용 중, 먹고 있-: from here on nothing more is said of this drug.
    fn is_being_taken(&self, drug: bool, index: usize, piece: &str) -> bool {
        if !drug {
            return false;
        }
        let next = self.next(index);
        begins(piece, &["복용중", "투여중", "사용중", "복약중"])
            || (begins(
                piece,
                &["복용", "투여", "사용", "먹는", "드시는", "맞는", "쓰는", "바르는", "치료"],
            ) && begins(next, &["중"])
                && !begins(next, &["중단", "중지"]))
    }

    /// A noun with the particle of a subject or an object: a negation after it is about that.
    fn is_foreign(&self, index: usize, piece: &str) -> bool {
        let word = self.word(index);
        if piece.len() != word.len() || word.chars().count() < 2 || !word.chars().all(is_hangul) {
            return false;
        }
        let stem =
            ['을', '를', '이', '가', '은', '는', '도'].iter().find_map(|it| word.strip_suffix(*it));
        let Some(stem) = stem else { return false };
        // 들은 적 없대요: a verb.
        if begins(self.next(index), &["적", "기억", "일이", "일은", "일도", "건", "거", "것", "게"])
        {
            return false;
        }
        let modifies =
            ["하", "되", "받", "있", "없", "먹", "하였", "했", "인", "드시", "앓", "않", "같"]
                .iter()
                .any(|it| stem.ends_with(it));
        !modifies
            && !LIGHT.iter().any(|it| stem.ends_with(it))
            && !matches!(
                stem,
                "지금"
                    | "현재"
                    | "아직"
                    | "저"
                    | "나"
                    | "요즘"
                    | "오늘"
                    | "특별히"
                    | "따로"
                    | "최근에"
                    | "전혀"
                    | "다른"
                    | "그동"
                    | "이제까지"
                    | "현재까지"
                    | "입에"
                    | "손에"
            )
    }

    /// 당뇨면, 먹으면, 혹시 … 나요?
    fn read_condition(&self, mention: &Mention, clause: std::ops::Range<usize>, signs: &mut Signs) {
        let Some(last) = clause.clone().next_back() else { return };
        let word = self.word(last);
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.words[own].sentence;
        let question = self.clauses.questions[sentence];
        let drug = mention.slot == Slot::Medication;
        let ends_sentence =
            self.clauses.words.get(last + 1).is_none_or(|it| it.sentence != sentence);
        if word.ends_with('면')
            && word.chars().count() > 1
            && !self.ends_with_mention(last)
            && !self.is_habit(mention, last, question)
        {
            if drug {
                signs.asked = true;
            } else {
                signs.hypothetical = true;
            }
        }
        let perhaps =
            self.clauses.sentence(own).take_while(|it| *it < own).any(|it| self.word(it) == "혹시");
        if perhaps && ends_sentence && question && !drug {
            signs.hypothetical = true;
        }
        let being_taken = (own..clause.end).any(|it| self.is_being_taken(drug, it, self.word(it)))
            || self.is_taken_already(mention, clause.clone());
        if drug && ends_sentence && question && !being_taken && !self.has_past_verb(own, clause.end)
        {
            signs.asked = true;
        }
    }

    /// 먹던 약을 어떡하죠?, 아스피린 때문인가요?: asked about as something that is taken.
    fn is_taken_already(&self, mention: &Mention, clause: std::ops::Range<usize>) -> bool {
        let own = self.clauses.word_at(mention.start);
        let before = own.checked_sub(1).filter(|it| *it >= clause.start).map(|it| self.word(it));
        let taken = [
            "먹던",
            "먹는",
            "드시던",
            "드시는",
            "복용하던",
            "복용하는",
            "쓰던",
            "쓰는",
            "맞던",
            "맞는",
            "바르던",
        ];
        before.is_some_and(|it| taken.contains(&it))
            || (own..clause.end).any(|it| contains(self.word(it), &["때문", "탓인"]))
    }

    fn ends_with_mention(&self, word: usize) -> bool {
        self.mention_in(word).is_some_and(|(_, rest)| rest.is_empty())
    }

    fn has_past_verb(&self, from: usize, to: usize) -> bool {
        (from..to).any(|it| {
            contains(
                self.word(it),
                &["먹었", "먹고", "복용했", "복용하고", "맞았", "썼", "발랐", "드셨"],
            )
        })
    }

    /// 메트포르민을 먹으면 설사해요: what happens when it is taken; it is taken.
    fn is_habit(&self, mention: &Mention, last: usize, question: bool) -> bool {
        let next = self.clauses.words.get(last + 1);
        let sentence = self.clauses.words[last].sentence;
        if mention.slot != Slot::Medication || question {
            return false;
        }
        // 감기약 먹으면 더 심해져요, 소염제 먹으면 꼭 탈이 나요
        let effects = [
            "심해",
            "나빠",
            "안좋",
            "탈이",
            "좋아지",
            "나아",
            "낫",
            "편해",
            "편안",
            "괜찮아",
            "덜해",
            "가라앉",
            "듣",
        ];
        let told = self
            .clauses
            .sentence(last)
            .filter(|it| *it > last)
            .any(|it| begins(self.word(it), &effects));
        next.is_some_and(|it| it.sentence == sentence)
            && (told
                || self.mentions.iter().any(|it| {
                    it.slot == Slot::Symptom
                        && it.start > self.clauses.words[last].end
                        && self.clauses.words[self.clauses.word_at(it.start)].sentence == sentence
                }))
    }

    /// 먹었는데 끊었어요, 났는데 지금은 괜찮아요: the clauses after it end what this one says, while they speak of nothing else.
    fn read_next_clause(
        &self,
        mention: &Mention,
        clause: std::ops::Range<usize>,
        signs: &mut Signs,
    ) {
        let sentence = self.clauses.sentence(clause.start);
        let mut next = clause.end;
        while next < sentence.end {
            let following = self.clauses.clause(next);
            if following
                .clone()
                .any(|it| self.mention_in(it).is_some() || self.people_differ(clause.start, it))
            {
                return;
            }
            self.read_later(mention, clause.clone(), following.clone(), signs);
            next = following.end;
        }
    }

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
            let taken = (clause.start..before).any(|it| contains(self.word(it), &TAKE));
            let not_taken =
                words.windows(2).any(|it| matches!(it[0], "안" | "못") && begins(it[1], &TAKE))
                    || words.iter().any(|it| begins(it, &["안먹"]));
            let stops = after.into_iter().any(|it| {
                let word = self.word(it);
                contains(word, &STOP) && !contains(word, &OUGHT) && !self.is_other_habit(it)
            });
            // 깜빡하고 안 먹었어요
            signs.negated |= !taken && not_taken;
            signs.stopped |= taken && (stops || (now && not_taken));
            return;
        }
        // 걱정돼서 검사했는데 아니래요
        if words.iter().any(|it| begins(it, &["아니", "음성", "정상이"])) {
            signs.negated = true;
            return;
        }
        let fever = self.concept(mention).name == "발열";
        let falls = |it: &str| contains(it, &["떨어졌", "내렸"]) && !fever;
        let over = words.iter().any(|it| contains(it, &OVER) && !falls(it));
        let gone = now && words.iter().any(|it| begins(it, &["없", "괜찮", "나아", "안"]));
        signs.past |= over || gone;
    }
}

//! Reads the Korean cues after a mention.

use super::{Context, Signs};
use crate::events::doses::has_amount;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::letters::is_hangul;
use crate::text::words::{PEOPLE, STANDING};

/// The effect of a word after a mention.
enum Step {
    /// Reading continues with the next word.
    On,
    /// The statement about the mention is complete.
    Done,
}

impl Context<'_> {
    /// Reads from the mention to the end of its clause, then the clauses after it.
    pub(super) fn read_right(&self, mention: &Mention, signs: &mut Signs) {
        if let Some(absent) = self.chart_mark(mention) {
            signs.negated = absent;
            return;
        }
        // A형 간염 예방접종: a vaccine against the illness.
        if mention.slot == Slot::Condition && self.is_guarded_against(mention) {
            signs.hypothetical = true;
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
            if self.is_of_another(mention, index) || self.is_past_a_value(own, index) {
                break;
            }
            if let Step::Done = self.step(mention, index, piece, &mut foreign, signs) {
                break;
            }
            index += 1;
            if index >= clause.end || self.is_contrasted(mention, index) {
                break;
            }
            // 기침이나 가래는 안 나와요: the negation of the second applies to both.
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
        // 없어요, 당뇨는: the predicate precedes.
        for index in self.predicate_before(mention).into_iter().flatten() {
            if let Step::Done = self.step(mention, index, self.word(index), &mut foreign, signs) {
                break;
            }
        }
        self.read_condition(mention, clause.clone(), signs);
        if !signs.negated {
            self.read_next_clause(mention, clause, signs);
        }
    }

    /// Whether two words are about different persons.
    pub(super) fn people_differ(&self, own: usize, index: usize) -> bool {
        self.people[own] != self.people[index]
    }

    /// Whether one amount stands between a mention and the word at `index`, and another behind the word.
    fn is_between_amounts(&self, mention: &Mention, index: usize) -> bool {
        let words = &self.clauses.words;
        let (last, word) = ((index + 2).min(words.len() - 1), words[index]);
        has_amount(self.text.slice(mention.end, word.start))
            && has_amount(self.text.slice(word.end, words[last].end))
    }

    /// Reads one word. `piece` is the word without the mention in it; `foreign` is set when another noun
    /// takes over the clause.
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
        let own_at = self.clauses.word_at(mention.end - 1);
        let own_word = index == own_at;
        match piece {
            // 5mg -> 3mg: an arrow.
            "-" if self.text.get(self.clauses.words[index].end) == Some('>') => return Step::On,
            "-" | "(-)" | "무" => {
                signs.negated = self.is_listed_with(mention, index);
                return Step::Done;
            }
            // `x 2 days` is a duration.
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
        let stem = piece.trim_start_matches(['은', '는', '이', '가', '도', '을', '를', '만']);
        if self.closes_statement(mention, index, stem) {
            return Step::Done;
        }
        // 고혈압 외에 다른 병은 없어요: an exception.
        if begins(stem, &["말고는", "말곤", "외에", "외엔", "이외", "빼고", "제외"])
        {
            return Step::Done;
        }
        // 아스피린 대신 클로피도그렐 먹어요: another drug instead.
        let another = |it: &Mention| it.slot == Slot::Medication && it.start > mention.end;
        if drug && begins(stem, &["대신"]) && self.mentions.iter().any(another) {
            signs.negated = true;
            return Step::Done;
        }
        // 천식은 저 말고 동생이 있어요: denied of the speaker only.
        if stem.starts_with("말고") && index > own_at && PEOPLE.patient.has(self.word(index - 1))
        {
            return Step::On;
        }
        // 타이레놀 500mg 말고 650mg 먹어요: an amount is taken back, not the drug.
        if stem == "말고" && drug && index > own_at && self.is_between_amounts(mention, index) {
            return Step::On;
        }
        if begins(stem, &["말고"]) || begins(piece, &["말고"]) || begins(stem, &["음성"]) {
            signs.negated = true;
            return Step::Done;
        }
        if !*foreign && self.negates(mention, index, piece, signs) {
            return Step::Done;
        }
        // 결핵 병력 있음, anaphylaxis 과거력: a history.
        let next_to_it = index <= self.clauses.word_at(mention.end - 1) + 1;
        if !drug && next_to_it && begins(piece, &["과거력", "병력", "기왕력", "앓은 적"])
        {
            signs.history = true;
        }
        if begins(piece, &["가족력"]) {
            signs.family = true;
        }
        if contains(piece, &STANDING.stop)
            && (drug || !*foreign && !self.treats(own_at, index))
            && !self.is_other_habit(index)
            && !self.is_about_nearer_drug(mention, index)
        {
            // 언제 끊어야 하나요: still taken, and asked about.
            let ought = self.is_stop_to_come(index);
            signs.asked |= ought && drug;
            signs.stopped |= !ought;
        }
        // 헤모글로빈이 떨어졌고: a fall means recovery only for a fever.
        let falls = contains(piece, &["떨어졌", "내렸"]) && self.concept(mention).name != "발열";
        // 붓기는 빠졌어요: a swelling has gone.
        let shrinks = begins(stem, &["빠졌", "빠진", "빠지고"])
            && self.concept(mention).name.ends_with("부종");
        if (contains(piece, &STANDING.over) || shrinks) && !drug && !*foreign && !falls {
            signs.past = true;
        }
        if !*foreign && self.was_once(mention, index, piece) {
            signs.past = true;
        }
        // 임신성 당뇨였다가 출산하고 정상 됐어요: past.
        if !drug && own_word && begins(piece, &["였다가", "이었다가", "이였다가"]) {
            signs.past = true;
        }
        // 케이캡인가 넥시움인가 헷갈려요: the drug is uncertain.
        if drug && own_word && begins(piece, &["인가", "인지"]) && self.is_unsure(index) {
            signs.hypothetical = true;
        }
        // 빈혈일 수도 있대요: only possible.
        if !drug && piece == "일" && begins(self.next(index), &["수"]) {
            signs.hypothetical = true;
        }
        if contains(piece, &STANDING.planned) && !*foreign {
            signs.planned = true;
        }
        // 아까 is a time, and 그러니까 a conjunction.
        let wonders = piece.ends_with("까요")
            || piece.ends_with('까')
                && !piece.ends_with("니까")
                && !STANDING.recent.contains(&piece);
        let allowed = contains(piece, &STANDING.allowed) && self.asks_leave(index);
        // 안정제를 먹고 싶어요: wanted.
        if drug && begins(self.next(index), &["싶"]) && !contains(piece, &STANDING.stop) {
            signs.asked = true;
        }
        // 자낙스는 필요할 때만 먹어요: taken as needed.
        let as_needed = begins(stem, &["필요할", "필요시", "필요하면"])
            || begins(piece, &["필요"]) && begins(self.next(index), &["때"]);
        // 친구가 줘서 먹어 봤는데: given, not wanted.
        let given = begins(piece, &["줘서", "줬", "주셔서", "주셨"]);
        let wants = contains(piece, &STANDING.asked) && !given;
        if drug && (wonders || allowed || wants) && !as_needed && !signs.planned {
            signs.asked = true;
        }
        let hedged = mention.slot == Slot::Symptom
            && contains(stem, &["같아요", "같은데", "같다", "것같", "의심", "추정"]);
        // tightness, r/o angina: refers to what follows.
        let of_next = stem == "r/o" && index > 0 && self.clauses.words[index - 1].mark == Some(',');
        if !drug && !hedged && !of_next && contains(stem, &STANDING.supposed) && !*foreign {
            signs.hypothetical = true;
        }
        // 독감 검사 양성 나와서: found.
        let found = (index..index + 3).any(|it| begins(self.next(it), &["양성"]));
        if mention.slot == Slot::Condition && begins(stem, &STANDING.looked_for) && !found {
            signs.hypothetical = true;
        }
        // 고지혈증 있는 사람은 없어요: nobody has it.
        let nobody = matches!(piece, "있는" | "앓는" | "걸린" | "있으신")
            && begins(self.next(index), &["사람", "분", "이는", "가족", "식구"]);
        // 슈도에페드린 있는 걸로 주세요: the drug describes another noun, which is asked for.
        let describes = drug
            && begins(piece, &STANDING.contained)
            && begins(self.next(index), &STANDING.product);
        let is_present =
            begins(stem, &["있"]) && !stem.starts_with("있지") && !nobody && !describes;
        if is_present || self.is_being_taken(drug, index, piece) {
            self.read_presence(mention, stem, signs);
            return Step::Done;
        }
        if !is_mention && self.is_foreign(index, piece) {
            *foreign = true;
        }
        Step::On
    }

    /// Whether a verb in -도 asks for leave: 먹어도 되나요, but not 먹어도 잠이 안 와요.
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

    /// Whether a word puts a mention into the past: 앓고 나서, 앓은 적이 있어요; of a drug 전에는 노바스크였고.
    fn was_once(&self, mention: &Mention, index: usize, piece: &str) -> bool {
        let stem = piece.trim_start_matches(['은', '는', '이', '가', '도', '을', '를', '만']);
        let next = self.next(index);
        let own = index == self.clauses.word_at(mention.end - 1);
        if mention.slot == Slot::Medication {
            return own && begins(piece, &["였", "이었"]) && !self.is_put_right(mention);
        }
        self.is_dated_past(mention)
            || begins(stem, &["앓았", "겪었", "치렀"])
            || (begins(stem, &["앓고", "걸리고", "겪고"]) && begins(next, &["나서", "난", "나니"]))
            || (begins(stem, &["앓은", "걸린", "겪은"])
                && begins(next, &["뒤", "후", "이후", "다음"]))
            || (begins(stem, &["적"]) && (stem.contains('있') || begins(next, &["있"])))
    }

    /// Whether another habit is stopped: 맥주를 못 끊어요, 담배는 끊었어요.
    pub(super) fn is_other_habit(&self, index: usize) -> bool {
        let before = |by: usize| index.checked_sub(by).map(|it| self.word(it)).unwrap_or_default();
        let not = matches!(before(1), "못" | "안") || begins(self.word(index), &["못", "안"]);
        let habit = ["술", "담배", "맥주", "소주", "커피", "막걸리", "밀가루", "야식"];
        not || begins(before(1), &habit)
    }

    /// Whether a drug or a verb of taking one stands between the words, so that a verb of stopping is about
    /// the drug: 우울증으로 파록세틴 먹다가 끊었고.
    fn treats(&self, own: usize, index: usize) -> bool {
        (own + 1..index).any(|between| {
            let drug = self.mention_in(between).is_some_and(|it| it.0.slot == Slot::Medication);
            drug || begins(self.word(between), &STANDING.take)
        })
    }

    /// Whether the sentence names alternatives: X인가 Y인가.
    fn is_unsure(&self, index: usize) -> bool {
        let words = self.clauses.sentence(index);
        words
            .filter(|it| self.word(*it).ends_with("인가") || self.word(*it).ends_with("인지"))
            .count()
            > 1
    }

    /// Whether a mark or the end of the sentence follows the word.
    fn is_last_of_its_kind(&self, index: usize) -> bool {
        let word = self.clauses.words[index];
        let next = self.clauses.words.get(index + 1);
        word.mark.is_some() || next.is_none_or(|it| it.sentence != word.sentence)
    }

    /// Reads 있다 after a mention: 있었어요, 있으면, 있나요.
    fn read_presence(&self, mention: &Mention, piece: &str, signs: &mut Signs) {
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

    /// Whether a drug is being taken: 복용 중, 먹는 중. Later words of the clause do not change that.
    pub(super) fn is_being_taken(&self, drug: bool, index: usize, piece: &str) -> bool {
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

    /// Whether a word is another noun with a particle of subject or object, so that a later negation is
    /// about that noun.
    fn is_foreign(&self, index: usize, piece: &str) -> bool {
        let word = self.word(index);
        if piece.len() != word.len() || word.chars().count() < 2 || !word.chars().all(is_hangul) {
            return false;
        }
        let stem =
            ['을', '를', '이', '가', '은', '는', '도'].iter().find_map(|it| word.strip_suffix(*it));
        // 입원하셨다가 is a verb.
        let Some(stem) = stem.filter(|_| !word.ends_with("다가")) else { return false };
        // 한 번도, 하나도 are amounts.
        if ["번", "하나", "조금", "한번", "전혀", "명", "분", "사람", "아무", "누구", "식구"]
            .contains(&stem)
        {
            return false;
        }
        // 들은 적 없대요 is a verb.
        if begins(self.next(index), &["적", "기억", "일이", "일은", "일도", "건", "거", "것", "게"])
        {
            return false;
        }
        let modifies =
            ["하", "되", "받", "있", "없", "먹", "하였", "했", "인", "드시", "앓", "않", "같"]
                .iter()
                .any(|it| stem.ends_with(it));
        !modifies
            && !STANDING.light.iter().any(|it| stem.ends_with(it))
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
}

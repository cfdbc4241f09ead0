//! The reading of one advertisement: its letters, its sentences, and the words of every class in them.

use std::ops::Range;

use simui_domain::Ad;
use simui_search::analysis::{Analyser, Morpheme, Tag};

use super::budget::Budget;
use super::reply::{self, ReplyClasses, breaks_before};
use super::sentence::{self, Sentence};
use super::voice;
use crate::entities::{self, Entity, EntityKind, EntityTable, Placed};
use crate::lexicon::{
    ClassId, ClassNames, Cut, FigureClasses, Hit, Lexicon, OfClass, Words, by_class, figure_hits,
};
use crate::normalise::{Characters, Gap, Letter, Normalised, normalise};
use crate::titles::{self, TitleClasses, TitleTable};

/// Classes that the code of this crate finds or asks for.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// A predicate in the past tense: 받았, 좋아졌.
    pub past: ClassId,
    /// A predicate in the past tense at the end of a sentence: 받았어요.
    pub past_final: ClassId,
    /// The same as people speak: 받았어요, 뺐거든요.
    pub past_spoken: ClassId,
    /// The last word of a statement: 다닙니다, 자요.
    pub declared: ClassId,
    /// A polite ending of speech: -어요, -네요.
    pub spoken: ClassId,
    /// A completed change: 좋아졌, 가라앉았.
    pub became: ClassId,
    /// The same as people speak: 좋아졌어요.
    pub became_spoken: ClassId,
    /// An ending of a witness: -더라고요, -던데요.
    pub witnessed: ClassId,
    /// A short heading in brackets at the start of a line.
    pub heading: ClassId,
    /// Chinese or Japanese text.
    pub foreign_script: ClassId,
    /// Words between quotation marks.
    pub quoted: ClassId,
    /// A name of which letters are hidden: 김○우.
    pub masked_person: ClassId,
    /// The word behind a rating in stars: ★★★★★ 김○우.
    pub rated: ClassId,
    /// Words that report or mention those before them: 라는, 다고.
    pub reported: ClassId,
    /// A denial of the words before it: 지 않, 수 없, 것은 아니.
    pub negation: ClassId,
    /// A statement that something does not exist: 는 없, 이란 없.
    pub nonexistence: ClassId,
    /// A word that says that something is not there: 없.
    pub absence: ClassId,
    /// Words whose denial is favourable: 부작용, 재발, 실패.
    pub harm: ClassId,
    /// Harms that may be there or not: 부작용, 통증.
    pub harms: [ClassId; 2],
    /// A harm that its heading says is not there.
    pub absent_harm: ClassId,
    /// A treatment that its heading says is free.
    pub free_act: ClassId,
    /// Words for what costs nothing.
    pub free: ClassId,
    /// A treatment.
    pub procedure: ClassId,
    /// An expression of mere possibility: 수 있, 도움, 기대.
    pub hedge: ClassId,
    /// An expression of a condition: 면, 경우.
    pub condition: ClassId,
    /// A word that asks for the reason or the way of what has happened: 왜, 어떻게.
    pub asks_reason: ClassId,
    /// Words for medical acts, their effect and who performs them: a sentence with one of these is a claim.
    pub assertive: ClassId,
    /// A part of the body.
    pub organ: ClassId,
    /// A disease or a symptom.
    pub disease: ClassId,
    /// Words for the advertiser: a clinic, its doctors, we.
    pub advertiser: [ClassId; 3],
    /// What an advertiser praises when it praises itself.
    pub praised: Vec<ClassId>,
    /// Words by which a sentence replies to the one before it.
    pub reply: ReplyClasses,
    /// Titles whose field is read.
    pub(crate) titles: TitleClasses,
}

/// Classes of what belongs to a clinic, of those who work there, of what they do, and of what comes of it.
const PRAISED: [&str; 21] = [
    "praised",
    "place",
    "title_holder",
    "quality",
    "medical_target",
    "device",
    "method",
    "procedure",
    "organ",
    "experience_noun",
    "medical_result_noun",
    "rank_noun",
    "improve",
    "rejuvenate",
    "safe_claim",
    "assertive",
    "region",
    "outcome_felt",
    "strict_improve",
    "cure",
    "offer",
];

impl Grammar {
    /// Gives the classes their numbers; the lexicon defines those that consist of words.
    pub fn intern(names: &mut ClassNames) -> Self {
        let titles = TitleClasses::intern(names);
        let reply = ReplyClasses::intern(names);
        let mut id = |name: &str| names.intern(name);
        Self {
            reply,
            titles,
            past: id("past"),
            past_final: id("past_final"),
            past_spoken: id("past_spoken"),
            declared: id("declared"),
            spoken: id("spoken"),
            became: id("became"),
            became_spoken: id("became_spoken"),
            witnessed: id("witnessed"),
            heading: id("heading"),
            foreign_script: id("foreign_script"),
            quoted: id("quoted"),
            masked_person: id("masked_person"),
            rated: id("rated"),
            reported: id("reported"),
            negation: id("negation"),
            nonexistence: id("nonexistence"),
            absence: id("absence"),
            harm: id("harm"),
            harms: ["harm", "pain_harm"].map(&mut id),
            absent_harm: id("absent_harm"),
            free_act: id("free_act"),
            free: id("free"),
            procedure: id("procedure"),
            hedge: id("hedge"),
            condition: id("condition"),
            asks_reason: id("asks_reason"),
            assertive: id("assertive"),
            organ: id("organ"),
            disease: id("disease"),
            advertiser: ["provider", "doctor", "our_side"].map(&mut id),
            praised: PRAISED.iter().map(|name| id(name)).collect(),
        }
    }
}

/// An advertisement with its letters, sentences and word hits.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The advertisement.
    pub ad: &'a Ad,
    /// Its text without disguises.
    pub normal: Normalised,
    /// The position of each letter, in words; a comma counts as one more word, a bracket as two.
    pub position: Vec<usize>,
    /// The names and typed tokens, in order.
    pub entities: Vec<Entity>,
    /// The words of every class, sorted by first letter.
    pub hits: Vec<Hit>,
    /// The sentences, in order.
    pub sentences: Vec<Sentence>,
    /// Whether empty lines end paragraphs; false where an empty line follows nearly every sentence.
    empty_lines_divide: bool,
    /// The index of `hits` by class.
    pub(crate) by_class: Vec<(ClassId, u32)>,
    /// The number of words that may still be examined: a bound for all rules together, against hostile packs
    /// and texts.
    pub budget: Budget,
}

/// What a text is read with.
#[derive(Debug, Clone, Copy)]
pub struct Means<'m> {
    /// The table of characters.
    pub characters: &'m Characters,
    /// The classes of words.
    pub lexicon: &'m Lexicon,
    /// The classes of figures.
    pub figures: &'m FigureClasses,
    /// The classes that code asks for.
    pub grammar: &'m Grammar,
    /// The table of entities.
    pub entities: &'m EntityTable,
    /// The table of titles.
    pub titles: &'m TitleTable,
    /// The dictionary, if there is one.
    pub analyser: &'m Analyser,
}

/// Least number of sentences in a paragraph, on average, where empty lines end paragraphs.
const SENTENCES_OF_A_PARAGRAPH: usize = 2;

impl<'a> Reading<'a> {
    /// Reads `ad`.
    pub fn new(ad: &'a Ad, means: &Means<'_>) -> Self {
        let Means { characters, lexicon, figures, grammar, analyser, .. } = means;
        let normal = normalise(&ad.text, characters);
        let letters = &normal.letters;
        let (morphemes, source) = analysed(letters, analyser);
        let placed: Vec<Placed<'_>> =
            morphemes.iter().filter_map(|it| placed(it, letters, &source)).collect();
        let known = KnownWords::new(letters, &morphemes, &source);
        let entities = means.entities.find(&normal, &placed);
        let mut hits = lexicon.hits(&normal, &|place| known.cuts(place));
        hits.extend(figure_hits(&normal, figures, &|start, end| {
            known.cuts(Cut { start, end, is_ending: false })
        }));
        // A word inside a name is no claim.
        hits.retain(|hit| {
            !entities::is_masked(&entities, hit.start, hit.end) || lexicon.is_of_names(hit.class)
        });
        let masked = entities.iter().filter(|it| it.kind == EntityKind::MaskedPerson);
        let class = grammar.masked_person;
        hits.extend(masked.map(|it| Hit { class, start: it.from, end: it.to, value: 0.0 }));
        let text = titles::Text { letters, morphemes: &placed, entities: &entities, hits: &hits };
        let of_titles = titles::find(&text, means.titles, &grammar.titles);
        hits.extend(of_titles);
        let mut sentences = sentence::split(&normal);
        reply::assign(&mut sentences, &normal, &hits, &grammar.reply);
        let voices = voice::hits(&ad.text, &normal, &sentences, characters, grammar);
        for voice in &voices {
            let at = sentences.partition_point(|sentence| sentence.to <= voice.start);
            let speaks = voice.class == grammar.spoken || voice.class == grammar.witnessed;
            sentences.get_mut(at).into_iter().for_each(|it| it.in_speech |= speaks);
        }
        hits.extend(voices);
        let position = positions(letters);
        let budget = Budget::default();
        let opening = sentences.iter().filter(|it| breaks_before(&normal, it.from) > 1).count();
        let empty_lines_divide = (opening + 1) * SENTENCES_OF_A_PARAGRAPH <= sentences.len();
        let reading = Self {
            ad,
            normal,
            position,
            entities,
            hits: Vec::new(),
            sentences,
            empty_lines_divide,
            by_class: Vec::new(),
            budget,
        };
        reading.with_hits(hits)
    }

    /// Adds words that were found.
    #[must_use]
    pub fn with_hits(mut self, found: Vec<Hit>) -> Self {
        let hits = &mut self.hits;
        hits.extend(found);
        hits.sort_by_key(|hit| (hit.start, hit.end, hit.class));
        let mut from = 0;
        for sentence in &mut self.sentences {
            let until = from + hits[from..].partition_point(|hit| hit.start < sentence.to);
            sentence.hits = from..until;
            hits[from..until].iter().for_each(|hit| sentence.classes.insert(hit.class));
            sentence.by_class = by_class(&hits[from..until]);
            from = until;
        }
        self.by_class = by_class(hits);
        self
    }

    /// Whether a part of the advertisement was not examined: it has words longer than the limit, or the
    /// budget was spent.
    pub fn is_cut(&self) -> bool {
        self.normal.has_cut_words || self.budget.is_cut()
    }

    /// Returns the numbers of sentence `number` and of those beside it in its paragraph.
    pub fn neighbours(&self, number: usize) -> Range<usize> {
        let opens = |at: usize| {
            let first = self.sentences.get(at).map(|sentence| sentence.from);
            first
                .is_none_or(|from| self.empty_lines_divide && breaks_before(&self.normal, from) > 1)
        };
        let from = if opens(number) { number } else { number.saturating_sub(1) };
        from..if opens(number + 1) { number + 1 } else { number + 2 }
    }

    /// Returns the words of the whole advertisement.
    pub fn words(&self) -> Words<'_> {
        Words::new(&self.hits, &self.by_class)
    }

    /// Returns the number of words between letters `..end` and `start..`; 0 in the same word or side by side.
    pub fn distance(&self, end: usize, start: usize) -> usize {
        match (end.checked_sub(1).and_then(|at| self.position.get(at)), self.position.get(start)) {
            (Some(before), Some(after)) => after.saturating_sub(*before).saturating_sub(1),
            _ => usize::MAX,
        }
    }

    /// Returns the sentence that contains letter `at`.
    pub fn sentence(&self, at: usize) -> Option<&Sentence> {
        let index = self.sentences.partition_point(|sentence| sentence.to <= at);
        self.sentences.get(index).filter(|sentence| sentence.from <= at)
    }

    /// Returns the hits of `sentence`.
    pub fn hits_in(&self, sentence: &Sentence) -> &[Hit] {
        &self.hits[sentence.hits.clone()]
    }

    /// Returns the words of `sentence`.
    pub fn words_in<'s>(&'s self, sentence: &'s Sentence) -> Words<'s> {
        Words::new(self.hits_in(sentence), &sentence.by_class)
    }

    /// Returns the words of `class` in `sentence`; none where the budget does not suffice.
    pub fn of_class<'s>(
        &'s self,
        sentence: &'s Sentence,
        class: ClassId,
    ) -> impl Iterator<Item = &'s Hit> + use<'s> {
        let words = self.words_in(sentence).of(class);
        let affordable = self.budget.spend(words.len());
        affordable.then_some(words).into_iter().flat_map(OfClass::iter)
    }

    /// Returns letters `from..to` as text.
    pub fn text(&self, from: usize, to: usize) -> String {
        self.normal.words(from, to)
    }
}

fn positions(letters: &[Letter]) -> Vec<usize> {
    let mut at = 0;
    letters
        .iter()
        .enumerate()
        .map(|(index, letter)| {
            at += match letter.gap {
                _ if index == 0 => 0,
                Gap::None | Gap::Soft => 0,
                Gap::Space => 1,
                Gap::Comma => 2,
                Gap::Strong => 3,
                Gap::Break => 5,
            };
            at
        })
        .collect()
}

/// The places inside words of the dictionary.
struct KnownWords {
    /// True for letters inside a known word, its first letter excluded.
    inside_word: Vec<bool>,
    /// True for letters inside an ending, its first letter excluded.
    inside_ending: Vec<bool>,
    /// True for letters behind a space or a sign.
    begins: Vec<bool>,
    /// True for letters inside a known word of one form, its first letter excluded. A word of a class may end
    /// inside a predicate, since classes have the beginnings of its forms.
    inside_fixed: Vec<bool>,
}

/// Whether a word with this tag is written in one form: nouns, conjunctions, determiners, roots,
/// exclamations. Adverbs are not, since classes have their stems (틀림없).
fn is_fixed(tag: Tag) -> bool {
    tag.is_noun() || matches!(tag, Tag::MAJ | Tag::MM | Tag::XR | Tag::IC)
}

impl KnownWords {
    /// Finds the places; `source` has the letter behind each character that was analysed.
    fn new(letters: &[Letter], morphemes: &[Morpheme], source: &[usize]) -> Self {
        let mut words = Self {
            inside_word: vec![false; letters.len()],
            inside_ending: vec![false; letters.len()],
            begins: letters.iter().map(|letter| letter.gap > Gap::None).collect(),
            inside_fixed: vec![false; letters.len()],
        };
        for morpheme in morphemes {
            let fixed = is_fixed(morpheme.tag);
            let word = fixed || matches!(morpheme.tag, Tag::VV | Tag::VA | Tag::VX | Tag::MAG);
            let ending = matches!(morpheme.tag, Tag::EC | Tag::EF);
            // A long name without parts usually consists of several words that the dictionary does not know.
            let unknown_name = morpheme.tag == Tag::NNP && morpheme.parts.is_empty();
            if !word && !ending || unknown_name && morpheme.end - morpheme.start > 5 {
                continue;
            }
            for at in morpheme.start + 1..morpheme.end {
                let between_parts = morpheme.parts.iter().any(|part| part.start == at);
                let letter = source.get(at).filter(|&&it| !between_parts && !letters[it].joined);
                if let Some(&letter) = letter {
                    words.inside_word[letter] |= word;
                    words.inside_ending[letter] |= ending;
                    words.inside_fixed[letter] |= fixed;
                }
            }
        }
        words
    }

    /// Whether `start` lies inside a known word or `end` inside one of one form: 유일 in 치유일, 물리치 in
    /// 물리치료. Several words do not begin inside an ending either: 만 번 in 결심하지만 번번이. An ending may begin
    /// inside a predicate (다는 in 되살아난다는), but in no noun.
    fn cuts(&self, Cut { start, end, is_ending }: Cut) -> bool {
        let at = |places: &[bool], index: usize| places.get(index).copied().unwrap_or(false);
        let has_space = || (start + 1..end).any(|index| at(&self.begins, index));
        let begins_inside = if is_ending { &self.inside_fixed } else { &self.inside_word };
        at(begins_inside, start)
            || at(&self.inside_fixed, end)
            || at(&self.inside_ending, start) && has_space()
    }
}

/// Returns the morphemes of the letters and the letter behind each character that was analysed; none without
/// a dictionary.
fn analysed(letters: &[Letter], analyser: &Analyser) -> (Vec<Morpheme>, Vec<usize>) {
    if !analyser.has_dictionary() {
        return (Vec::new(), Vec::new());
    }
    let (text, source) = without_disguises(letters);
    (analyser.morphemes(&text), source)
}

/// Returns a morpheme with its letters; `None` for a mark that stands between two letters.
fn placed<'m>(morpheme: &'m Morpheme, letters: &[Letter], source: &[usize]) -> Option<Placed<'m>> {
    let from = *source.get(morpheme.start)?;
    let to = source.get(morpheme.end.checked_sub(1)?)? + 1;
    let is_word = morpheme.surface.chars().next() == letters.get(from).map(|it| it.ch);
    (from < to && is_word).then_some(Placed { morpheme, from, to })
}

/// Returns the text of the letters, and the index of the letter behind each of its characters.
fn without_disguises(letters: &[Letter]) -> (String, Vec<usize>) {
    let (mut text, mut source) = (String::new(), Vec::with_capacity(letters.len() * 2));
    for (index, letter) in letters.iter().enumerate() {
        let between = match letter.gap {
            Gap::None => "",
            Gap::Soft | Gap::Space => " ",
            Gap::Comma => ", ",
            Gap::Strong => " - ",
            Gap::Break => ". ",
        };
        text.push_str(between);
        source.extend(between.chars().map(|_| index));
        text.push(letter.ch);
        source.push(index);
    }
    (text, source)
}

//! Reads the beginning of a reference: a title, 같은 법, 이 조, a law's short name, or a bare number.

use simui_korean::hangul::is_syllable;
use std::ops::Range;

use simui_domain::{LinkTarget, ProvisionPath};

use super::bare::{self, Bare};
use super::names::{Rank, is_law, official};
use super::patterns::{
    AMONG, FORMER, LAW_OF, OPENINGS, OTHER_NOUN, OTHER_NUMBER, OTHER_OWNER, QUOTES, WORD_ENDS,
};
use super::scan::{Chain, Found, Ground, Scan};
use super::units::{Level, units};
use crate::text::bracketed;

/// Most bytes after a reference within which 제2항 still belongs to its article.
const NEAR: usize = 900;

impl Scan<'_> {
    /// Reads 「의료법」 제56조, or the law as a whole.
    pub(super) fn quoted(&mut self, title: Range<usize>, ground: &Ground<'_>) -> Option<usize> {
        let bracket = '「'.len_utf8();
        let name = self.text.get(title.start + bracket..title.end - bracket)?.trim();
        let old = name.strip_prefix("구 ");
        let name = official(old.unwrap_or(name));
        let former = old.is_some() || FORMER.is_match(self.before(title.start));
        let (units, outdated) = self.after_title(title.end);
        let chain = Chain {
            start: title.start,
            units,
            title: match ground {
                Ground::Text(_) => self.with_law_of(name.clone(), title.end),
                _ => name.clone(),
            },
            base: None,
            former: former || outdated,
            dropped: false,
        };
        if let Some(end) = self.chain(chain, ground) {
            return Some(end);
        }
        if is_law(&name) {
            self.remember(&name, ground);
            let target = LinkTarget { title: name, path: None, until: None, former };
            let relation = self.relation(title.end);
            self.found.push(Found { range: title.clone(), relation, target });
        }
        Some(title.end)
    }

    /// Returns where the numbers after a title begin, past `(이하 "법"이라 한다)`, and whether the brackets mean a
    /// former wording.
    pub(super) fn after_title(&self, end: usize) -> (usize, bool) {
        let skip = |at: usize| at + usize::from(self.rest(at).starts_with(' '));
        match bracketed(self.rest(skip(end))) {
            Some((inside, after)) if units(after.trim_start_matches(' '), None).is_some() => {
                (skip(self.text.len() - after.len()), inside.contains("전의 것"))
            }
            _ if AMONG.is_match(self.rest(end)) => (end + " 중 ".len(), false),
            _ => (skip(end), false),
        }
    }

    /// Appends brackets after a title that identify one of several laws.
    fn with_law_of(&self, title: String, end: usize) -> String {
        match LAW_OF.captures(self.rest(end).trim_start_matches(' ')) {
            Some(found) => format!("{title}({})", &found[1]),
            None => title,
        }
    }

    /// Reads 같은 법 시행령 제3조, 같은 조 제2항, 같은 항 제3호.
    pub(super) fn same(
        &mut self,
        same: Range<usize>,
        what: Range<usize>,
        decree: Option<Range<usize>>,
        ground: &Ground<'_>,
    ) -> Option<usize> {
        let inside_word = self.before(same.start).ends_with(is_syllable);
        if inside_word || !WORD_ENDS.is_match(self.rest(same.end)) {
            return None;
        }
        let decree = decree.and_then(|decree| self.text.get(decree)).map(str::trim);
        let units = same.end + usize::from(self.rest(same.end).starts_with(' '));
        let (rank, level) = match self.text.get(what)? {
            "법" | "법률" => (Some(Rank::Act), None),
            "영" | "령" | "시행령" => (Some(Rank::Decree), None),
            "규칙" | "시행규칙" => (Some(Rank::Rule), None),
            "조" => (None, Some(Level::Article)),
            "항" => (None, Some(Level::Paragraph)),
            _ => (None, Some(Level::Item)),
        };
        if let Some(rank) = rank {
            let title = self.of_rank(rank, ground)?;
            let title = decree.map_or(title.clone(), |decree| format!("{title} {decree}"));
            let start = same.start;
            let chain = Chain { start, units, title, base: None, former: false, dropped: false };
            return self.chain(chain, self.inside(ground));
        }
        let (title, last) = self.last.clone()?;
        let base = match level {
            Some(Level::Article) => last.whole_article(),
            Some(Level::Paragraph) => {
                ProvisionPath { paragraph: last.paragraph, ..last.whole_article() }
            }
            _ => ProvisionPath { subitem: 0, ..last },
        };
        let start = same.start;
        let chain = Chain {
            start,
            units,
            title: title.clone(),
            base: Some(base.clone()),
            former: false,
            dropped: false,
        };
        // A following 조 is another reference: 같은 조 and 제7조.
        let below =
            self::units(self.rest(units), Some(&base)).is_some_and(|it| it.first > Level::Article);
        if below && let Some(end) = self.chain(chain, self.inside(ground)) {
            return Some(end);
        }
        let relation = self.relation(same.end);
        let target = LinkTarget { title, path: Some(base), until: None, former: false };
        self.found.push(Found { range: same.clone(), relation, target });
        Some(same.end)
    }

    /// Reads 이 법 제5조, 이 조 제2항.
    pub(super) fn this(
        &mut self,
        this: Range<usize>,
        unit_word: Range<usize>,
        below: Option<Range<usize>>,
        ground: &Ground<'_>,
    ) -> Option<usize> {
        let before = self.before(this.start);
        let particle = !before.is_empty() && !before.ends_with(OPENINGS);
        if particle || matches!(ground, Ground::None) {
            return None;
        }
        let units = this.end + usize::from(self.rest(this.end).starts_with(' '));
        let unit_word = self.text.get(unit_word)?;
        let base = match unit_word {
            "법" | "영" | "규칙" => None,
            _ => Some(self.here(this.start, ground)?),
        };
        let title = match ground {
            Ground::Text(_) => self.spoken_of(unit_word, ground).unwrap_or_default(),
            _ => self.names.own.clone(),
        };
        let below = below.and_then(|below| self.text.get(below)).map(str::trim);
        let title = match below.filter(|_| !title.is_empty()) {
            Some(decree) => format!("{title} {decree}"),
            None => title,
        };
        let chain = Chain { start: this.start, units, title, base, former: false, dropped: false };
        self.chain(chain, ground)
    }

    /// Reads a word directly before 제N조: a name that this document defined (법, 영), a law's name without
    /// brackets, or anything else.
    pub(super) fn worded(&mut self, word: Range<usize>, ground: &Ground<'_>) -> Option<usize> {
        let (units, former) = self.after_title(word.end);
        let name = self.text.get(word.clone())?;
        let chain = |start, title: String, dropped| Chain {
            start,
            units,
            title,
            base: None,
            former,
            dropped,
        };
        if let Some(title) = self.names.given(name) {
            let chain = chain(word.start, official(title), false);
            return self.chain(chain, ground);
        }
        if let Ground::Text(titles) = ground {
            let stored = titles.ending(self.before(word.end));
            if let Some((title, start)) = stored.map(|(title, at)| (title.to_owned(), at)) {
                let title = self.with_law_of(title, word.end);
                let former = former || FORMER.is_match(self.before(start));
                let chain = Chain { former, ..chain(start, title, false) };
                return self.chain(chain, ground);
            }
        }
        if name == "부칙" {
            let chain = chain(word.start, self.names.own.clone(), true);
            return self.chain(chain, ground);
        }
        match bare::law(self.before(word.start), name, &self.names.own) {
            Bare::Law { title, len } => {
                let start = word.start - len;
                let former = former || FORMER.is_match(self.before(start));
                let chain = Chain { former, ..chain(start, official(&title), false) };
                self.chain(chain, ground)
            }
            Bare::Before => {
                let title = self.titles.first()?.clone()?;
                let chain = chain(word.start, title, false);
                self.chain(chain, ground)
            }
            Bare::None => match self.spoken_of(name, ground) {
                Some(title) => self.chain(chain(word.start, title, false), ground),
                None if matches!(ground, Ground::Text(_)) && is_foreign(name) => {
                    self.chain(chain(word.start, name.to_owned(), false), ground)
                }
                None => self.unit(units, ground),
            },
        }
    }

    /// Reads 제5조, 제2항, 제3호, 가목 of the current law.
    pub(super) fn unit(&mut self, at: usize, ground: &Ground<'_>) -> Option<usize> {
        let title = match ground {
            Ground::Reference(title, _) => title.clone(),
            Ground::Text(_) => self.spoken.clone().unwrap_or_default(),
            _ => self.names.own.clone(),
        };
        let base = self.here(at, ground);
        let one = self::units(self.rest(at), base.as_ref())?;
        let first = one.first;
        if matches!(ground, Ground::Text(_)) && first > Level::Article {
            let after = self.rest(at + one.len);
            if OTHER_NOUN.is_match(after) || OTHER_OWNER.is_match(self.before(at)) {
                return None;
            }
        }
        let before = self.before(at);
        let elsewhere = first > Level::Article && OTHER_NUMBER.is_match(before);
        let replaced = before.ends_with(QUOTES) && !matches!(ground, Ground::Text(_));
        let former = first == Level::Article && FORMER.is_match(before);
        let dropped = matches!(ground, Ground::None) || elsewhere || replaced;
        self.chain(Chain { start: at, units: at, title, base, former, dropped }, ground)
    }

    /// Returns the provision that a 항, 호 or 목 without a 조 belongs to.
    pub(super) fn here(&self, at: usize, ground: &Ground<'_>) -> Option<ProvisionPath> {
        match ground {
            Ground::Provision(path_at) => path_at(at),
            Ground::Reference(_, path) => Some(path.clone()),
            // A number far from any reference belongs to something else.
            Ground::Text(_) => {
                let between = self.text.get(self.last_end..at).unwrap_or_default();
                let near = between.len() < NEAR && !between.contains('\n');
                self.last.as_ref().filter(|_| near).map(|(_, path)| path.clone())
            }
            Ground::Law | Ground::None => None,
        }
    }
}

/// Returns whether the name is that of another rule or contract, whose numbers do not belong to the law named
/// before.
fn is_foreign(name: &str) -> bool {
    let ends = [
        "규칙",
        "규정",
        "령",
        "조례",
        "고시",
        "훈령",
        "예규",
        "지침",
        "협약",
        "약관",
        "정관",
        "기준",
        "계약",
        "계약서",
        "조약",
        "강령",
        "세칙",
    ];
    ends.iter().any(|end| name.ends_with(end))
        && !["규정", "위규정", "동규정", "령"].contains(&name)
}

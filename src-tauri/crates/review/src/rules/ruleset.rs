//! Compiles rule packs to rules.

use jiff::civil::Date;
use simui_domain::{Level, Severity, ViolationKind};
use toml::Spanned;

use super::elements::RuleElement;
use super::exception::{BuiltinException, Exception, LexicalException};
use super::pack::{ExceptionFile, Raises, RestsOn, RulePack, SuggestionFile, Within};
use super::procedure::Procedure;
use crate::lexicon::LexiconBuilder;
use crate::pattern::{Pattern, Phrase, parse};
use crate::rule_error::RuleError;
use crate::stance::{Speaker, Stance};

/// A compiled rule.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    /// Name in findings, like `superlative.rank@2026.3`.
    pub name: String,
    pub kind: ViolationKind,
    pub level: Level,
    pub severity: Severity,
    pub articles: Vec<String>,
    pub patterns: Vec<Pattern>,
    /// The elements that together trigger the rule, beside its patterns.
    pub elements: Vec<RuleElement>,
    /// How far the elements may stand apart.
    pub reach: Within,
    /// True when patterns may reach over sentences.
    pub whole_ad: bool,
    /// Patterns that must occur, each set within its distance.
    pub requirements: Vec<(Vec<Pattern>, Within)>,
    pub procedure: Option<Procedure>,
    /// The stances for which the rule holds; all when absent.
    pub stances: Option<Vec<Stance>>,
    /// The speakers for whom the rule holds; all when absent.
    pub speakers: Option<Vec<Speaker>>,
    pub exceptions: Vec<Exception>,
    /// What the advertisement must tell, and what all of it together rests on.
    pub slots: Vec<Slot>,
    pub slots_rest_on: RestsOn,
    pub modifiers: Vec<Modifier>,
    pub raises: Raises,
    pub strength: f64,
    pub title: String,
    pub rationale: String,
    pub suggestion: Option<SuggestionFile>,
    pub query: String,
    pub effective: (Option<Date>, Option<Date>),
}

#[derive(Debug, Clone)]
pub(super) struct Modifier {
    pub patterns: Vec<Pattern>,
    pub within: Within,
    pub severity: Option<Severity>,
    pub level: Option<Level>,
    pub why: String,
}

/// Something that an advertisement must tell.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub label: String,
    pub patterns: Vec<Pattern>,
    pub within: Within,
}

impl Rule {
    /// Whether the rule holds for a stance.
    pub fn holds_for(&self, stance: Stance) -> bool {
        self.stances.as_ref().is_none_or(|of| of.contains(&stance))
    }

    /// Whether the rule holds for a speaker.
    pub fn holds_for_speaker(&self, speaker: Speaker) -> bool {
        self.speakers.as_ref().is_none_or(|of| of.contains(&speaker))
    }

    /// Whether the rule is in force on `day`.
    pub fn applies_on(&self, day: Date) -> bool {
        self.effective.0.is_none_or(|from| from <= day)
            && self.effective.1.is_none_or(|to| day <= to)
    }
}

/// Compiles the phrases and rules of all packs. Literals of patterns become classes of `lexicon`.
pub(super) fn compile(
    packs: &[RulePack],
    lexicon: &mut LexiconBuilder,
) -> Result<(Vec<Phrase>, Vec<Rule>), RuleError> {
    let mut phrases = Vec::new();
    for pack in packs {
        for file in &pack.content.phrase {
            let class = lexicon.names.intern(file.name.get_ref());
            phrases.push(Phrase { class, patterns: patterns(pack, &file.patterns, lexicon)? });
        }
    }
    // A rule may name exceptions of any pack; those of its own pack come before others of the same name.
    let mut exceptions: Vec<(&str, LexicalException)> = Vec::new();
    for pack in packs {
        for file in &pack.content.exception {
            exceptions.push((pack.id(), exception(pack, file, lexicon)?));
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    for pack in packs {
        for file in &pack.content.rule {
            let id = file.id.get_ref();
            let name = pack.name_of(file);
            if rules.iter().any(|rule| rule.name == name) {
                return Err(pack.error(file.id.span().start, "an id used once", id));
            }
            let kind = file.kind.get_ref().parse();
            let kind = kind.map_err(|_| {
                pack.error(file.kind.span().start, "a kind from V1 to V14", file.kind.get_ref())
            })?;
            let procedure = match &file.procedure {
                None => None,
                Some(name) => Some(Procedure::named(name.get_ref()).ok_or_else(|| {
                    pack.error(name.span().start, "a procedure of rules/README.md", name.get_ref())
                })?),
            };
            let reaches = [None, Some(Within::Sentence), Some(Within::Paragraph)];
            if !file.elements.is_empty() && !reaches.contains(&file.within) {
                let expected = "within = \"sentence\" or \"paragraph\" beside elements";
                return Err(pack.error(file.id.span().start, expected, id));
            }
            if file.patterns.is_empty() && file.elements.is_empty() && procedure.is_none() {
                return Err(pack.error(
                    file.id.span().start,
                    "patterns, elements or a procedure in the rule",
                    id,
                ));
            }
            let modifiers = file
                .modifier
                .iter()
                .map(|modifier| {
                    Ok(Modifier {
                        patterns: patterns(pack, &modifier.patterns, lexicon)?,
                        within: modifier.within,
                        severity: modifier.severity,
                        level: modifier.level,
                        why: modifier.why.clone(),
                    })
                })
                .collect::<Result<_, RuleError>>()?;
            let requirements = file
                .require
                .iter()
                .map(|it| Ok((patterns(pack, &it.patterns, lexicon)?, it.within)))
                .collect::<Result<_, RuleError>>()?;
            // A procedure looks at the case, so that no sentence decides whether it applies.
            let of_pack = pack.content.stances.as_ref().filter(|_| procedure.is_none());
            rules.push(Rule {
                requirements,
                stances: file.stances.as_ref().or(of_pack).cloned(),
                speakers: file.speakers.clone(),
                kind,
                level: file.level,
                severity: file.severity,
                articles: file.articles.clone(),
                patterns: patterns(pack, &file.patterns, lexicon)?,
                elements: elements_named(pack, &file.elements, lexicon)?,
                reach: file.within.unwrap_or(Within::Sentence),
                whole_ad: file.within == Some(Within::Ad),
                procedure,
                exceptions: exceptions_named(pack, kind, &file.exceptions, &exceptions)?,
                slots: slots_named(pack, &file.slots, lexicon)?,
                slots_rest_on: file.slots_rest_on,
                modifiers,
                raises: file.raises,
                strength: file.strength.clamp(0.0, 1.0),
                title: file.title.clone(),
                rationale: file.rationale.clone(),
                suggestion: file.suggestion.clone(),
                query: file.query.clone(),
                effective: (pack.effective_from()?, pack.effective_to()?),
                name,
            });
        }
    }
    Ok((phrases, rules))
}

/// Returns the elements of the pack that a rule names.
fn elements_named(
    pack: &RulePack,
    names: &[Spanned<String>],
    lexicon: &mut LexiconBuilder,
) -> Result<Vec<RuleElement>, RuleError> {
    let element = |name: &Spanned<String>| {
        let mut elements = pack.content.element.iter();
        let found = elements.find(|it| it.name.get_ref() == name.get_ref());
        let unknown = || pack.error(name.span().start, "an element of the pack", name.get_ref());
        let file = found.ok_or_else(unknown)?;
        let patterns = patterns(pack, &file.patterns, lexicon)?;
        Ok(RuleElement { label: file.label.clone(), patterns })
    };
    names.iter().map(element).collect()
}

/// Returns the slots of the pack that a rule names.
fn slots_named(
    pack: &RulePack,
    names: &[Spanned<String>],
    lexicon: &mut LexiconBuilder,
) -> Result<Vec<Slot>, RuleError> {
    let slot = |name: &Spanned<String>| {
        let mut slots = pack.content.slot.iter();
        let found = slots.find(|slot| slot.name.get_ref() == name.get_ref());
        let unknown = || pack.error(name.span().start, "a slot of the pack", name.get_ref());
        let file = found.ok_or_else(unknown)?;
        let patterns = patterns(pack, &file.patterns, lexicon)?;
        Ok(Slot { label: file.label.clone(), patterns, within: file.within })
    };
    names.iter().map(slot).collect()
}

fn patterns(
    pack: &RulePack,
    written: &[Spanned<String>],
    lexicon: &mut LexiconBuilder,
) -> Result<Vec<Pattern>, RuleError> {
    written
        .iter()
        .map(|text| {
            parse(text.get_ref(), lexicon)
                .map_err(|expected| pack.error(text.span().start, &expected, text.get_ref()))
        })
        .collect()
}

fn exception(
    pack: &RulePack,
    file: &ExceptionFile,
    lexicon: &mut LexiconBuilder,
) -> Result<LexicalException, RuleError> {
    let name = file.name.get_ref().clone();
    if BuiltinException::named(&name).is_some() {
        return Err(pack.error(file.name.span().start, "a name of its own", &name));
    }
    let patterns = patterns(pack, &file.patterns, lexicon)?;
    // `RulePack::parse` has checked the kinds.
    let kinds = file.kinds.iter().filter_map(|kind| kind.get_ref().parse().ok()).collect();
    let (within, why, rests_on) = (file.within, file.why.clone(), file.rests_on);
    Ok(LexicalException { name, kinds, rests_on, patterns, within, why })
}

/// Returns the exceptions that a rule of `kind` names; an exception that does not hold for the kind is
/// refused.
fn exceptions_named(
    pack: &RulePack,
    kind: ViolationKind,
    names: &[Spanned<String>],
    lexical: &[(&str, LexicalException)],
) -> Result<Vec<Exception>, RuleError> {
    names
        .iter()
        .map(|name| {
            let wanted = name.get_ref();
            let found = BuiltinException::named(wanted).map(Exception::Builtin).or_else(|| {
                let mut known = lexical.iter().filter(|(_, it)| it.name == *wanted);
                let own = known.clone().find(|(id, _)| *id == pack.id());
                let (_, found) = own.or_else(|| known.next())?;
                Some(Exception::Lexical(found.clone()))
            });
            let found = found.or_else(|| Exception::of_stance(wanted));
            let at = name.span().start;
            match found {
                Some(found) if found.holds_for(kind) => Ok(found),
                Some(_) => {
                    let expected = format!("an exception that holds for {kind}");
                    Err(pack.error(at, &expected, wanted))
                }
                None => Err(pack.error(at, "a known exception", wanted)),
            }
        })
        .collect()
}

//! What a detector holds: its rules with their kinds and articles, its packs, and its cues.

use jiff::civil::Date;
use simui_domain::{Ad, AppliedPack, Span, ViolationKind};

use super::detector::Detector;
use super::procedure::Procedure;
use crate::entities::Entity;
use crate::marked::Marked;
use crate::stance::Stretch;

impl Detector {
    /// Returns every rule with its name, its kind and the articles it rests on.
    pub fn foundations(&self) -> impl Iterator<Item = (&str, ViolationKind, &[String])> {
        self.rules.iter().map(|rule| (rule.name.as_str(), rule.kind, rule.articles.as_slice()))
    }

    /// Returns the rules in force on `day` that can find something, each as its kind and the articles it
    /// rests on.
    pub fn rules_on(&self, day: Date) -> impl Iterator<Item = (ViolationKind, &[String])> {
        self.rules
            .iter()
            .filter(move |rule| rule.applies_on(day))
            .filter(|rule| rule.procedure != Some(Procedure::Resembles))
            .map(|rule| (rule.kind, rule.articles.as_slice()))
    }

    /// Returns the kinds that the rules of [`Detector::rules_on`] can find on `day`, in order.
    pub fn kinds_on(&self, day: Date) -> Vec<ViolationKind> {
        let mut kinds: Vec<_> = self.rules_on(day).map(|(kind, _)| kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the packs that apply to advertisements of `day`, and the lexicons: a case records them.
    pub fn applied(&self, day: Date) -> Vec<AppliedPack> {
        let in_force = self.packs.iter().filter(|(_, (from, to))| {
            from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
        });
        in_force.map(|(pack, _)| pack.clone()).collect()
    }

    /// Returns the kinds that some rule can find on any day, in order.
    pub fn kinds(&self) -> Vec<ViolationKind> {
        let mut kinds: Vec<_> = self.rules.iter().map(|rule| rule.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the stretches of an advertisement with their stance and speaker, each with its place.
    pub fn stances(&self, ad: &Ad) -> Vec<(Span, Stretch)> {
        let reading = self.read(ad);
        let stances = self.cues.decide(&reading, &self.grammar);
        let place = |it: &Stretch| (reading.normal.span(it.from, it.to), it.clone());
        stances.stretches().iter().map(place).collect()
    }

    /// Returns the examples of all cues.
    pub fn cue_examples(&self) -> &[Marked] {
        &self.cues.examples
    }

    /// Returns the figures of an advertisement, each with its place and its role.
    pub fn figures(&self, ad: &Ad) -> Vec<(Span, String)> {
        let reading = self.read(ad);
        let figures = self.roles.of(&reading);
        figures.map(|(from, to, role)| (reading.normal.span(from, to), role.to_owned())).collect()
    }

    /// Returns the examples of the roles of figures, each with the role as its id.
    pub fn figure_examples(&self) -> &[Marked] {
        &self.roles.examples
    }

    /// Returns the entities of an advertisement, each with its place.
    pub fn entities(&self, ad: &Ad) -> Vec<(Span, Entity)> {
        let reading = self.read(ad);
        let place = |it: &Entity| (reading.normal.span(it.from, it.to), it.clone());
        reading.entities.iter().map(place).collect()
    }

    /// Returns the examples of the table of entities.
    pub fn entity_examples(&self) -> &[Marked] {
        &self.entities.examples
    }
}

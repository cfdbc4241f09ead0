//! 규칙집: the packs of the program and of the administrator, and which of them apply on a day.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use simui_search::analysis::Analyser;

use super::detector::Detector;
use super::pack::{RulePack, builtin_lexicons};
use crate::normalise::Characters;
use crate::rule_error::RuleError;

/// Largest number of detectors kept, one for each set of packs. Most advertisements of a desk need the same
/// one.
const MAX_DETECTORS: usize = 4;

/// The packs of the program, and the imported packs that replace or supplement them.
///
/// For each id, the imported version that is in force on the day applies; among several the one with the
/// latest first day, then the one that was activated last. On days without an imported version the program's
/// own applies.
#[derive(Debug)]
pub struct RuleBook {
    builtin: Vec<RulePack>,
    /// The imported packs, in the order they were activated.
    imported: Vec<RulePack>,
    /// A stored pack that this version of the program cannot read. While there is one, [`RuleBook::on`]
    /// fails.
    unreadable: Option<RuleError>,
    analyser: Analyser,
    detectors: Mutex<Vec<(Vec<Chosen>, Arc<Detector>)>>,
}

/// Id and version of a pack, which identify one text.
type Chosen = (String, String);

impl RuleBook {
    /// Creates a book of the program's packs and `imported` ones (file name and text), in the order they were
    /// activated.
    ///
    /// # Errors
    /// When the program's own packs do not load; a test ensures that they do.
    pub fn new(imported: &[(String, String)], analyser: Analyser) -> Result<Self, RuleError> {
        let mut book = Self {
            builtin: RulePack::builtin()?,
            imported: Vec::new(),
            unreadable: None,
            analyser,
            detectors: Mutex::default(),
        };
        for (file, text) in imported {
            match RulePack::parse(file, text) {
                Ok(pack) => book.imported.push(pack),
                Err(error) => book.unreadable = Some(error),
            }
        }
        Ok(book)
    }

    /// Returns the book with one more pack, activated last. Other versions of the pack stay active.
    pub fn with(&self, pack: RulePack) -> Self {
        let mut imported = self.imported.clone();
        imported.retain(|it| (it.id(), it.version()) != (pack.id(), pack.version()));
        imported.push(pack);
        self.of(imported)
    }

    /// Returns the book without one version of a pack.
    pub fn without(&self, id: &str, version: &str) -> Self {
        let mut imported = self.imported.clone();
        imported.retain(|it| (it.id(), it.version()) != (id, version));
        self.of(imported)
    }

    fn of(&self, imported: Vec<RulePack>) -> Self {
        Self {
            builtin: self.builtin.clone(),
            imported,
            unreadable: self.unreadable.clone(),
            analyser: self.analyser.clone(),
            detectors: Mutex::default(),
        }
    }

    /// Returns the program's own packs.
    pub fn builtin(&self) -> &[RulePack] {
        &self.builtin
    }

    /// Returns the version of a pack that applies to advertisements of `day`, if there is one.
    pub fn in_force(&self, id: &str, day: Date) -> Option<&RulePack> {
        let imported = self.imported.iter().filter(|pack| pack.id() == id);
        let mut own = self.builtin.iter().filter(|pack| pack.id() == id);
        let from = |pack: &&RulePack| pack.effective_from().ok().flatten().unwrap_or(Date::MIN);
        // `max_by_key` returns the last of equal ones.
        let applies = |pack: &&RulePack| pack.is_in_force(day);
        imported.filter(applies).max_by_key(from).or_else(|| own.rfind(applies))
    }

    /// Returns the rules of a day, compiled once for each set of packs.
    ///
    /// # Errors
    /// [`RuleError`] of a pack that this version of the program cannot read, or that needs a class or an
    /// exception which the others do not have. Packs are checked before import, so only another version of
    /// the program can cause it.
    pub fn on(&self, day: Date) -> Result<Arc<Detector>, RuleError> {
        if let Some(error) = &self.unreadable {
            return Err(error.clone());
        }
        self.compiled(self.packs(day))
    }

    /// Returns the rules of a day that can be read: where a stored pack cannot, the program's own packs and
    /// the error.
    ///
    /// # Errors
    /// When the program's own packs do not load; a test ensures that they do.
    pub fn readable_on(&self, day: Date) -> Result<(Arc<Detector>, Option<RuleError>), RuleError> {
        match self.on(day) {
            Ok(detector) => Ok((detector, None)),
            Err(error) => Ok((self.compiled(self.builtin.iter().collect())?, Some(error))),
        }
    }

    fn compiled(&self, packs: Vec<&RulePack>) -> Result<Arc<Detector>, RuleError> {
        let chosen: Vec<Chosen> =
            packs.iter().map(|it| (it.id().to_owned(), it.version().to_owned())).collect();
        let mut kept = self.detectors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|(of, _)| *of == chosen) {
            let used = kept.remove(at);
            let detector = used.1.clone();
            kept.push(used);
            return Ok(detector);
        }
        let packs: Vec<RulePack> = packs.into_iter().cloned().collect();
        let detector = Arc::new(Detector::new(
            &packs,
            &builtin_lexicons(),
            Characters::builtin()?,
            self.analyser.clone(),
        )?);
        if kept.len() >= MAX_DETECTORS {
            kept.remove(0);
        }
        kept.push((chosen, detector.clone()));
        Ok(detector)
    }

    /// Returns one version of every pack. Packs that do not apply on `day` are included: their rules are
    /// silent then, but other packs may use their classes and exceptions.
    fn packs(&self, day: Date) -> Vec<&RulePack> {
        let mut packs: Vec<&RulePack> = Vec::new();
        for pack in self.builtin.iter().chain(&self.imported) {
            if !packs.iter().any(|it| it.id() == pack.id()) {
                packs.push(self.in_force(pack.id(), day).unwrap_or(pack));
            }
        }
        packs
    }

    /// Returns the days from `first` on that begin with another set of packs, `first` among them.
    pub fn change_days(&self, first: Date) -> Vec<Date> {
        let mut days = vec![first];
        for pack in self.builtin.iter().chain(&self.imported) {
            let from = pack.effective_from().ok().flatten();
            let after = pack.effective_to().ok().flatten().and_then(|to| to.tomorrow().ok());
            days.extend(from.into_iter().chain(after).filter(|day| *day > first));
        }
        days.sort_unstable();
        days.dedup();
        days
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    fn pack(id: &str, version: &str, days: &str) -> (String, String) {
        let text = format!(
            "id = '{id}'\nversion = '{version}'\ntitle = 't'\n{days}\n[[rule]]\nid = 'r'\ntitle = 't'\nkind = 'V6'\n\
             level = 'standard'\nseverity = 'low'\narticles = []\npatterns = ['\"호롱불\"']\nrationale = ''\nquery = ''\n"
        );
        (format!("{id}.toml"), text)
    }

    #[test]
    fn the_day_decides_which_version_applies() {
        let imported = [
            pack("award", "a", "effective_from = '2027-01-01'\neffective_to = '2027-12-31'"),
            pack("award", "b", "effective_from = '2027-06-01'"),
            pack("lamp", "1", ""),
            pack("lamp", "2", ""),
        ];
        let book = RuleBook::new(&imported, Analyser::without_dictionary()).unwrap();
        let version = |book: &RuleBook, id: &str, day: &str| {
            let found = book.in_force(id, day.parse().unwrap());
            found.map(|pack| pack.version().to_owned()).unwrap_or_default()
        };
        let own = version(&book, "award", "2026-12-31");
        assert!(!["a", "b", ""].contains(&own.as_str()));
        for (id, day, expected) in [
            ("award", "2018-09-27", ""),
            ("award", "2027-01-01", "a"),
            ("award", "2027-05-31", "a"),
            ("award", "2027-06-01", "b"),
            ("award", "2030-01-01", "b"),
            ("lamp", "2000-01-01", "2"),
        ] {
            assert_eq!(version(&book, id, day), expected, "{id} on {day}");
        }
        let back = book.without("award", "b");
        assert_eq!(version(&back, "award", "2027-06-01"), "a");
        assert_eq!(version(&back, "award", "2028-01-01"), own);
        let change_days = book.change_days("2027-01-01".parse().unwrap());
        let days: Vec<String> = change_days.iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2027-01-01", "2027-06-01", "2028-01-01"]);
    }

    #[test]
    fn a_set_is_compiled_once() {
        let imported = [pack("lamp", "1", "effective_from = '2027-01-01'")];
        let book = RuleBook::new(&imported, Analyser::without_dictionary()).unwrap();
        let on = |day: &str| book.on(day.parse().unwrap()).unwrap();
        assert!(Arc::ptr_eq(&on("2026-01-01"), &on("2026-05-05")));
        let applied = |day: &str| {
            let day = day.parse().unwrap();
            book.on(day).unwrap().applied(day).iter().any(|it| it.id == "lamp")
        };
        assert!(!applied("2026-12-31") && applied("2027-01-01"));
    }

    #[test]
    fn an_unreadable_pack_is_reported() {
        let broken = [("old.toml".to_owned(), "id = 3".to_owned())];
        let book = RuleBook::new(&broken, Analyser::without_dictionary()).unwrap();
        let error = book.on("2026-01-01".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("old.toml:1"), "{error}");
        let (detector, problem) = book.readable_on("2026-01-01".parse().unwrap()).unwrap();
        assert_eq!(problem, Some(error));
        assert_eq!(detector.kinds().len(), simui_domain::ViolationKind::ALL.len());
        let whole = RuleBook::new(&[], Analyser::without_dictionary()).unwrap();
        assert_eq!(whole.readable_on("2026-01-01".parse().unwrap()).unwrap().1, None);
    }
}

//! Resolves references between the entries of a bundle: to the patient, and to drugs.

use std::collections::{BTreeMap, BTreeSet};

use super::resource::{Contained, Medication, Patient, Reference};

/// The names by which an entry may be referred to: its full URL, `Kind/id`, `urn:uuid:id`.
pub(super) fn names(full_url: Option<&str>, kind: &str, id: Option<&str>) -> BTreeSet<String> {
    let full_url = full_url.filter(|it| !it.is_empty());
    let mut names: BTreeSet<String> = full_url.map(str::to_owned).into_iter().collect();
    let in_url = full_url.and_then(|it| tail(it)).filter(|it| it.0 == kind).map(|it| it.1);
    for id in id.into_iter().chain(in_url) {
        names.insert(format!("{kind}/{id}"));
        names.insert(format!("urn:uuid:{id}"));
    }
    names
}

/// Kind and id at the end of a URL: `https://host/fhir/Patient/p1` → `Patient`, `p1`.
fn tail(url: &str) -> Option<(&str, &str)> {
    let (rest, id) = url.rsplit_once('/')?;
    Some((rest.rsplit('/').next()?, id))
}

/// A reference without the version that it may have.
fn unversioned(reference: &str) -> &str {
    reference.split("/_history/").next().unwrap_or(reference)
}

/// The names and identifiers of the one patient of a bundle.
#[derive(Debug, Default)]
pub(super) struct PatientReferences {
    names: BTreeSet<String>,
    /// Whether the bundle gives full URLs of a server; then an absolute reference has to be one of them.
    has_server_url: bool,
    identifiers: BTreeSet<(String, String)>,
}

impl PatientReferences {
    pub fn new(full_url: Option<&str>, patient: &Patient) -> Self {
        Self {
            names: names(full_url, "Patient", patient.id.as_deref()),
            has_server_url: full_url.is_some_and(|it| it.starts_with("http")),
            identifiers: patient.identifier.iter().filter_map(|it| it.key()).collect(),
        }
    }

    /// Whether a reference means the patient. An empty reference does, since a bundle is of one patient.
    /// A contained person, another resource or a name alone does not.
    pub fn is_patient(&self, reference: Option<&Reference>) -> bool {
        let Some(reference) = reference.filter(|it| !it.is_empty()) else { return true };
        if let Some(target) = reference.reference.as_deref() {
            let target = unversioned(target);
            let of_any_server = target.starts_with("http") && !self.has_server_url;
            let short = tail(target).map(|(kind, id)| format!("{kind}/{id}"));
            return self.names.contains(target)
                || of_any_server && short.is_some_and(|it| self.names.contains(&it));
        }
        let identifier = reference.identifier.as_ref().and_then(|it| it.key());
        identifier.is_some_and(|it| self.identifiers.contains(&it))
    }
}

/// The `Medication` entries of a bundle.
#[derive(Debug, Default)]
pub(super) struct Medications {
    entries: Vec<Medication>,
    by_name: BTreeMap<String, usize>,
}

impl Medications {
    /// Adds an entry; of two entries with the same name the first counts.
    pub fn add(&mut self, full_url: Option<&str>, medication: Medication) {
        for name in names(full_url, "Medication", medication.id.as_deref()) {
            self.by_name.entry(name).or_insert(self.entries.len());
        }
        self.entries.push(medication);
    }

    /// The drug that a reference means, among those that the entry contains (`#m`) and the entries of the
    /// bundle.
    pub fn find<'a>(&'a self, target: &str, contained: &'a [Contained]) -> Option<&'a Medication> {
        if let Some(id) = target.strip_prefix('#') {
            let drugs = contained.iter().filter_map(Contained::medication);
            return drugs.into_iter().find(|it| it.id.as_deref() == Some(id));
        }
        let target = unversioned(target);
        let short = tail(target).map(|(kind, id)| format!("{kind}/{id}"));
        let at = self.by_name.get(target).or_else(|| self.by_name.get(&short?));
        at.and_then(|it| self.entries.get(*it))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn an_entry_is_the_patients_by_any_name_of_theirs_and_by_no_other() {
        let patient: Patient =
            serde_json::from_str(r#"{"id":"p1","identifier":[{"system":"urn:mrn","value":"77"}]}"#)
                .unwrap();
        let check = |full_url: Option<&str>, reference: &str, expected: bool| {
            let references = PatientReferences::new(full_url, &patient);
            let reference: Reference = serde_json::from_str(reference).unwrap();
            assert_eq!(
                references.is_patient(Some(&reference)),
                expected,
                "{full_url:?} {reference:?}"
            );
        };
        let (uuid, server) = (Some("urn:uuid:9a"), Some("https://a.example/fhir/Patient/p1"));
        check(uuid, r#"{"reference":"urn:uuid:9a"}"#, true);
        check(uuid, r#"{"reference":"Patient/p1"}"#, true);
        check(uuid, r#"{"reference":"urn:uuid:p1"}"#, true);
        check(uuid, r#"{"reference":"https://a.example/fhir/Patient/p1"}"#, true);
        check(server, r#"{"reference":"https://a.example/fhir/Patient/p1/_history/3"}"#, true);
        check(server, r#"{"reference":"https://b.example/fhir/Patient/p1"}"#, false);
        check(None, r#"{"reference":"Patient/p2"}"#, false);
        check(None, r##"{"reference":"#newborn"}"##, false);
        check(None, r#"{"reference":"RelatedPerson/p1"}"#, false);
        check(None, r#"{"identifier":{"system":"urn:mrn","value":"77"}}"#, true);
        check(None, r#"{"identifier":{"system":"urn:mrn","value":"78"}}"#, false);
        check(None, r#"{"display":"공여자"}"#, false);
        check(None, "{}", true);
    }
}

//! 비교 규칙: the rule files of the comparison, and those that an office puts in their place.

use std::collections::BTreeMap;

use simui_coverage::{Attribute, Book, CoverageError, Rules};
use simui_store::OfficeRules;

use super::parts;
use crate::faults::ErrorCode;
use crate::types::{
    CoverageFact, CoverageRuleChange, CoverageRuleCheck, CoverageRuleFile, CoverageRuleText,
    CoverageRuleTextRequest, CoverageRules, CoverageRulesCheck, ReplaceCoverageRules, RuleProblem,
};
use crate::{ApiError, Desk};

/// Largest rule file, in bytes.
const LARGEST_FILE: usize = 1 << 20;

/// Most changed facts that a check lists.
const MOST_CHANGES: usize = 50;

impl Desk {
    /// Lists the rule files, those that an office adjusts first.
    pub async fn coverage_rules(&self) -> Result<CoverageRules, ApiError> {
        let (_, replaced) = self.database.coverage_rules().await?;
        let problem = of_office(&replaced).err().map(|it| it.to_string());
        let files = Rules::files().iter().map(|file| {
            let own = replaced.iter().find(|it| it.name == file.name);
            CoverageRuleFile {
                name: file.name.to_owned(),
                about: file.about.to_owned(),
                replaced_by: own.map(|it| it.by.clone()),
                replaced_at: own.map(|it| it.at.to_string()),
            }
        });
        Ok(CoverageRules { files: files.collect(), problem })
    }

    /// Returns the text of a rule file as it holds now, and as the program has it.
    pub async fn coverage_rule_text(
        &self,
        request: CoverageRuleTextRequest,
    ) -> Result<CoverageRuleText, ApiError> {
        let shipped = shipped(&request.name)?;
        let (_, replaced) = self.database.coverage_rules().await?;
        let own = replaced.into_iter().find(|it| it.name == request.name);
        let text = own.map_or_else(|| shipped.to_owned(), |it| it.text);
        Ok(CoverageRuleText { name: request.name, text, shipped: shipped.to_owned() })
    }

    /// Checks a text in place of a rule file: what is wrong with it, or else which facts of the imported
    /// documents it changes.
    pub async fn coverage_rules_check(
        &self,
        request: CoverageRulesCheck,
    ) -> Result<CoverageRuleCheck, ApiError> {
        let CoverageRulesCheck { name, text } = request;
        let (_, replaced) = self.database.coverage_rules().await?;
        let rules = match with_text(&replaced, &name, &text)? {
            Ok(rules) => rules,
            Err(error) => {
                let problem = problem(&error);
                return Ok(CoverageRuleCheck { problem, ..CoverageRuleCheck::default() });
            }
        };
        // Rules that cannot be used have read nothing, and this text may mend them.
        let before = match of_office(&replaced) {
            Ok(_) => Some(self.coverage_book().await?),
            Err(_) => None,
        };
        let (_, set) = self.database.coverage().await?;
        let compared = tokio::task::spawn_blocking(move || {
            let (tables, pages) = parts(set);
            let after = Book::new(rules, tables, pages);
            after.read_facts(|_, _| true);
            difference(before.as_deref(), &after)
        });
        compared.await.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("check: {error}; report this"))
        })
    }

    /// Puts a text in place of a rule file, or the program's own again. The facts are read again at the
    /// next question.
    pub async fn coverage_rules_replace(
        &self,
        request: ReplaceCoverageRules,
    ) -> Result<CoverageRules, ApiError> {
        let ReplaceCoverageRules { name, text, reviewer } = request;
        let by = self.signing_administrator(&reviewer).await?;
        let (revision, replaced) = self.database.coverage_rules().await?;
        match &text {
            Some(text) => _ = with_text(&replaced, &name, text)?.map_err(|it| faulty(&it))?,
            None => _ = shipped(&name)?,
        }
        let text = text.as_deref();
        let changed =
            self.database.replace_coverage_rules(&self.clock, revision, &name, text, &by).await?;
        if !changed {
            return Err(ApiError::invalid(
                ErrorCode::CoverageRulesChanged,
                &[],
                "the rules were changed meanwhile; look at them and repeat the change".to_owned(),
            ));
        }
        self.coverage_rules().await
    }

    /// Returns the rules of this office, with the number of their last change.
    pub(super) async fn coverage_office_rules(&self) -> Result<(i64, Rules), ApiError> {
        let (revision, replaced) = self.database.coverage_rules().await?;
        Ok((revision, of_office(&replaced).map_err(|it| faulty(&it))?))
    }
}

/// Returns the program's own text of a file.
fn shipped(name: &str) -> Result<&'static str, ApiError> {
    let found = Rules::files().iter().find(|it| it.name == name).map(|it| it.text);
    found.ok_or_else(|| ApiError::Missing {
        what: "rule file",
        id: name.chars().take(80).collect(),
        remedy: "`simui coverage rules list` shows the files",
    })
}

fn of_office(replaced: &[OfficeRules]) -> Result<Rules, CoverageError> {
    let pair = |it: &OfficeRules| (it.name.clone(), it.text.clone());
    Rules::shipped_but(&replaced.iter().map(pair).collect::<Vec<_>>())
}

/// Returns the rules of an office with one more file replaced.
fn with_text(
    replaced: &[OfficeRules],
    name: &str,
    text: &str,
) -> Result<Result<Rules, CoverageError>, ApiError> {
    shipped(name)?;
    if text.len() > LARGEST_FILE {
        return Err(ApiError::invalid(
            ErrorCode::TextTooLong,
            &[("limit", &LARGEST_FILE)],
            format!("{name}: at most {LARGEST_FILE} bytes are read; shorten it"),
        ));
    }
    let others = replaced.iter().filter(|it| it.name != name);
    let mut all: Vec<(String, String)> =
        others.map(|it| (it.name.clone(), it.text.clone())).collect();
    all.push((name.to_owned(), text.to_owned()));
    Ok(Rules::shipped_but(&all))
}

fn problem(error: &CoverageError) -> Option<RuleProblem> {
    let CoverageError::Rules { line, reason, .. } = error else { return None };
    let line = u32::try_from(*line).unwrap_or(u32::MAX);
    Some(RuleProblem { line, message: reason.clone() })
}

fn faulty(error: &CoverageError) -> ApiError {
    let message = error.to_string();
    match error {
        CoverageError::Rules { file, line, .. } => ApiError::rules(
            ErrorCode::CoverageRulesFaulty,
            &[("file", file), ("line", line)],
            message,
        ),
        _ => ApiError::rules(ErrorCode::RulesUnusable, &[], message),
    }
}

/// Compares the facts that two books have of the same documents; without `before` all of them are new.
fn difference(before: Option<&Book>, after: &Book) -> CoverageRuleCheck {
    let mut check = CoverageRuleCheck::default();
    for insurer in after.insurers() {
        let old = before.map_or_else(Facts::new, |it| facts(it, &insurer.code));
        let new = facts(after, &insurer.code);
        let missing = |all: &Facts, others: &Facts| {
            let all = all.iter().filter(|it| !others.contains_key(it.0));
            all.map(|it| it.1.clone()).collect::<Vec<_>>()
        };
        let (gone, added) = (missing(&old, &new), missing(&new, &old));
        check.facts += count(old.len());
        check.gone += count(gone.len());
        check.new += count(added.len());
        let change = |gone| move |fact| CoverageRuleChange { gone, fact };
        check.changes.extend(gone.into_iter().map(change(true)));
        check.changes.extend(added.into_iter().map(change(false)));
        check.changes.truncate(MOST_CHANGES);
    }
    check
}

/// Facts by all that they state.
type Facts = BTreeMap<String, CoverageFact>;

fn facts(book: &Book, insurer: &str) -> Facts {
    let all = book.facts(insurer).unwrap_or_default().into_iter();
    let stated = all.filter(|it| it.attribute != Attribute::Place);
    stated.filter_map(|it| Some((serde_json::to_string(it).ok()?, it.clone()))).collect()
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_domain::Role;

    use super::*;
    use crate::types::NewReviewer;
    use crate::{KeyPlace, OpenDesk};

    /// An update of the program may ask more of a file than the one that took it.
    #[tokio::test]
    async fn stored_rules_that_cannot_be_used_stop_questions_and_can_be_mended() {
        let home = tempfile::tempdir().unwrap();
        let opening = OpenDesk {
            data_dir: Some(home.path().join("desk")),
            audit_key: KeyPlace::File,
            ..OpenDesk::from_environment()
        };
        let desk = Desk::open(opening).await.unwrap();
        let new = NewReviewer { name: "관리".into(), role: Role::Administrator };
        let by = desk.add_reviewer(new).await.unwrap();
        let name = "slots.toml".to_owned();
        let stored =
            desk.database.replace_coverage_rules(&desk.clock, 0, &name, Some("slot = 1\n"), &by);
        assert!(stored.await.unwrap());
        let error = desk.coverage_book().await.unwrap_err();
        assert_eq!(error.fault().code, ErrorCode::CoverageRulesFaulty);
        assert!(desk.coverage_rules().await.unwrap().problem.is_some());

        let text = shipped(&name).unwrap().to_owned();
        let request = CoverageRulesCheck { name: name.clone(), text: text.clone() };
        assert_eq!(desk.coverage_rules_check(request).await.unwrap().problem, None);
        let change = ReplaceCoverageRules { name, text: Some(text), reviewer: "관리".into() };
        assert_eq!(desk.coverage_rules_replace(change).await.unwrap().problem, None);
        desk.coverage_book().await.unwrap();
    }
}

//! Changes of rule packs by administrators: import, activation and deactivation of versions.

use simui_domain::Reviewer;
use simui_review::rules::RulePack;
use simui_store::{NewPack, StoredPack};

use super::{UNNAMED, version, view};
use crate::faults::ErrorCode;
use crate::types::{ChangeRulePack, ImportRulePack, ImportedRulePack, RulePackView};
use crate::{ApiError, Desk};

impl Desk {
    /// Imports a pack and activates it. It is checked first, including its own examples. A stored version is
    /// never overwritten.
    pub async fn import_rule_pack(
        &self,
        request: ImportRulePack,
    ) -> Result<ImportedRulePack, ApiError> {
        let ImportRulePack { text, file, reviewer } = request;
        let by = self.signing_administrator(&reviewer).await?;
        let file = file.unwrap_or_else(|| UNNAMED.to_owned());
        let revision = self.database.rule_packs_revision().await?;
        if let Some(pack) = self.kept(&text).await? {
            return Ok(ImportedRulePack { pack: version(&pack), unchanged: true });
        }
        let found = self.checked(Some(file.clone()), text).await?;
        let problems = &found.problems;
        if let Some(first) = problems.first() {
            let more = match problems.len() {
                1 => String::new(),
                all => format!("; {} more problems: `simui rules check` lists them", all - 1),
            };
            let message = format!("{file}:{}: {}{more}", first.line, first.message);
            return Err(ApiError::rules(
                ErrorCode::RulePackFaulty,
                &[("file", &file), ("line", &first.line)],
                message,
            ));
        }
        // A pack without problems could be parsed.
        let Some(pack) = found.pack else {
            return Err(ApiError::rules(
                ErrorCode::Internal,
                &[],
                format!("{file}: it cannot be read; report this"),
            ));
        };
        self.is_new(&file, &pack).await?;
        let sha256 = pack.sha256();
        let days = |day: Result<_, _>| day.ok().flatten();
        let new = NewPack {
            id: pack.id(),
            version: pack.version(),
            title: pack.title(),
            text: pack.text(),
            sha256: &sha256,
            effective: (days(pack.effective_from()), days(pack.effective_to())),
        };
        self.database.import_rule_pack(&self.clock, &new, revision, &by).await?;
        let view = self.view_of(pack.id()).await?;
        let kept = view.versions.into_iter().find(|it| it.version == pack.version());
        let pack = kept.ok_or_else(|| {
            ApiError::rules(
                ErrorCode::Internal,
                &[],
                "the imported pack is not kept; report this".to_owned(),
            )
        })?;
        Ok(ImportedRulePack { pack, unchanged: false })
    }

    /// Activates an imported version again.
    pub async fn activate_rule_pack(
        &self,
        request: ChangeRulePack,
    ) -> Result<RulePackView, ApiError> {
        let (by, revision, pack) = self.to_change(&request, false).await?;
        let file = format!("{}@{}", pack.id, pack.version);
        let found = self.checked(Some(file.clone()), pack.text.clone()).await?;
        if let Some(first) = found.problems.first() {
            let message = format!(
                "{file}:{}: {}; it was fit when it was imported: import a mended version",
                first.line, first.message
            );
            return Err(ApiError::rules(
                ErrorCode::RulePackFaulty,
                &[("file", &file), ("line", &first.line)],
                message,
            ));
        }
        self.database.activate_rule_pack(&self.clock, &pack, revision, &by).await?;
        self.view_of(&pack.id).await
    }

    /// Deactivates an imported version. The previous one applies again, or finally the program's own.
    pub async fn deactivate_rule_pack(
        &self,
        request: ChangeRulePack,
    ) -> Result<RulePackView, ApiError> {
        let (by, revision, pack) = self.to_change(&request, true).await?;
        let without = self.rule_book().await?.without(&pack.id, &pack.version);
        let first = pack.effective_from.unwrap_or_else(|| self.today());
        for day in without.change_days(first) {
            // A version may be deactivated when the rules are unusable anyway.
            if let (Err(error), Ok(_)) = (without.on(day), self.rule_book().await?.on(day)) {
                let message = format!(
                    "{}@{} cannot be deactivated: on {day} {error}; deactivate what needs it first",
                    pack.id, pack.version
                );
                return Err(ApiError::rules(
                    ErrorCode::RulePackNeeded,
                    &[("name", &format!("{}@{}", pack.id, pack.version))],
                    message,
                ));
            }
        }
        self.database.deactivate_rule_pack(&self.clock, &pack, revision, &by).await?;
        self.view_of(&pack.id).await
    }

    /// Returns the stored version with exactly this text.
    async fn kept(&self, text: &str) -> Result<Option<StoredPack>, ApiError> {
        Ok(self.database.rule_packs().await?.into_iter().find(|pack| pack.text == text))
    }

    /// An error for a different text under an existing id and version.
    async fn is_new(&self, file: &str, pack: &RulePack) -> Result<(), ApiError> {
        let (id, number) = (pack.id(), pack.version());
        let book = self.rule_book().await?;
        let own = book.builtin().iter().any(|it| it.id() == id && it.version() == number);
        let stored = self.database.rule_packs().await?;
        if own || stored.iter().any(|it| it.id == id && it.version == number) {
            let whose = if own { "comes with the program" } else { "is kept already" };
            let message = format!(
                "{file}: version {number} of {id} {whose} and is never overwritten; give the pack another version"
            );
            return Err(ApiError::rules(
                ErrorCode::RulePackExists,
                &[("name", &id), ("version", &number)],
                message,
            ));
        }
        Ok(())
    }

    /// Returns the administrator, the revision of the packs, and the requested version, which has to be
    /// active or inactive.
    async fn to_change(
        &self,
        request: &ChangeRulePack,
        active: bool,
    ) -> Result<(Reviewer, i64, StoredPack), ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        let revision = self.database.rule_packs_revision().await?;
        let mut stored = self.database.rule_packs().await?;
        let ChangeRulePack { id, version, .. } = request;
        stored.retain(|pack| {
            pack.id == *id
                && pack.active().is_some() == active
                && version.as_ref().is_none_or(|version| pack.version == *version)
        });
        let state = if active { "active" } else { "inactive" };
        match (stored.pop(), stored.len()) {
            (Some(pack), 0) => Ok((by, revision, pack)),
            (Some(_), _) => Err(ApiError::invalid(
                ErrorCode::RulePackAmbiguous,
                &[("name", &id)],
                format!(
                    "rule pack {id}: several imported versions are {state}; say which one (--version)"
                ),
            )),
            (None, _) => Err(ApiError::invalid(
                ErrorCode::RulePackVersionNotFound,
                &[("name", &id)],
                format!(
                    "rule pack {id}{}: no such imported version is {state}; `simui rules list` shows them, and the \
                 program's own are always active",
                    version.as_ref().map(|it| format!("@{it}")).unwrap_or_default()
                ),
            )),
        }
    }

    async fn view_of(&self, id: &str) -> Result<RulePackView, ApiError> {
        let (book, stored) = (self.rule_book().await?, self.database.rule_packs().await?);
        Ok(view(id, &book, &stored, self.today()))
    }
}

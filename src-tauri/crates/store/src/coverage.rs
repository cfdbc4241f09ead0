//! Insurance coverage: companies, standard coverages, their names, and pages of documents. An import
//! replaces all of it.

use simui_domain::Clock;
use sqlx::Row;

use crate::columns::{json_from, json_text, stamp};
use crate::{Database, StoreError};

/// An insurance company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsurerRow {
    /// Code of the company, for example `N08`.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Other names of the company.
    pub aliases: Vec<String>,
}

/// A standard coverage. The rules fill in fields that are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandardRow {
    /// Code of the coverage, for example `A4200_1`.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Domain of the coverage: `CANCER`, …
    pub domain: String,
    /// `MAIN` or `DERIVED`.
    pub role: String,
    /// Type of the coverage: `cancer_diagnosis`, …
    pub coverage_type: String,
}

/// The name that a company uses for a standard coverage.
#[derive(Debug, Clone, PartialEq)]
pub struct AliasRow {
    /// Code of the company.
    pub insurer_code: String,
    /// Code of the standard coverage.
    pub coverage_code: String,
    /// The name as the company writes it.
    pub raw_name: String,
    /// Confidence of the assignment, 0 to 1.
    pub confidence: Option<f64>,
}

/// A document of a company with its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageDocument {
    /// Code of the company.
    pub insurer_code: String,
    /// Kind of document: 가입설계서, …
    pub doc_type: String,
    /// File name.
    pub name: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
    /// Text of each page, in order.
    pub pages: Vec<String>,
}

/// A document with the folder from which it was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageOriginal {
    /// The folder of the last import.
    pub folder: String,
    /// The document.
    pub document: CoverageDocument,
}

/// The facts about one coverage of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactList {
    /// Code of the company.
    pub insurer_code: String,
    /// Code of the standard coverage; empty for the rows that belong to none.
    pub coverage_code: String,
    /// The facts in reading order, as JSON.
    pub facts: String,
}

/// Everything that one import contains.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CoverageSet {
    /// Companies in the order of their file.
    pub insurers: Vec<InsurerRow>,
    /// Coverages in the order of their file.
    pub standards: Vec<StandardRow>,
    /// Names in the order of their file.
    pub aliases: Vec<AliasRow>,
    /// Documents by company, type and name.
    pub documents: Vec<CoverageDocument>,
}

impl Database {
    /// Number of the last import, which grows with every import; 0 before the first.
    pub async fn coverage_revision(&self) -> Result<i64, StoreError> {
        let last = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM coverage_imports");
        Ok(last.fetch_one(&self.readers).await?)
    }

    /// Replaces the stored set by another in one transaction; on an error the old one stays.
    pub async fn replace_coverage(
        &self,
        clock: &Clock,
        path: &str,
        set: &CoverageSet,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        for table in ["facts", "pages", "documents", "alias", "standard", "insurers"] {
            // The table names are the constants above, never input.
            sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM coverage_{table}")))
                .execute(&mut *write)
                .await?;
        }
        for (seq, insurer) in set.insurers.iter().enumerate() {
            sqlx::query(
                "INSERT INTO coverage_insurers (code, seq, name, aliases) VALUES (?, ?, ?, ?)",
            )
            .bind(&insurer.code)
            .bind(number(seq))
            .bind(&insurer.name)
            .bind(json_text(&insurer.aliases)?)
            .execute(&mut *write)
            .await?;
        }
        for (seq, standard) in set.standards.iter().enumerate() {
            sqlx::query(
                "INSERT INTO coverage_standard (code, seq, name, domain, role, coverage_type) \
                 VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(&standard.code)
            .bind(number(seq))
            .bind(&standard.name)
            .bind(&standard.domain)
            .bind(&standard.role)
            .bind(&standard.coverage_type)
            .execute(&mut *write)
            .await?;
        }
        for alias in &set.aliases {
            sqlx::query(
                "INSERT INTO coverage_alias (insurer_code, coverage_code, raw_name, confidence) \
                 VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )
            .bind(&alias.insurer_code)
            .bind(&alias.coverage_code)
            .bind(&alias.raw_name)
            .bind(alias.confidence)
            .execute(&mut *write)
            .await?;
        }
        for document in &set.documents {
            let id: i64 = sqlx::query_scalar(
                "INSERT INTO coverage_documents (insurer_code, doc_type, name, sha256) \
                 VALUES (?, ?, ?, ?) RETURNING id",
            )
            .bind(&document.insurer_code)
            .bind(&document.doc_type)
            .bind(&document.name)
            .bind(&document.sha256)
            .fetch_one(&mut *write)
            .await?;
            for (at, text) in document.pages.iter().enumerate() {
                sqlx::query(
                    "INSERT INTO coverage_pages (document_id, page, text) VALUES (?, ?, ?)",
                )
                .bind(id)
                .bind(number(at + 1))
                .bind(text)
                .execute(&mut *write)
                .await?;
            }
        }
        sqlx::query("INSERT INTO coverage_imports (path, imported_at) VALUES (?, ?)")
            .bind(path)
            .bind(stamp(clock.now()))
            .execute(&mut *write)
            .await?;
        write.commit().await
    }

    /// Stores the facts that were read from an import, in place of those stored before. Returns whether
    /// they were stored: those of an import that another one has replaced are not.
    pub async fn keep_coverage_facts(
        &self,
        revision: i64,
        scheme: &str,
        lists: &[FactList],
    ) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM coverage_imports")
            .fetch_one(&mut *write)
            .await?;
        if last != revision {
            return Ok(false);
        }
        sqlx::query("DELETE FROM coverage_facts").execute(&mut *write).await?;
        for list in lists {
            sqlx::query(
                "INSERT INTO coverage_facts (insurer_code, coverage_code, scheme, facts) \
                 VALUES (?, ?, ?, ?)",
            )
            .bind(&list.insurer_code)
            .bind(&list.coverage_code)
            .bind(scheme)
            .bind(&list.facts)
            .execute(&mut *write)
            .await?;
        }
        write.commit().await?;
        Ok(true)
    }

    /// The facts that were read from this import in this scheme; none if they were read in another, or
    /// if another import has replaced it.
    pub async fn coverage_facts(
        &self,
        revision: i64,
        scheme: &str,
    ) -> Result<Vec<FactList>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM coverage_facts WHERE scheme = ?1 \
             AND ?2 = (SELECT COALESCE(MAX(id), 0) FROM coverage_imports) ORDER BY id",
        )
        .bind(scheme)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        let list = |row: &sqlx::sqlite::SqliteRow| FactList {
            insurer_code: row.get("insurer_code"),
            coverage_code: row.get("coverage_code"),
            facts: row.get("facts"),
        };
        Ok(rows.iter().map(list).collect())
    }

    /// A document of a company by its file name; of several types the first one, unless `doc_type` says
    /// which.
    pub async fn coverage_document(
        &self,
        insurer_code: &str,
        doc_type: Option<&str>,
        name: &str,
    ) -> Result<Option<CoverageOriginal>, StoreError> {
        let rows = sqlx::query(
            "SELECT d.*, p.text, (SELECT path FROM coverage_imports ORDER BY id DESC LIMIT 1) AS folder \
             FROM coverage_documents d JOIN coverage_pages p ON p.document_id = d.id \
             WHERE d.id = (SELECT id FROM coverage_documents WHERE insurer_code = ?1 AND name = ?2 \
             AND (?3 IS NULL OR doc_type = ?3) ORDER BY doc_type LIMIT 1) ORDER BY p.page",
        )
        .bind(insurer_code)
        .bind(name)
        .bind(doc_type)
        .fetch_all(&self.readers)
        .await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let document = CoverageDocument {
            insurer_code: row.get("insurer_code"),
            doc_type: row.get("doc_type"),
            name: row.get("name"),
            sha256: row.get("sha256"),
            pages: rows.iter().map(|row| row.get("text")).collect(),
        };
        Ok(Some(CoverageOriginal { folder: row.get("folder"), document }))
    }

    /// The set that was imported last, with the number of the import.
    pub async fn coverage(&self) -> Result<(i64, CoverageSet), StoreError> {
        let mut tx = self.readers.begin().await?;
        let revision = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM coverage_imports")
            .fetch_one(&mut *tx)
            .await?;
        let mut set = CoverageSet::default();
        let rows =
            sqlx::query("SELECT * FROM coverage_insurers ORDER BY seq").fetch_all(&mut *tx).await?;
        for row in rows {
            let aliases: String = row.get("aliases");
            let aliases = json_from("coverage_insurers.aliases", &aliases)?;
            set.insurers.push(InsurerRow { code: row.get("code"), name: row.get("name"), aliases });
        }
        let rows =
            sqlx::query("SELECT * FROM coverage_standard ORDER BY seq").fetch_all(&mut *tx).await?;
        set.standards.extend(rows.iter().map(|row| StandardRow {
            code: row.get("code"),
            name: row.get("name"),
            domain: row.get("domain"),
            role: row.get("role"),
            coverage_type: row.get("coverage_type"),
        }));
        let rows =
            sqlx::query("SELECT * FROM coverage_alias ORDER BY seq").fetch_all(&mut *tx).await?;
        set.aliases.extend(rows.iter().map(|row| AliasRow {
            insurer_code: row.get("insurer_code"),
            coverage_code: row.get("coverage_code"),
            raw_name: row.get("raw_name"),
            confidence: row.get("confidence"),
        }));
        let rows = sqlx::query(
            "SELECT d.*, p.text FROM coverage_documents d JOIN coverage_pages p ON p.document_id = d.id \
             ORDER BY d.insurer_code, d.doc_type, d.name, d.id, p.page",
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut last: Option<i64> = None;
        for row in rows {
            let id: i64 = row.get("id");
            if last != Some(id) {
                set.documents.push(CoverageDocument {
                    insurer_code: row.get("insurer_code"),
                    doc_type: row.get("doc_type"),
                    name: row.get("name"),
                    sha256: row.get("sha256"),
                    pages: Vec::new(),
                });
                last = Some(id);
            }
            if let Some(document) = set.documents.last_mut() {
                document.pages.push(row.get("text"));
            }
        }
        Ok((revision, set))
    }
}

fn number(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

//! The starter corpus: digests (요지) in our own words, so that a new installation works before anything is
//! imported.
//!
//! Digests have the titles and numbers of the laws and decisions they summarise. When an official text with
//! the same title is imported, it replaces the digest in search and citations. The digests of drugs are
//! numerous and are stored when first needed. The list of 신의료기술 is a beginning: an imported entry of the same
//! name replaces its own, and the list never replaces an imported one.

mod drugs;

use simui_domain::{Clock, Technology};
use simui_store::{Database, ImportedDocument, Saved};

use crate::reader::{self, is_current, sha256};
use crate::reading::SourceFile;
use crate::{CorpusError, Finding};

macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../starter/", $path)))
    };
}

/// Every file of `starter/` except those of drugs.
const FILES: [(&str, &str); 32] = [
    file!("statutes/의료법.md"),
    file!("statutes/의료법_시행령.md"),
    file!("guidelines/의료광고_심의기준.md"),
    file!("decisions/2002두12342.md"),
    file!("decisions/2003헌가3.md"),
    file!("decisions/2004도5724.md"),
    file!("decisions/2006도9083.md"),
    file!("decisions/2006도9311.md"),
    file!("decisions/2008헌마593.md"),
    file!("decisions/2009도7455.md"),
    file!("decisions/2009두21345.md"),
    file!("decisions/2009헌마117.md"),
    file!("decisions/2010도1763.md"),
    file!("decisions/2010도6527.md"),
    file!("decisions/2010헌마180.md"),
    file!("decisions/2011도8694.md"),
    file!("decisions/2011헌마651.md"),
    file!("decisions/2011헌마652.md"),
    file!("decisions/2012헌마685.md"),
    file!("decisions/2012헌바293.md"),
    file!("decisions/2013도8032.md"),
    file!("decisions/2013헌바28.md"),
    file!("decisions/2014도16577.md"),
    file!("decisions/2015헌바75.md"),
    file!("decisions/2016도556.md"),
    file!("decisions/2016헌마176.md"),
    file!("decisions/2016헌마276.md"),
    file!("decisions/2016헌마636.md"),
    file!("decisions/2016헌바311.md"),
    file!("decisions/2017헌마1217.md"),
    file!("decisions/2018도20928.md"),
    file!("technologies/신의료기술_예시.csv"),
];

/// The documents of the starter corpus, with new ids.
///
/// # Errors
/// Returns an error if an embedded file cannot be read without a finding. The tests of this crate read all of
/// them.
pub fn starter_documents(clock: &Clock) -> Result<Vec<ImportedDocument>, CorpusError> {
    let files = FILES.into_iter().chain(drugs::FILES.iter().copied());
    files.map(|(file, text)| Ok(document(file, text, clock)?.0)).collect()
}

fn document(
    file: &'static str,
    text: &str,
    clock: &Clock,
) -> Result<(ImportedDocument, Vec<Technology>), CorpusError> {
    let source = SourceFile { path: format!("starter/{file}"), bytes: text.as_bytes().to_vec() };
    let faulty = |finding: Finding| CorpusError::Starter {
        file,
        reason: format!("{} {}", finding.place, finding.reason),
    };
    let mut reading = reader::read(&source, None, clock).into_only().map_err(faulty)?;
    // The head of a Markdown file says so itself.
    reading.imported.document.digest |= !reading.technologies.is_empty();
    match reading.findings.into_iter().next() {
        Some(finding) => Err(faulty(finding)),
        None => Ok((reading.imported, reading.technologies)),
    }
}

/// Stores the starter corpus without the drugs. Digests whose official text is already stored are left out.
/// Calling it again changes nothing. Returns the number of documents stored.
///
/// # Errors
/// The database refuses.
pub async fn install_starter(database: &Database, clock: &Clock) -> Result<usize, CorpusError> {
    install(&FILES, database, clock).await
}

/// Like [`install_starter`], for the digests of drugs. There are about three hundred, so an installation that
/// is only used for reviews goes without them.
///
/// # Errors
/// The database refuses.
pub async fn install_drug_digests(
    database: &Database,
    clock: &Clock,
) -> Result<usize, CorpusError> {
    install(drugs::FILES, database, clock).await
}

async fn install(
    files: &[(&'static str, &'static str)],
    database: &Database,
    clock: &Clock,
) -> Result<usize, CorpusError> {
    let stored = database.documents().await?;
    let (mut missing, mut technologies) = (Vec::new(), Vec::new());
    for &(file, text) in files {
        // This runs at every start, so files that are already stored unchanged are not read again.
        let hash = sha256(text.as_bytes());
        if stored.iter().any(|it| it.sha256 == hash && is_current(&it.reader, it.kind)) {
            continue;
        }
        let (imported, listed) = document(file, text, clock)?;
        technologies.extend(listed);
        let digest = &imported.document;
        let official = stored.iter().any(|document| {
            !document.digest && document.kind == digest.kind && document.title == digest.title
        });
        if !official {
            missing.push(imported);
        }
    }
    if !technologies.is_empty() {
        let known = database.technologies().await?;
        technologies.retain(|it| !known.iter().any(|known| known.name == it.name));
        database.save_technologies(&technologies, clock.now()).await?;
    }
    if missing.is_empty() {
        // A write would wait for whatever another process writes.
        return Ok(0);
    }
    let saved = database.save_documents(&missing, clock.now()).await?;
    Ok(saved.into_iter().filter(|it| *it == Saved::New).count())
}

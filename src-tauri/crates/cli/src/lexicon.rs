//! `simui lexicon …`: names of concepts from the user's licensed tables.

use std::path::Path;

use simui_api::Desk;
use simui_api::types::{
    ImportedLexicon, LexiconImport, LexiconSource, LexiconStatus, RemoveLexicon,
};

use crate::args::lexicon::{LexiconCommand, LexiconImportCommand};
use crate::error::CliError;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: LexiconCommand, out: Output) -> Result<(), CliError> {
    match command {
        LexiconCommand::Import(command) => {
            let request = request(command)?;
            out.result(&desk.lexicon_import(request).await?, describe_import);
        }
        LexiconCommand::Status => out.result(&desk.lexicon_status()?, describe_status),
        LexiconCommand::Remove { source, reviewer } => {
            let source = if source == "umls" { LexiconSource::Umls } else { LexiconSource::Medcat };
            desk.lexicon_remove(RemoveLexicon { source, reviewer }).await?;
            out.result(&desk.lexicon_status()?, describe_status);
        }
    }
    Ok(())
}

fn request(command: LexiconImportCommand) -> Result<LexiconImport, CliError> {
    let path_text = |path: &Path| path.display().to_string();
    let reviewer = command.reviewer;
    match (command.mrconso, command.mrsty, command.medcat) {
        (Some(mrconso), Some(mrsty), None) => {
            let (mrconso, mrsty) = (path_text(&mrconso), path_text(&mrsty));
            Ok(LexiconImport::Umls { mrconso, mrsty, reviewer })
        }
        (None, None, Some(cdb)) => Ok(LexiconImport::Medcat { cdb: path_text(&cdb), reviewer }),
        _ => Err(CliError::refused(
            ErrorCode::OptionsIncomplete,
            &[("option", &"--mrconso, --mrsty, --medcat")],
            "give --mrconso and --mrsty, or --medcat".into(),
        )),
    }
}

fn describe_import(it: &ImportedLexicon) -> String {
    format!(
        "{:?}: {} concepts, {} Korean and {} English names of {} lines, {} left out",
        it.source, it.concepts, it.korean, it.english, it.lines, it.left_out
    )
}

fn describe_status(it: &LexiconStatus) -> String {
    let mut text = format!("own lexicon: {} concepts", it.own_concepts);
    for source in &it.imported {
        text += &format!("\n{}, {}", describe_import(source), source.imported_at);
        if let Some(name) = &source.imported_by {
            text += &format!(", {name}");
        }
    }
    for source in &it.damaged {
        text += &format!("\n{source:?}: damaged; import it again, or remove it");
    }
    text
}

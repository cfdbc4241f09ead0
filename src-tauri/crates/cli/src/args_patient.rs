use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::types::{ItemId, PatientValue, ProfileSlot, Standing};

/// `simui patient …`
///
/// Everything that is remembered is sealed in the data directory. PATIENT is an id of `list`, or a whole name. `show --json` has
/// id, name, turns, person (age, sex, pregnancy today), items (id, slot, name, code, value, standing, confidence, first_said,
/// last_said, checked, shown, weight, in_conflict), conflicts, sections and summary. `turns --json` has turn, conversation, at, text,
/// changes, remembered (false where the turn was answered apart from the record), answer (what `consult` showed, its answer as text)
/// and model_calls.
#[derive(Debug, Subcommand)]
pub enum PatientCommand {
    /// Add a patient.
    Add {
        /// What the desk calls them; no two have the same name.
        name: String,
        /// Who signs.
        #[command(flatten)]
        by: By,
    },
    /// List patients, the one changed last first.
    List {
        /// Only those whose name contains this, or whose id begins with it.
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// Who asks.
        #[command(flatten)]
        by: By,
    },
    /// Show what is remembered: six slots with their present weights, contradictions, the summary.
    Show(OfPatient),
    /// Give a patient another name.
    Rename {
        /// Whom.
        #[command(flatten)]
        of: OfPatient,
        /// The new name.
        #[arg(long)]
        to: String,
    },
    /// Forget a patient for good: the key first, then everything it sealed. The audit log keeps only who did it.
    Forget(OfPatient),
    /// List the items of a patient, or what happened to them.
    Items {
        /// Whose.
        #[command(flatten)]
        of: OfPatient,
        /// Only of this slot.
        #[arg(long, value_parser = parse::<ProfileSlot>)]
        slot: Option<ProfileSlot>,
        /// What happened to the items instead.
        #[arg(long, conflicts_with = "slot")]
        history: bool,
    },
    /// List the turns: what was said, what it changed, and the answer that `consult` showed.
    Turns(OfPatient),
    /// Read a text and remember what it says about the patient.
    ///
    /// Example: simui patient remember "김가을" "65세 여성이고 고혈압이 있어요. 페니실린 알레르기가 있어요."
    Remember {
        /// Whose.
        #[command(flatten)]
        of: OfPatient,
        /// The words.
        #[arg(allow_hyphen_values = true)]
        text: String,
    },
    /// Add a patient from a record: one FHIR R4 bundle, as Synthea writes it.
    Import {
        /// The file.
        file: PathBuf,
        /// What the desk calls them; the name in the record when absent.
        #[arg(long)]
        name: Option<String>,
        /// Who signs.
        #[command(flatten)]
        by: By,
    },
    /// Confirm an item; what contradicts it is set aside.
    Confirm(OfItem),
    /// Correct an item.
    Edit {
        /// The patient, the item, and who signs.
        #[command(flatten)]
        of: OfItem,
        /// What it is about.
        #[arg(long)]
        name: Option<String>,
        /// How it stands to the patient: active, negated, past, stopped, planned, hypothetical, family, allergy, no_allergy.
        #[arg(long, value_parser = parse::<Standing>)]
        standing: Option<Standing>,
        /// What is said of it, as `show --json` has it: '{"kind":"drug","dose":"500mg","per_day":2}'.
        #[arg(long, value_name = "JSON", value_parser = parse_value)]
        value: Option<PatientValue>,
    },
    /// Write an item by hand.
    Write {
        /// Whose.
        #[command(flatten)]
        of: OfPatient,
        /// demographics, conditions (allergies too), symptoms, medications, vitals, labs.
        #[arg(long, value_parser = parse::<ProfileSlot>)]
        slot: ProfileSlot,
        /// What it is about.
        #[arg(long)]
        name: String,
        /// How it stands to the patient.
        #[arg(long, default_value = "active", value_parser = parse::<Standing>)]
        standing: Standing,
        /// What is said of it; that it is so, when absent.
        #[arg(long, value_name = "JSON", default_value = r#"{"kind":"plain"}"#, value_parser = parse_value)]
        value: PatientValue,
        /// The relative's word, with the standing family.
        #[arg(long)]
        whose: Option<String>,
    },
    /// Delete an item; its history stays until the patient is forgotten.
    Delete(OfItem),
}

/// One patient.
#[derive(Debug, Args)]
pub struct OfPatient {
    /// Id, or the whole name.
    pub patient: String,
    /// Who.
    #[command(flatten)]
    pub by: By,
}

/// One item of a patient.
#[derive(Debug, Args)]
pub struct OfItem {
    /// Id of the patient, or the whole name.
    pub patient: String,
    /// Number of the item: i3, or 3.
    pub item: ItemId,
    /// Who signs.
    #[command(flatten)]
    pub by: By,
}

/// Who does it.
#[derive(Debug, Args)]
pub struct By {
    /// Name or id of who asks or signs; needed where administrators have passwords.
    #[arg(long = "as", value_name = "NAME")]
    pub reviewer: Option<String>,
}

/// A word of a closed set, as in JSON.
fn parse<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(word.to_owned()))
        .map_err(|error| error.to_string())
}

fn parse_value(text: &str) -> Result<PatientValue, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

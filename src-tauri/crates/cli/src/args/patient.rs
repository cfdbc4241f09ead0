//! Arguments of `simui patient`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::types::{ItemId, PatientValue, ProfileSlot, Standing};

/// Commands of `simui patient`.
///
/// Everything that is remembered is sealed in the data directory. PATIENT is an id of `list`, or a
/// full name. `show --json` has id, name, turns, person (age, sex, pregnancy today), items (id,
/// slot, name, code, value, standing, confidence, first_said, last_said, checked, shown, weight,
/// in_conflict), conflicts, sections and summary. `turns --json` has turn, conversation, at, text,
/// changes, remembered (false if the turn was answered apart from the record), answer (what
/// `consult` showed, its answer as text) and model_calls.
#[derive(Debug, Subcommand)]
pub enum PatientCommand {
    /// Add a patient.
    Add {
        /// Name of the patient, which must be unique.
        name: String,
        /// The person who signs.
        #[command(flatten)]
        by: By,
    },
    /// List patients, most recently changed first.
    List {
        /// Only patients whose name contains this text, or whose id begins with it.
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// The person who asks.
        #[command(flatten)]
        by: By,
    },
    /// Show what is remembered: slots with their present weights, contradictions, and the
    /// summary.
    Show(OfPatient),
    /// Rename a patient.
    Rename {
        /// The patient to rename.
        #[command(flatten)]
        of: OfPatient,
        /// New name.
        #[arg(long)]
        to: String,
    },
    /// Forget a patient for good: the key is deleted first, then everything sealed with it. The
    /// audit log keeps only who did it.
    Forget(OfPatient),
    /// List the items of a patient, or their history.
    Items {
        /// The patient whose items are listed.
        #[command(flatten)]
        of: OfPatient,
        /// Only items of this slot.
        #[arg(long, value_parser = parse::<ProfileSlot>)]
        slot: Option<ProfileSlot>,
        /// Show the history of the items instead.
        #[arg(long, conflicts_with = "slot")]
        history: bool,
    },
    /// List the turns: what was said, what it changed, and the answer that `consult` showed.
    Turns(OfPatient),
    /// Read a text and remember what it says about the patient.
    ///
    /// Example: simui patient remember "김가을" "65세 여성이고 고혈압이 있어요. 페니실린 알레르기가 있어요."
    Remember {
        /// The patient that the text is about.
        #[command(flatten)]
        of: OfPatient,
        /// Text to read.
        #[arg(allow_hyphen_values = true)]
        text: String,
    },
    /// Add a patient from a record: one FHIR R4 bundle, as Synthea writes it.
    Import {
        /// File with the bundle.
        file: PathBuf,
        /// Name of the patient. Default: the name in the record.
        #[arg(long)]
        name: Option<String>,
        /// The person who signs.
        #[command(flatten)]
        by: By,
    },
    /// Confirm an item. Items that contradict it are set aside.
    Confirm(OfItem),
    /// Correct an item.
    Edit {
        /// The patient, the item, and the person who signs.
        #[command(flatten)]
        of: OfItem,
        /// Name of the condition, drug or measure that the item is about.
        #[arg(long)]
        name: Option<String>,
        /// How it applies to the patient: active, negated, past, stopped, planned, hypothetical,
        /// family, allergy, no_allergy.
        #[arg(long, value_parser = parse::<Standing>)]
        standing: Option<Standing>,
        /// Value, as in `show --json`: '{"kind":"drug","dose":"500mg","per_day":2}'.
        #[arg(long, value_name = "JSON", value_parser = parse_value)]
        value: Option<PatientValue>,
    },
    /// Add an item by hand.
    Write {
        /// The patient who gets the item.
        #[command(flatten)]
        of: OfPatient,
        /// demographics, conditions (also allergies), symptoms, medications, vitals, labs.
        #[arg(long, value_parser = parse::<ProfileSlot>)]
        slot: ProfileSlot,
        /// Name of the condition, drug or measure that the item is about.
        #[arg(long)]
        name: String,
        /// How it applies to the patient, as for `edit`.
        #[arg(long, default_value = "active", value_parser = parse::<Standing>)]
        standing: Standing,
        /// Value, as in `show --json`. Default: a plain statement that it is so.
        #[arg(long, value_name = "JSON", default_value = r#"{"kind":"plain"}"#, value_parser = parse_value)]
        value: PatientValue,
        /// The relative, such as 어머니, for the standing family.
        #[arg(long)]
        whose: Option<String>,
    },
    /// Delete an item. Its history stays until the patient is forgotten.
    Delete(OfItem),
}

/// A patient, and the person who asks or signs.
#[derive(Debug, Args)]
pub struct OfPatient {
    /// Id or full name of the patient.
    pub patient: String,
    /// The person who asks or signs.
    #[command(flatten)]
    pub by: By,
}

/// An item of a patient, and the person who signs.
#[derive(Debug, Args)]
pub struct OfItem {
    /// Id or full name of the patient.
    pub patient: String,
    /// Number of the item: i3, or 3.
    pub item: ItemId,
    /// The person who signs.
    #[command(flatten)]
    pub by: By,
}

/// The person who asks or signs.
#[derive(Debug, Args)]
pub struct By {
    /// Name or id of the person who asks or signs. Needed if administrators have passwords.
    #[arg(long = "as", value_name = "NAME")]
    pub reviewer: Option<String>,
}

/// Parses a word of a closed set, as written in JSON.
fn parse<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(word.to_owned()))
        .map_err(|error| error.to_string())
}

fn parse_value(text: &str) -> Result<PatientValue, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

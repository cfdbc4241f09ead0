//! How values are written into columns and read back.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::StoreError;

/// RFC 3339 in UTC, always with nine decimals, so that the order of texts is the order of time.
pub(crate) fn stamp(at: Timestamp) -> String {
    format!("{at:.9}")
}

pub(crate) fn time(what: &'static str, text: &str) -> Result<Timestamp, StoreError> {
    text.parse().map_err(|_| corrupt(what, text))
}

pub(crate) fn date(what: &'static str, text: Option<&str>) -> Result<Option<Date>, StoreError> {
    text.map(|text| text.parse().map_err(|_| corrupt(what, text))).transpose()
}

/// The word of an enum's variant, as serde writes it.
pub(crate) fn word(value: &impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        other => Err(corrupt("word to write", &format!("{other:?}"))),
    }
}

/// Reads what [`word`] wrote.
pub(crate) fn from_word<T: DeserializeOwned>(
    what: &'static str,
    word: &str,
) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::String(word.to_owned()))
        .map_err(|error| corrupt(what, &error.to_string()))
}

pub(crate) fn json_text(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| corrupt("JSON to write", &error.to_string()))
}

pub(crate) fn json_from<T: DeserializeOwned>(
    what: &'static str,
    text: &str,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| corrupt(what, &error.to_string()))
}

pub(crate) fn corrupt(what: &'static str, reason: &str) -> StoreError {
    StoreError::Corrupt { what, reason: reason.chars().take(200).collect() }
}

/// A number that is never negative; 0 if it is.
pub(crate) fn count(row: &SqliteRow, column: &'static str) -> usize {
    usize::try_from(row.get::<i64, _>(column)).unwrap_or_default()
}

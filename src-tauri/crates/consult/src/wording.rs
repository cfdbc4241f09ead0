use serde::Deserialize;

/// What the desk says in its own words: `words.toml`, which says what each is for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The first layer of the context.
    pub system: String,
    /// To a greeting.
    pub greeting: String,
    /// To a thank-you or a yes.
    pub acknowledgement: String,
    /// To what is neither a question nor a fact.
    pub chat: String,
    /// To facts: `{items}`.
    pub remembered: String,
    /// To facts that are known.
    pub nothing_new: String,
    /// `{allergy}`, `{drug}`.
    pub allergy: String,
    /// The same for another class that some react to as well.
    pub allergy_cross: String,
    /// `{drug}`.
    pub already_taken: String,
    /// `{allergy}`, `{drug}`.
    pub left_out: String,
    /// `{why}`, `{table}`, `{drug}`: a row of a DUR table keeps from speaking for a drug that nobody named.
    pub left_out_dur: String,
    /// `{drugs}`: said where drugs are proposed to somebody who takes others.
    pub with_taken: String,
    /// Behind a drug that is known from an earlier turn.
    pub taken_by_record: String,
    /// `{ago}`, `{says}`: a danger to life that an earlier turn spoke of, and what was said to it.
    pub danger_before: String,
    /// The source of what stands on the patient's record.
    pub source_record: String,
}

/// `text` with `{name}` filled in.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

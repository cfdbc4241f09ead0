//! The tables that say how an advertisement is read, beside packs and lexicons.

/// The texts of the tables.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'t> {
    /// `stances.toml`: cues of stance and speaker.
    pub stances: &'t str,
    /// `figures.toml`: cues of the roles of figures.
    pub figures: &'t str,
    /// `entities.toml`: names and typed tokens.
    pub entities: &'t str,
    /// `titles.toml`: what the law allows before 전문의 and 전문병원.
    pub titles: &'t str,
}

impl Tables<'static> {
    /// Returns the tables that the program carries.
    pub fn builtin() -> Self {
        Self {
            stances: include_str!("../../rules/stances.toml"),
            figures: include_str!("../../rules/figures.toml"),
            entities: include_str!("../../rules/entities.toml"),
            titles: include_str!("../../rules/titles.toml"),
        }
    }
}

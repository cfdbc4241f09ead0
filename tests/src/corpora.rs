//! Reads `tests/corpora/manifest.toml` and measures its sets against their floors.
//!
//! A set is a JSON lines file, or a folder with documents and such files, below the folder of its job. Its
//! entry in the manifest says who wrote it, how it was made, whether it was read while rules were written,
//! and the bounds of each measure. A test that measures calls [`run`] with the names of a job and a measure;
//! a new set needs an entry and no code.
#![allow(clippy::print_stderr, reason = "tests print what they measure")]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

/// The end of the name of a set that nobody who writes rules has read, before the file's extension.
pub const UNREAD: &str = "_unread";

/// The jobs whose sets there are, as folders are named.
pub const JOBS: [&str; 4] = ["ads", "coverage", "pharmacy", "utterances"];

/// What a measure counted, by the names that the manifest gives bounds for.
pub type Figures = Vec<(&'static str, f64)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    set: Vec<Spanned<Set>>,
}

/// An entry of the manifest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The file or folder below `tests/corpora`; its first part is the job.
    pub path: String,
    /// Number of questions, advertisements or turns: the lines of all JSON lines files of the set.
    pub questions: usize,
    /// The origin of the texts and labels.
    pub author: String,
    /// How the set was made, and what was first measured on it where that is known.
    pub made: String,
    /// Whether the set was read while rules were written. Such a set is development data; the wrong answers
    /// of any other are not printed.
    pub read: bool,
    /// The bounds by the name of the measure.
    pub measures: BTreeMap<String, Bounds>,
}

/// The bounds of one measure of a set.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The least permitted figures: counts, or shares where the measure gives shares.
    #[serde(default)]
    pub floor: BTreeMap<String, f64>,
    /// The greatest permitted figures.
    #[serde(default)]
    pub ceiling: BTreeMap<String, f64>,
}

impl Set {
    /// The job: the first folder of the path.
    #[must_use]
    pub fn job(&self) -> &str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// The file or folder of the set.
    #[must_use]
    pub fn place(&self) -> PathBuf {
        folder().join(&self.path)
    }

    /// The lines of the set's file, or of a file within its folder.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a line does not have the form of `T`; the message names file and line.
    pub fn lines<T: DeserializeOwned>(&self, within: &str) -> Result<Vec<T>, String> {
        let place = self.place();
        lines(&if within.is_empty() { place } else { place.join(within) })
    }
}

/// The folder `tests/corpora` of the repository.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora")
}

/// Every line of a JSON lines file that is not blank.
///
/// # Errors
///
/// If the file cannot be read, or a line does not have the form of `T`; the message names file and line.
pub fn lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, String> {
    let at = |line: usize, error: &dyn Display| format!("{}:{line}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| at(0, &error))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| serde_json::from_str(line).map_err(|error| at(number, &error)))
        .collect()
}

/// Every set of the manifest.
///
/// # Errors
///
/// If the manifest cannot be read or has a mistake; the message names file and line.
pub fn sets() -> Result<Vec<Set>, String> {
    let file = folder().join("manifest.toml");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    parse(&file.display().to_string(), &text)
}

/// Every set of a manifest's text; `file` is named in errors.
///
/// # Errors
///
/// If the text is not TOML of this form, or an entry contradicts itself or another.
pub fn parse(file: &str, text: &str) -> Result<Vec<Set>, String> {
    let at = |offset: usize, error: &str| {
        let line = text.get(..offset).unwrap_or(text).matches('\n').count() + 1;
        format!("{file}:{line}: {error}")
    };
    let manifest: Manifest = toml::from_str(text).map_err(|error| {
        at(error.span().map_or(0, |span| span.start), error.message().trim_end())
    })?;
    let mut sets: Vec<Set> = Vec::new();
    for entry in manifest.set {
        let start = entry.span().start;
        let set = entry.into_inner();
        let mistake = mistake(&set).or_else(|| {
            let again = sets.iter().any(|it| it.path == set.path);
            again.then(|| format!("{} has two entries", set.path))
        });
        match mistake {
            Some(mistake) => return Err(at(start, &mistake)),
            None => sets.push(set),
        }
    }
    Ok(sets)
}

/// The mistake of an entry that its form does not rule out.
fn mistake(set: &Set) -> Option<String> {
    let Set { path, questions, author, made, read, measures } = set;
    let unread = path.trim_end_matches(".jsonl").ends_with(UNREAD);
    let boundless = |it: &Bounds| it.floor.is_empty() && it.ceiling.is_empty();
    if !JOBS.contains(&set.job()) {
        Some(format!("{path}: the first folder is one of {}", JOBS.join(", ")))
    } else if *questions == 0 || author.trim().is_empty() || made.trim().is_empty() {
        Some(format!("{path}: `questions`, `author` and `made` are required"))
    } else if *read == unread {
        Some(format!("{path}: a name ends in `{UNREAD}` if, and only if, `read = false`"))
    } else if measures.is_empty() || measures.values().any(boundless) {
        Some(format!("{path}: every measure has a `floor` or a `ceiling`"))
    } else {
        None
    }
}

/// Measures every set of `job` with a measure of this name, prints the figures, and returns what is out of
/// bounds, with file and line of what cannot be read.
pub fn run(
    job: &str,
    measure: &str,
    mut figures_of: impl FnMut(&Set) -> Result<Figures, String>,
) -> Vec<String> {
    let sets = match sets() {
        Ok(sets) => sets,
        Err(error) => return vec![error],
    };
    let mut broken = Vec::new();
    let mut measured = 0;
    for set in sets.iter().filter(|it| it.job() == job) {
        let Some(bounds) = set.measures.get(measure) else { continue };
        measured += 1;
        match figures_of(set) {
            Ok(figures) => {
                let written: Vec<String> =
                    figures.iter().map(|(name, figure)| format!("{name} {figure:.3}")).collect();
                eprintln!("{}, {measure} of {}: {}", set.path, set.questions, written.join(", "));
                broken.extend(out_of_bounds(set, measure, bounds, &figures));
            }
            Err(error) => broken.push(error),
        }
    }
    if measured == 0 {
        broken.push(format!("no set of {job} has the measure {measure}"));
    }
    broken
}

/// The figures of a set that break its bounds, and the names that only one of both has.
fn out_of_bounds(set: &Set, measure: &str, bounds: &Bounds, figures: &Figures) -> Vec<String> {
    let path = &set.path;
    let figure = |name: &str| figures.iter().find(|it| it.0 == name).map(|it| it.1);
    let mut broken = Vec::new();
    for (bound, is_floor) in [(&bounds.floor, true), (&bounds.ceiling, false)] {
        for (name, bound) in bound {
            let kind = if is_floor { "floor" } else { "ceiling" };
            match figure(name) {
                None => broken.push(format!("{path}: {measure} has no figure `{name}`")),
                Some(it) if it < *bound && is_floor || it > *bound && !is_floor => {
                    broken.push(format!("{path}: {measure} {name} {it:.3}, {kind} {bound}"));
                }
                Some(_) => {}
            }
        }
    }
    let bounded = |name: &str| bounds.floor.contains_key(name) || bounds.ceiling.contains_key(name);
    let free = figures.iter().filter(|(name, _)| !bounded(name));
    broken.extend(free.map(|(name, _)| format!("{path}: {measure} {name} has no bound")));
    broken
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a failed expectation is a failed test")]

    use super::*;

    const ENTRY: &str = "[[set]]\npath = \"ads/a.jsonl\"\nquestions = 2\nauthor = \"x\"\nmade = \"y\"\n\
                         read = true\nmeasures.rules.floor = { right = 2 }\n";

    fn error(text: &str) -> String {
        parse("m.toml", text).expect_err("a mistake")
    }

    #[test]
    fn a_mistake_is_reported_with_file_and_line() {
        assert_eq!(parse("m.toml", ENTRY).map(|it| it.len()), Ok(1));
        assert!(error(&ENTRY.replace("questions", "question")).starts_with("m.toml:"));
        assert!(error(&ENTRY.replace("= 2\n", "= \"2\"\n")).starts_with("m.toml:3: "));
        let twice = error(&format!("{ENTRY}\n{ENTRY}"));
        assert!(twice.starts_with("m.toml:9: ads/a.jsonl has two entries"), "{twice}");
        for (right, wrong, words) in [
            ("ads/a", "adverts/a", "the first folder"),
            ("author = \"x\"", "author = \" \"", "`author`"),
            ("read = true", "read = false", "_unread"),
            ("ads/a", "ads/a_unread", "_unread"),
            ("floor = { right = 2 }", "floor = { }", "a `floor` or a `ceiling`"),
        ] {
            let error = error(&ENTRY.replace(right, wrong));
            assert!(error.starts_with("m.toml:1: ") && error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_figure_keeps_its_bounds_and_has_some() {
        let set = &parse("m.toml", ENTRY).expect("no mistake")[0];
        let bounds = Bounds {
            floor: BTreeMap::from([("right".to_owned(), 2.0)]),
            ceiling: BTreeMap::from([("extra".to_owned(), 0.1)]),
        };
        let broken = |figures: Figures| out_of_bounds(set, "rules", &bounds, &figures);
        assert_eq!(broken(vec![("right", 2.0), ("extra", 0.1)]), Vec::<String>::new());
        assert_eq!(broken(vec![("right", 1.0), ("extra", 0.2)]).len(), 2);
        assert_eq!(broken(vec![("right", 2.0)]), ["ads/a.jsonl: rules has no figure `extra`"]);
        let free = broken(vec![("right", 2.0), ("extra", 0.0), ("other", 1.0)]);
        assert_eq!(free, ["ads/a.jsonl: rules other has no bound"]);
    }
}

//! The imported tables and pages, indexed for questions.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, MatchKind};

use super::library::Library;
use crate::catalog::fact::Fact;
use crate::catalog::fold::fold;
use crate::catalog::name::Name;
use crate::catalog::rules::{CoverageTypeRule, Rules};
use crate::catalog::tables::{Alias, Insurer, Page, Standard, Tables};

/// Everything that was imported, in memory: companies, coverages, names and pages. The pages of a
/// company are read at the first question about it.
#[derive(Debug)]
pub struct Book {
    pub(crate) rules: Rules,
    pub(crate) insurers: Vec<Insurer>,
    pub(crate) standards: Vec<Coverage>,
    by_code: HashMap<String, usize>,
    pub(crate) aliases: Vec<NamedCoverage>,
    names: OnceLock<NameIndex>,
    shelves: Vec<Shelf>,
    left_out: Option<String>,
}

/// Index of a coverage, and of the company that uses the name; `None` for the standard name.
pub(crate) type NameUse = (usize, Option<usize>);

/// Index of every name of every coverage, which finds the longest name in a text.
#[derive(Debug, Default)]
pub(crate) struct NameIndex {
    finder: Option<AhoCorasick>,
    /// For each name, the coverages that it means.
    uses: Vec<Vec<NameUse>>,
}

impl NameIndex {
    fn new(book: &Book) -> Self {
        let mut of_name: BTreeMap<&str, Vec<NameUse>> = BTreeMap::new();
        for alias in &book.aliases {
            of_name
                .entry(&alias.name.full)
                .or_default()
                .push((alias.coverage, Some(alias.insurer)));
        }
        for (at, coverage) in book.standards.iter().enumerate() {
            of_name.entry(&coverage.name.full).or_default().push((at, None));
        }
        let shortened = shortened(book);
        for (name, at) in &shortened {
            of_name.entry(name.as_str()).or_insert_with(|| vec![(*at, None)]);
        }
        let companies: Vec<Vec<String>> = book.insurers.iter().map(own_names).collect();
        for alias in &book.aliases {
            let own = companies.get(alias.insurer).into_iter().flatten();
            let full = alias.name.full.as_str();
            let bare =
                own.filter_map(|it| full.strip_prefix(it.as_str())).min_by_key(|it| it.len());
            if let Some(bare) = bare.filter(|it| it.chars().count() >= MIN_BARE_LENGTH) {
                of_name.entry(bare).or_default().push((alias.coverage, Some(alias.insurer)));
            }
        }
        of_name.retain(|name, _| name.chars().count() >= 3);
        let longest =
            AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(of_name.keys());
        let finder = longest.ok();
        Self { finder, uses: of_name.into_values().collect() }
    }

    /// Returns the byte range of the first name at or behind byte `from` of a folded text, and its
    /// uses.
    pub(crate) fn next(&self, text: &str, from: usize) -> Option<(Range<usize>, &[NameUse])> {
        let hit = self.finder.as_ref()?.find(text.get(from..)?)?;
        let uses = self.uses.get(hit.pattern().as_usize())?;
        Some((from + hit.start()..from + hit.end(), uses))
    }
}

/// Smallest length, in characters, of a name without its company's name.
const MIN_BARE_LENGTH: usize = 4;

/// Returns the folded names of a company, which its coverages may begin with: 예그리나 of 예그리나소액암진단특약.
fn own_names(insurer: &Insurer) -> Vec<String> {
    std::iter::once(&insurer.name).chain(&insurer.aliases).map(|it| fold(it)).collect()
}

/// Returns standard names without their trailing brackets, if only one coverage has the shortened
/// name: 암진단비 of 암진단비(유사암제외).
fn shortened(book: &Book) -> Vec<(String, usize)> {
    let short = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let all: Vec<(String, usize)> = book
        .standards
        .iter()
        .enumerate()
        .filter(|(_, it)| it.name.full.ends_with(')') && !it.name.full.starts_with('('))
        .map(|(at, it)| (short(&it.name.full), at))
        .collect();
    let alone = |name: &str| all.iter().filter(|(it, _)| it == name).count() == 1;
    all.iter().filter(|(name, _)| alone(name)).cloned().collect()
}

/// A standard coverage with its rules.
#[derive(Debug)]
pub(crate) struct Coverage {
    pub standard: Standard,
    pub name: Name,
    /// Index of its type in the rules.
    pub kind: usize,
    pub is_main: bool,
}

/// The name that a company gives a coverage.
#[derive(Debug)]
pub(crate) struct NamedCoverage {
    /// Index of the company.
    pub insurer: usize,
    /// Index of the coverage.
    pub coverage: usize,
    pub raw: String,
    pub name: Name,
    pub confidence: f64,
}

#[derive(Debug)]
struct Shelf {
    pages: Vec<Page>,
    library: OnceLock<Library>,
    /// The facts about each coverage, and last those of rows that belong to none.
    facts: Vec<OnceLock<Vec<Fact>>>,
}

/// Returns how many threads read at once.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Book {
    /// Indexes tables and pages. Aliases and pages of unknown companies or coverages are ignored;
    /// an import reports them before.
    pub fn new(rules: Rules, tables: Tables, pages: Vec<Page>) -> Self {
        let standards: Vec<Coverage> =
            tables.standards.into_iter().map(|it| coverage(&rules, it)).collect();
        let by_code: HashMap<String, usize> =
            standards.iter().enumerate().map(|(at, it)| (it.standard.code.clone(), at)).collect();
        let of_insurer: HashMap<&str, usize> =
            tables.insurers.iter().enumerate().map(|(at, it)| (it.code.as_str(), at)).collect();
        let named = |alias: Alias| {
            Some(NamedCoverage {
                insurer: *of_insurer.get(alias.insurer_code.as_str())?,
                coverage: *by_code.get(&alias.coverage_code)?,
                name: Name::new(&rules, &alias.raw_name),
                confidence: alias.confidence.unwrap_or(rules.resolution.confidence).clamp(0.0, 1.0),
                raw: alias.raw_name,
            })
        };
        let aliases = tables.aliases.into_iter().filter_map(named).collect();
        let mut of_shelf: Vec<Vec<Page>> = vec![Vec::new(); tables.insurers.len()];
        for page in pages {
            let shelf = of_insurer.get(page.insurer_code.as_str());
            if let Some(pages) = shelf.and_then(|at| of_shelf.get_mut(*at)) {
                pages.push(page);
            }
        }
        let facts = || (0..=standards.len()).map(|_| OnceLock::new()).collect();
        let shelf = |pages| Shelf { pages, library: OnceLock::new(), facts: facts() };
        let shelves = of_shelf.into_iter().map(shelf).collect();
        let names = OnceLock::new();
        let insurers = tables.insurers;
        Self { rules, insurers, standards, by_code, aliases, names, shelves, left_out: None }
    }

    /// Returns the facts of a company about a coverage, or about the rows that belong to none; reads
    /// them if this is the first access.
    pub(crate) fn facts_or(
        &self,
        insurer: usize,
        coverage: Option<usize>,
        read: impl FnOnce() -> Vec<Fact>,
    ) -> &[Fact] {
        let shelf = self.shelves.get(insurer);
        let facts = shelf.and_then(|it| it.facts.get(coverage.unwrap_or(self.standards.len())));
        facts.map_or(&[], |it| it.get_or_init(read))
    }

    /// Answers without the facts of one reading from now on, to measure what it contributes; with
    /// those of all readings again if `reading` is `None`.
    pub fn leave_out(&mut self, reading: Option<&str>) {
        self.left_out = reading.map(str::to_owned);
    }

    /// Whether the facts of a reading are answered with.
    pub(crate) fn uses(&self, reading: &str) -> bool {
        self.left_out.as_deref() != Some(reading)
    }

    /// Returns the rules that the documents are read with.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether a standard coverage has this code.
    pub fn has_coverage(&self, code: &str) -> bool {
        self.by_code.contains_key(code)
    }

    /// Returns the companies, as imported.
    pub fn insurers(&self) -> &[Insurer] {
        &self.insurers
    }

    pub(crate) fn pages(&self, insurer: usize) -> &[Page] {
        self.shelves.get(insurer).map_or(&[], |shelf| &shelf.pages)
    }

    /// Returns the library of a company; reads its pages if this is the first access.
    pub(crate) fn library(&self, insurer: usize) -> &Library {
        static EMPTY: OnceLock<Library> = OnceLock::new();
        match self.shelves.get(insurer) {
            Some(shelf) => shelf.library.get_or_init(|| Library::new(self, insurer, &shelf.pages)),
            None => EMPTY.get_or_init(Library::default),
        }
    }

    /// Reads the pages of several companies at once, if they have not been read.
    pub(crate) fn read_pages(&self, insurers: &[usize]) {
        let is_unread =
            |it: &&usize| self.shelves.get(**it).is_some_and(|shelf| shelf.library.get().is_none());
        let unread: Vec<usize> = insurers.iter().filter(is_unread).copied().collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads().min(unread.len()) {
                scope.spawn(|| {
                    while let Some(insurer) = unread.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.library(*insurer);
                    }
                });
            }
        });
    }

    pub(crate) fn names(&self) -> &NameIndex {
        self.names.get_or_init(|| NameIndex::new(self))
    }

    pub(crate) fn coverage(&self, code: &str) -> Option<usize> {
        self.by_code.get(code).copied()
    }

    pub(crate) fn kind(&self, coverage: usize) -> Option<&CoverageTypeRule> {
        let kind = self.standards.get(coverage)?.kind;
        self.rules.coverages.types.get(kind).map(|(rule, _)| rule)
    }

    pub(crate) fn insurer_code(&self, insurer: usize) -> &str {
        self.insurers.get(insurer).map_or("", |it| it.code.as_str())
    }
}

/// Fills the fields that the table leaves empty, from the rules.
fn coverage(rules: &Rules, mut standard: Standard) -> Coverage {
    let types = &rules.coverages.types;
    let folded = fold(&standard.name);
    let stated = types.iter().position(|(rule, _)| rule.key == standard.coverage_type);
    let by_code = || types.iter().position(|(rule, _)| rule.codes.contains(&standard.code));
    let by_name =
        || types.iter().position(|(_, patterns)| patterns.iter().any(|it| it.is_match(&folded)));
    let kind = stated.or_else(by_code).or_else(by_name).unwrap_or(types.len().saturating_sub(1));
    if let Some((rule, _)) = types.get(kind) {
        if standard.coverage_type.trim().is_empty() {
            standard.coverage_type.clone_from(&rule.key);
        }
        if standard.domain.trim().is_empty() {
            standard.domain.clone_from(&rule.domain);
        }
    }
    if standard.role.trim().is_empty() {
        let derived = rules.coverages.derived.contains(&standard.code)
            && !rules.coverages.main.contains(&standard.code);
        standard.role = if derived { "DERIVED" } else { "MAIN" }.to_owned();
    }
    let is_main = standard.role.trim().eq_ignore_ascii_case("MAIN");
    Coverage { name: Name::new(rules, &standard.name), standard, kind, is_main }
}

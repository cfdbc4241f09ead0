//! Source documents of the desk: readers that turn files into articles, the import, the starter corpus, and
//! the law as of a day: which wording is in force, and whether a quote agrees with it.

mod changes;
mod chunk;
mod citations;
mod encoding;
mod error;
mod format;
mod formats;
mod front_matter;
mod import;
mod law_book;
mod laws;
mod links;
mod manuscript;
mod markdown;
mod outcome;
mod pages;
mod picture;
mod products;
mod reader;
mod reading;
mod starter;
mod statute;
mod technologies;
mod text;
mod titles;

pub use changes::{LawText, LawVersions, compare, compare_stored};
pub use citations::{CheckedReference, Named, Reference, Words, references};
pub use encoding::{TextLine, TextLines, composed, decode_as_written, decode_text};
pub use error::CorpusError;
pub use formats::pdf::pdf_library;
pub use import::{
    FileReader, FileToRead, ImportOptions, ImportProgress, ImportReport, import, import_beir,
};
pub use law_book::{
    CitationCheck, DocumentLookup, FoundProvision, LawBook, LawOnDay, LostGround, ProvisionLookup,
};
pub use links::{LinkBook, path_in};
pub use outcome::{Charge, DecisionSummary, decision_summary};
pub use pages::{CsvRow, CsvTable, FilePages, csv_table, file_pages, page_picture};
pub use picture::{PagePicture, PictureMark, WantedPicture};
pub use products::{ProductMention, products_in, read_new_products};
pub use reader::{LARGEST, read, read_each, read_mapped};
pub use reading::{Finding, KindHint, Part, Reading, Readings, SourceFile, Take};
pub use starter::{install_drug_digests, install_starter, starter_documents};
pub use text::{editor_notes, quotable};
pub use titles::Titles;

//! Readers of file formats. Each turns bytes into [`crate::manuscript::Manuscript`]s and knows no law.

pub(crate) mod archive;
pub(crate) mod docx;
mod escape;
mod ground;
mod head;
mod heading_marks;
mod heading_series;
mod headings;
pub(crate) mod html;
pub(crate) mod hwp;
pub(crate) mod hwpx;
mod law_lines;
pub(crate) mod lawgokr;
mod left_out;
mod numbering;
mod office_zip;
pub(crate) mod pdf;
pub(crate) mod plain;
mod table;
pub(crate) mod tables;
mod transcript;
mod xml_tree;

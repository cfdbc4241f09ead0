//! Font files opened for shaping and for embedding.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use krilla::text::{Font, Tag};
use rustybuzz::Variation;
use rustybuzz::ttf_parser;

use crate::report::error::ReportError;
use crate::report::fonts::{FontFile, Fonts};

/// The regular face stands first, the bold one second, faces for signs after them.
const REGULAR: usize = 0;
const BOLD: usize = 1;

/// Font files in memory, each once.
pub struct FontData {
    faces: Vec<FontFile>,
    bytes: BTreeMap<PathBuf, Arc<Vec<u8>>>,
}

/// Reads the files. One for signs that cannot be read is left out; the main ones must be there.
pub fn read(fonts: &Fonts) -> Result<FontData, ReportError> {
    let mut data = FontData { faces: Vec::new(), bytes: BTreeMap::new() };
    let main = [&fonts.regular, &fonts.bold];
    for (at, face) in main.into_iter().chain(&fonts.signs).enumerate() {
        let bytes = match data.bytes.get(&face.path) {
            Some(bytes) => Ok(bytes.clone()),
            None => face.read().map(Arc::new),
        };
        match bytes {
            Ok(bytes) => {
                data.bytes.insert(face.path.clone(), bytes);
                data.faces.push(face.clone());
            }
            Err(error) if at <= BOLD => return Err(error),
            Err(_) => {}
        }
    }
    Ok(data)
}

/// One face, open.
pub struct Face<'a> {
    /// For widths and for choosing glyphs.
    pub shaper: rustybuzz::Face<'a>,
    /// For the PDF.
    pub font: Font,
    /// Where it came from.
    pub file: &'a FontFile,
}

/// The faces of a PDF.
pub struct Faces<'a> {
    faces: Vec<Face<'a>>,
}

impl<'a> Faces<'a> {
    /// Opens what was read.
    pub fn open(data: &'a FontData) -> Result<Self, ReportError> {
        let mut faces = Vec::new();
        for (at, file) in data.faces.iter().enumerate() {
            match data.bytes.get(&file.path).and_then(|bytes| open(file, bytes)) {
                Some(face) => faces.push(face),
                None if at <= BOLD => {
                    return Err(file.broken("it is no font this program can embed"));
                }
                None => {}
            }
        }
        Ok(Self { faces })
    }

    /// A face by its place.
    pub fn get(&self, at: usize) -> &Face<'a> {
        &self.faces[at]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Face<'a>> {
        self.faces.iter()
    }

    /// Whether any face has a character.
    pub fn has(&self, c: char) -> bool {
        self.faces.iter().any(|face| face.shaper.glyph_index(c).is_some())
    }

    /// The face to set a character in: the wanted one, else the first that has it, else the wanted one.
    pub fn choose(&self, c: char, bold: bool) -> usize {
        let wanted = if bold { BOLD } else { REGULAR };
        let has = |at: &usize| self.faces[*at].shaper.glyph_index(c).is_some();
        [wanted].into_iter().chain(0..self.faces.len()).find(has).unwrap_or(wanted)
    }
}

fn open<'a>(file: &'a FontFile, bytes: &'a Arc<Vec<u8>>) -> Option<Face<'a>> {
    let mut shaper = rustybuzz::Face::from_slice(bytes, file.index)?;
    let mut coordinates = Vec::new();
    if file.variable {
        let weight = f32::from(file.weight);
        let tag = ttf_parser::Tag::from_bytes(b"wght");
        shaper.set_variations(&[Variation { tag, value: weight }]);
        coordinates.push((Tag::new(b"wght"), weight));
    }
    let data: Arc<dyn AsRef<[u8]> + Send + Sync> = bytes.clone();
    let font = Font::new_variable(data.into(), file.index, &coordinates)?;
    Some(Face { shaper, font, file })
}

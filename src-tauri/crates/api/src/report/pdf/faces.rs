//! Font files opened for shaping and embedding.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use krilla::text::{Font, Tag};
use rustybuzz::Variation;
use rustybuzz::ttf_parser;

use crate::report::error::ReportError;
use crate::report::fonts::{FontFile, Fonts};

/// Index of the regular face; the bold one is second, faces for signs follow.
const REGULAR: usize = 0;
const BOLD: usize = 1;

/// Font files in memory, each once.
pub struct FontData {
    faces: Vec<FontFile>,
    bytes: BTreeMap<PathBuf, Arc<Vec<u8>>>,
}

/// Reads the files. An unreadable one for signs is left out; the main ones must be readable.
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

/// One open face.
pub struct Face<'a> {
    /// Opened for measuring and choosing glyphs.
    pub shaper: rustybuzz::Face<'a>,
    /// Opened for the PDF.
    pub font: Font,
    /// The file of the face.
    pub file: &'a FontFile,
}

/// The faces of a PDF.
pub struct Faces<'a> {
    faces: Vec<Face<'a>>,
}

impl<'a> Faces<'a> {
    /// Opens the font files.
    pub fn open(data: &'a FontData) -> Result<Self, ReportError> {
        let mut faces = Vec::new();
        for (at, file) in data.faces.iter().enumerate() {
            match data.bytes.get(&file.path).and_then(|bytes| open(file, bytes)) {
                Some(face) => faces.push(face),
                None if at <= BOLD => {
                    return Err(file.unusable("it is no font this program can embed"));
                }
                None => {}
            }
        }
        Ok(Self { faces })
    }

    /// Returns a face by its index.
    pub fn get(&self, at: usize) -> &Face<'a> {
        &self.faces[at]
    }

    /// Iterates over all faces.
    pub fn iter(&self) -> impl Iterator<Item = &Face<'a>> {
        self.faces.iter()
    }

    /// Whether any face has a character.
    pub fn has(&self, c: char) -> bool {
        self.faces.iter().any(|face| face.shaper.glyph_index(c).is_some())
    }

    /// Returns the face for a character: the wanted one, else the first that has the character, else the
    /// wanted one.
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

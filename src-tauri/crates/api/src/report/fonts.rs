//! Finds the fonts of a PDF.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use fontdb::{Database, FaceInfo, Source, Style};
use rustybuzz::ttf_parser::{Face, Permissions, Tag};

use super::error::ReportError;

/// Families with well-drawn Hangul, the best first. After them, any other family with Hangul is used.
const FAMILIES: [&str; 9] = [
    "Pretendard",
    "Pretendard Variable",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "NanumGothic",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "Noto Serif CJK KR",
    "NanumMyeongjo",
];

/// Families for characters that the Korean one lacks: signs and outline emoji.
const SIGNS: [&str; 7] = [
    "Noto Emoji",
    "Noto Sans Symbols2",
    "Noto Sans Symbols 2",
    "Noto Sans Symbols",
    "Segoe UI Symbol",
    "Apple Symbols",
    "DejaVu Sans",
];

/// One face of a font file.
#[derive(Debug, Clone, PartialEq)]
pub struct FontFile {
    /// The family: `Noto Sans CJK KR`.
    pub family: String,
    /// The file.
    pub path: PathBuf,
    /// Index of the face in a collection (`.ttc`); 0 for other files.
    pub index: u32,
    /// The weight: 400 is regular, 700 bold.
    pub weight: u16,
    /// Whether the face has a weight axis, which is set to `weight`.
    pub variable: bool,
}

impl FontFile {
    /// Reads the file.
    pub(super) fn read(&self) -> Result<Vec<u8>, ReportError> {
        fs::read(&self.path).map_err(|error| self.unusable(&error.to_string()))
    }

    /// Returns the error for a font file that cannot be used.
    pub(super) fn unusable(&self, reason: &str) -> ReportError {
        ReportError::FontFile { path: self.path.clone(), reason: reason.to_owned() }
    }
}

impl fmt::Display for FontFile {
    /// Formats as `Noto Sans CJK KR 400 (NotoSansCJK-Regular.ttc, face 1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({}", self.family, self.weight, self.path.display())?;
        if self.index > 0 { write!(f, ", face {})", self.index) } else { f.write_str(")") }
    }
}

/// The fonts of a PDF. Finding them reads no complete font file; [`super::pdf()`] does.
#[derive(Debug, Clone, PartialEq)]
pub struct Fonts {
    /// The face of running text.
    pub regular: FontFile,
    /// The face of headings; the regular one where the family has no bold.
    pub bold: FontFile,
    /// Faces for characters that the other two lack; may be empty.
    pub signs: Vec<FontFile>,
}

impl Fonts {
    /// Searches for a font with Hangul, in this order:
    ///
    /// 1. `explicit`, then the font file or folder in the environment variable `SIMUI_FONT` (a named font
    ///    without Hangul is an error, and the search ends);
    /// 2. beside the program: `fonts`, or `../lib/simui/fonts`;
    /// 3. `models/fetched/fonts` in a folder above the program or the current folder, or in the checkout from
    ///    which this crate was compiled;
    /// 4. the fonts of the system.
    ///
    /// # Errors
    /// [`ReportError::NoHangul`] for a named file without Hangul, [`ReportError::NoFont`].
    pub fn locate(explicit: Option<&Path>) -> Result<Self, ReportError> {
        let named = explicit
            .map(Path::to_owned)
            .or_else(|| env::var_os("SIMUI_FONT").filter(|it| !it.is_empty()).map(Into::into));
        let mut system = Database::new();
        system.load_system_fonts();
        if let Some(path) = named {
            let found = in_named(&path).ok_or(ReportError::NoHangul { path })?;
            return Ok(found.with_signs(&system));
        }
        let found = usual_places().iter().find_map(|dir| in_folder(dir));
        let found = found.or_else(|| choose(&system)).ok_or(ReportError::NoFont)?;
        Ok(found.with_signs(&system))
    }

    /// Whether headings have a bold face of their own.
    pub fn has_bold(&self) -> bool {
        self.bold != self.regular
    }

    /// Describes the two main faces in one line, for `simui doctor`.
    pub fn describe(&self) -> String {
        match self.has_bold() {
            true => format!("{}, {}", self.regular, self.bold),
            false => format!("{}, no bold", self.regular),
        }
    }

    fn with_signs(mut self, system: &Database) -> Self {
        let of_family = |family: &&str| {
            faces(system, family).into_iter().min_by_key(|face| face.weight.0.abs_diff(400))
        };
        self.signs =
            SIGNS.iter().filter_map(of_family).filter_map(|face| file(face, 400, false)).collect();
        self
    }
}

fn usual_places() -> Vec<PathBuf> {
    const IN_CHECKOUT: &str = "models/fetched/fonts";
    let program = env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned));
    let current = env::current_dir().ok();
    let mut places = Vec::new();
    if let Some(dir) = &program {
        places.push(dir.join("fonts"));
        places.push(dir.join("../lib/simui/fonts"));
    }
    for dir in program.iter().chain(&current) {
        places.extend(dir.ancestors().map(|above| above.join(IN_CHECKOUT)));
    }
    if let Some(crate_dir) = option_env!("CARGO_MANIFEST_DIR") {
        places.push(Path::new(crate_dir).join("../../..").join(IN_CHECKOUT));
    }
    places
}

fn in_folder(dir: &Path) -> Option<Fonts> {
    let mut fonts = Database::new();
    fonts.load_fonts_dir(dir);
    choose(&fonts)
}

/// Finds fonts in a named folder, or in a named file and the bold face that may lie beside it.
fn in_named(path: &Path) -> Option<Fonts> {
    if path.is_dir() {
        return in_folder(path);
    }
    let mut alone = Database::new();
    alone.load_font_file(path).ok()?;
    let found = choose(&alone)?;
    if found.has_bold() {
        return Some(found);
    }
    let bold = of_weight(&beside(path), &found.regular.family, 700).unwrap_or(found.bold);
    Some(Fonts { bold, ..found })
}

/// Loads the fonts in the folder of a file, without subfolders, because the folder may be a home directory.
fn beside(path: &Path) -> Database {
    let mut fonts = Database::new();
    let folder = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ending = entry.path().extension().map(|it| it.to_string_lossy().to_lowercase());
        if matches!(ending.as_deref(), Some("ttf" | "otf" | "ttc" | "otc")) {
            // A file that is no font is skipped.
            let _ = fonts.load_font_file(entry.path());
        }
    }
    fonts
}

/// Returns the first family with Hangul.
fn choose(fonts: &Database) -> Option<Fonts> {
    let others = fonts.faces().flat_map(|face| face.families.iter().map(|(name, _)| name.as_str()));
    FAMILIES.into_iter().chain(others).find_map(|family| {
        let regular = of_weight(fonts, family, 400)?;
        let bold = of_weight(fonts, family, 700).filter(|bold| bold.weight >= 600);
        Some(Fonts { bold: bold.unwrap_or_else(|| regular.clone()), regular, signs: Vec::new() })
    })
}

/// Returns the upright face of a family with Hangul that may be embedded and is nearest to a weight.
fn of_weight(fonts: &Database, family: &str, weight: u16) -> Option<FontFile> {
    let mut faces = faces(fonts, family);
    faces.sort_by_key(|face| face.weight.0.abs_diff(weight));
    faces.into_iter().find_map(|face| {
        let fits = |data: &[u8], index| fitness(data, index, weight);
        let variable = fonts.with_face_data(face.id, fits)??;
        file(face, if variable { weight } else { face.weight.0 }, variable)
    })
}

fn faces<'a>(fonts: &'a Database, family: &str) -> Vec<&'a FaceInfo> {
    let is_named = |face: &&FaceInfo| face.families.iter().any(|(name, _)| name == family);
    fonts.faces().filter(is_named).filter(|face| face.style == Style::Normal).collect()
}

fn file(face: &FaceInfo, weight: u16, variable: bool) -> Option<FontFile> {
    let path = match &face.source {
        Source::File(path) | Source::SharedFile(path, _) => path.clone(),
        Source::Binary(_) => return None,
    };
    let family = face.families.first().map(|(name, _)| name.clone())?;
    Some(FontFile { family, path, index: face.index, weight, variable })
}

/// Returns whether the weight of a font can be set; `None` for a font that cannot set Korean or may not be
/// embedded.
fn fitness(data: &[u8], index: u32, weight: u16) -> Option<bool> {
    let face = Face::parse(data, index).ok()?;
    let drawn = |c| {
        let glyph = face.glyph_index(c)?;
        face.glyph_bounding_box(glyph)
    };
    "가힣ㄱ제의".chars().all(|c| drawn(c).is_some()).then_some(())?;
    if face.permissions() == Some(Permissions::Restricted) {
        return None;
    }
    let axes = face.variation_axes().into_iter();
    let weight = f32::from(weight);
    let mut axes = axes.filter(|axis| axis.tag == Tag::from_bytes(b"wght"));
    Some(axes.any(|axis| (axis.min_value..=axis.max_value).contains(&weight)))
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::panic,
        clippy::print_stderr,
        reason = "a test stops at the first surprise and says what it skips"
    )]

    use super::*;

    #[test]
    fn what_is_named_must_have_hangul() {
        let dir = tempfile::tempdir().unwrap();
        let check = |path: &Path| match Fonts::locate(Some(path)) {
            Err(ReportError::NoHangul { path: named }) => assert_eq!(named, path),
            other => panic!("{}: {other:?}", path.display()),
        };
        check(&dir.path().join("absent.ttf"));
        check(dir.path());
        fs::write(dir.path().join("text.ttf"), "not a font").unwrap();
        check(&dir.path().join("text.ttf"));
        check(dir.path());
    }

    #[test]
    fn the_error_says_what_to_install() {
        let text = ReportError::NoFont.to_string();
        assert!(text.contains("fonts-noto-cjk") && text.contains("SIMUI_FONT"), "{text}");
    }

    #[test]
    fn a_collection_gives_its_korean_face_and_its_bold_neighbour() {
        let Ok(system) = Fonts::locate(None) else {
            eprintln!("skipped: no font with Hangul on this machine");
            return;
        };
        // Named by its file, the same family is found again, with the same faces.
        let named = Fonts::locate(Some(&system.regular.path)).unwrap();
        assert_eq!(named.regular, system.regular);
        assert_eq!(named.regular.family, named.bold.family);
        let again = Fonts::locate(system.regular.path.parent()).unwrap();
        assert_eq!(again.regular, system.regular, "by folder");
    }
}

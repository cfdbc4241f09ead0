//! Writes PDF files for tests, with a Korean font that is not embedded.

use super::source::Piece;

/// Page height in points; text is 10 points high.
const HEIGHT: f32 = 842.0;

/// A document with these pieces on one page.
pub fn of(pieces: &[Piece]) -> Vec<u8> {
    let mut content = String::new();
    let mut y = 780.0;
    for piece in pieces {
        match piece {
            Piece::Line(words) => {
                content += &text(60.0, y, words);
                y -= 30.0;
            }
            Piece::Table(rows) => {
                content += &table(60.0, y, rows);
                y -= 24.0 * rows.len() as f32 + 20.0;
            }
        }
    }
    with(&[&content])
}

/// Text starting at a position, with its baseline at `y` from the bottom.
pub fn text(x: f32, y: f32, words: &str) -> String {
    styled(x, y, words, "0 g 0 Tr")
}

/// Text preceded by operators, such as a colour or a mode.
pub fn styled(x: f32, y: f32, words: &str, style: &str) -> String {
    let hex: String = words.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("BT /F1 10 Tf {style} {x} {y} Td <{hex}> Tj ET\n")
}

/// A ruled table, its rows 24 points high, its columns 200 wide.
pub fn table(x: f32, y: f32, rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let (top, width) = (y + 14.0, 200.0 * columns as f32);
    let bottom = top - 24.0 * rows.len() as f32;
    let mut content = String::from("0.5 w 0 G\n");
    for row in 0..=rows.len() {
        let y = top - 24.0 * row as f32;
        content += &format!("{x} {y} m {} {y} l S\n", x + width);
    }
    for column in 0..=columns {
        let x = x + 200.0 * column as f32;
        content += &format!("{x} {top} m {x} {bottom} l S\n");
    }
    for (row, cells) in rows.iter().enumerate() {
        for (column, words) in cells.iter().enumerate() {
            content += &text(x + 4.0 + 200.0 * column as f32, y - 24.0 * row as f32 - 2.0, words);
        }
    }
    content
}

/// How a page is stored: the paper size, the rotation for display, and the matrix before the drawing
/// operators.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    pub size: (f32, f32),
    pub rotate: u16,
    pub matrix: &'static str,
}

impl Paper {
    pub const UPRIGHT: Self = Self { size: (595.0, HEIGHT), rotate: 0, matrix: "" };

    /// The same upright drawing, for every way to rotate a page: by /Rotate or by the orientation of its
    /// letters.
    pub fn turned() -> Vec<Self> {
        let ways = [
            (90, (HEIGHT, 595.0), "0 1 -1 0 842 0 cm\n"),
            (180, (595.0, HEIGHT), "-1 0 0 -1 595 842 cm\n"),
            (270, (HEIGHT, 595.0), "0 -1 1 0 0 595 cm\n"),
        ];
        ways.iter()
            .flat_map(|(rotate, size, matrix)| {
                [*rotate, 0].map(|rotate| Self { size: *size, rotate, matrix })
            })
            .collect()
    }
}

/// A document with these pages. `Im1` is a picture.
pub fn with(pages: &[&str]) -> Vec<u8> {
    on(Paper::UPRIGHT, pages)
}

/// The same document with another paper size.
pub fn on(paper: Paper, pages: &[&str]) -> Vec<u8> {
    let Paper { size: (width, height), rotate, matrix } = paper;
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [4 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 5 0 R /DW 1000 >>".to_owned(),
        "<< /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>".to_owned(),
        stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x"),
    ];
    let mut kids = Vec::new();
    for page in pages {
        let number = objects.len() + 1;
        kids.push(format!("{number} 0 R"));
        objects.push(format!("<< /Type /Page /Parent 2 0 R /Rotate {rotate} /MediaBox [0 0 {width} {height}] /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 6 0 R >> >> /Contents {} 0 R >>", number + 1));
        objects.push(stream("", &format!("{matrix}{page}")));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len());
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", at + 1).bytes());
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    file.extend(
        format!(
            "trailer << /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
            objects.len() + 1
        )
        .bytes(),
    );
    file
}

fn stream(head: &str, content: &str) -> String {
    format!("<< {head} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

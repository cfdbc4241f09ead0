#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::Colloquial;
use crate::lexicon::Lexicon;
use crate::text::letters::Text;

#[test]
fn colloquial_words_are_read_in_standard_letters() {
    let lexicon = Lexicon::shipped().unwrap();
    for (written, standard) in [
        ("약을 묵었어예", "약을 먹었어요"),
        ("속이 답답혀서 몬 자겄심더", "속이 답답해서 못 자겠습니다"),
        ("숨이 막혀서", "숨이 막혀서"),
        ("모유수유 중이에요", "모유수유 중이에요"),
        ("우리 할매가 드신당께요", "우리 할머니가 드신다니까요"),
        ("N/V/D 없음", "nausea/vomiting/diarrhea 없음"),
        ("무릎이쑤셔서파스붙였는데도안낫네요", "무릎이쑤셔서 파스붙였는데도 안낫네요"),
        ("비스테로이드성소염진통제", "비스테로이드성소염진통제"),
        ("연어가 들어 있어요", "연어가 들어 있어요"),
    ] {
        let text = lexicon.colloquial.standard(Text::new(written));
        assert_eq!(text.string, standard, "{written}");
        if text.len() > 0 {
            assert_eq!(text.original(0, text.len()), (0, written.chars().count()), "{written}");
        }
    }
}

#[test]
fn a_bad_row_is_refused() {
    assert_eq!(Colloquial::new(&[("가", "나", "any"), ("가", "나", "here")]).unwrap_err().0, 1);
    assert_eq!(Colloquial::new(&[("", "나", "any")]).unwrap_err().0, 0);
}

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::Spoken;
use crate::lexicon::Lexicon;
use crate::text::letters::Text;

#[test]
fn what_is_said_is_read_in_standard_letters() {
    let lexicon = Lexicon::shipped().unwrap();
    for (said, standard) in [
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
        let text = lexicon.spoken.standard(Text::new(said));
        assert_eq!(text.string, standard, "{said}");
        if text.len() > 0 {
            assert_eq!(text.original(0, text.len()), (0, said.chars().count()), "{said}");
        }
    }
}

#[test]
fn a_bad_row_is_refused() {
    assert_eq!(Spoken::new(&[("가", "나", "any"), ("가", "나", "here")]).unwrap_err().0, 1);
    assert_eq!(Spoken::new(&[("", "나", "any")]).unwrap_err().0, 0);
}

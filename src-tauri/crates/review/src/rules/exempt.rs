//! 심의 면제: recognises advertisements made only of the items of 의료법 제57조제3항 and 시행령 제24조제7항, which need no
//! prior review.

use std::sync::LazyLock;

use regex::Regex;

/// Items that such an advertisement may contain. Each is cut out in order, longer and more definite ones
/// first, and nothing may be left.
const ITEMS: &[&str] = &[
    // 홈페이지 주소 (시행령 제24조제7항제2호).
    r"(https?://)?(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(/\S*)?",
    // 전화번호 (법 제57조제3항제1호).
    r"(\+?82[-. ]?)?\(?0?\d{1,2}\)?[-.) ]{1,2}\d{3,4}[-. ]\d{4}",
    r"1[5-9]\d{2}[-. ]\d{4}",
    // 개설연도 (제24조제7항제1호).
    r"(since\s*)?(19|20)\d{2}\s*(년)?(\s*\d{1,2}월)?(\s*\d{1,2}일)?\s*(개원|개설|설립|부터)?",
    // 진료일과 진료시간 (같은 항 제3호).
    r"(오전|오후|낮|밤)?\s*\d{1,2}\s*(:\s*\d{2}|시(\s*\d{1,2}\s*분|\s*반)?)\s*(부터|까지)?",
    r"(월|화|수|목|금|토|일)(요일)?(\s*[~∼,·ㆍ/–-]\s*(월|화|수|목|금|토|일)(요일)?)+",
    r"(월|화|수|목|금|토|일)요일",
    r"(^|[\s,/·])(월|화|수|목|금|토|일)(\s|[:,/·]|$)",
    r"평일|주말|공휴일|휴진|휴무|휴일|점심시간|진료시간|진료 시간|진료일|진료안내|접수시간|접수 마감|연중무휴|야간진료|24시간",
    // 전문병원 지정과 의료기관 인증 (같은 항 제4호, 제5호).
    r"(보건복지부\s*)?(지정\s*)?\S{0,8}\s?전문병원(\s*(으로\s*)?지정)?(\s*받음)?",
    r"(보건복지부\s*)?의료기관\s*인증(\s*(의료기관|병원|획득|을?\s*받음))?",
    // 명칭 (법 제57조제3항제1호).
    r"[가-힣a-z0-9]{1,14}(종합병원|요양병원|치과병원|한방병원|정신병원|치과의원|한의원|의원|병원|조산원)",
    // 전문의 자격과 전문과목 (같은 항 제6호), 진료과목 (법 제57조제3항제2호).
    r"(구강악안면외과|치과보철과|치과교정과|소아치과|치주과|치과보존과|구강내과|영상치의학과|구강병리과|예방치과|통합치의학과|한방내과|한방부인과|한방소아과|한방안·이비인후·피부과|한방신경정신과|한방재활의학과|사상체질과|침구과|내과|신경과|정신건강의학과|외과|정형외과|신경외과|심장혈관흉부외과|흉부외과|성형외과|마취통증의학과|산부인과|소아청소년과|안과|이비인후과|피부과|비뇨의학과|영상의학과|방사선종양학과|병리과|진단검사의학과|결핵과|재활의학과|핵의학과|가정의학과|응급의학과|직업환경의학과|예방의학과)(\s*전문의)?",
    r"진료과목|전문과목|전문의",
    // 의료인의 성명·성별·면허 (법 제57조제3항제3호), 개설자 (시행령 같은 항 제1호).
    r"\((남|여)(성)?\s*,?\s*(의사|치과의사|한의사)?\)|\((의사|치과의사|한의사)\)",
    r"(대표\s*원장|병원장|원장|의사|치과의사|한의사|개설자|의료진)\s*[:：]?\s*[가-힣]{2,4}(\s|[,·.()]|$)",
    r"(^|\s)[가-힣]{2,4}\s*(대표\s*원장|병원장|원장|의사|치과의사|한의사)(\s|[,·.()]|$)",
    r"남성|여성|남자|여자|성별|면허",
    // 소재지 (법 제57조제3항제1호).
    r"[가-힣]+(특별시|광역시|특별자치시|특별자치도|도)(\s|$)",
    r"(서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주)(시|도)?(\s|$)",
    r"[가-힣]{1,6}(시|군|구)(\s|$)",
    r"[가-힣]{1,6}\d{0,2}(읍|면|동|리)(\s|$)",
    r"[가-힣]{1,6}\d가(\s|$)",
    r"[가-힣0-9·]{1,14}(대로|로|길)\s*\d+(-\d+)?(번길\s*\d*)?",
    r"[가-힣a-z0-9]{1,12}(빌딩|타워|프라자|상가|메디컬센터|스퀘어)",
    r"(지하\s*)?[b]?\d{1,3}\s*[~–-]?\s*\d{0,3}\s*(층|호|번지|f)",
    r"[가-힣0-9]{1,8}역\s*\d{1,2}번\s*출구",
    // The names of these items.
    r"전화번호|전화|팩스|tel|fax|문의|주소|소재지|위치|홈페이지|명칭|개설연도|개설|개원|소속|성명",
];

static EXEMPT: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let compiled = ITEMS.iter().map(|item| Regex::new(&format!("(?i){item}")));
    compiled.filter_map(Result::ok).collect()
});

/// Longest advertisement that is examined for exemption, in bytes.
const MAX_BYTES: usize = 4_000;

/// Whether `text` consists of exempt items only.
pub(super) fn is_exempt(text: &str) -> bool {
    if text.trim().is_empty() || text.len() > MAX_BYTES {
        return false;
    }
    let mut rest = text.to_owned();
    for item in EXEMPT.iter() {
        rest = item.replace_all(&rest, " ").into_owned();
    }
    !rest.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_compiles() {
        assert_eq!(EXEMPT.len(), ITEMS.len());
    }

    #[test]
    fn only_exempt_items_are_exempt() {
        let check = |text: &str, exempt: bool| assert_eq!(is_exempt(text), exempt, "{text}");
        check("새봄한의원 대구광역시 수성구 들안로 77, 3층 ☎ 053-700-1234", true);
        check("원장 정해솔(여, 치과의사) 치과교정과 전문의", true);
        check(
            "한결의원 since 2009 / 평일 오전 9시~오후 6시 30분, 일요일 휴진 / hangyeol.example.kr",
            true,
        );
        check("미래병원 진료과목: 내과, 외과, 정형외과 1588-0000", true);
        check("새봄한의원 053-700-1234 통증이 사라집니다", false);
        check("한결의원 최고의 내과 전문의", false);
        check("미래병원 무료 검진", false);
        check("", false);
    }
}

//! Columns of the public tables of 의약품, by the names of the services and of their Korean downloads.

use super::columns::Field;

pub(super) const NAME: &[&str] = &["itemName", "품목명", "제품명", "한글품목명", "의약품명"];
pub(super) const SEQUENCE: &[&str] = &["itemSeq", "품목기준코드", "품목일련번호"];
pub(super) const COMPANY: &[&str] = &["entpName", "업체명", "업소명", "제조업체명", "제조사"];
pub(super) const INGREDIENT: &[&str] = &["MAIN_ITEM_INGR", "주성분", "주성분명", "유효성분"];
pub(super) const PRESCRIPTION: &[&str] =
    &["ETC_OTC_CODE", "ETC_OTC_NAME", "전문일반구분", "전문일반", "전문의약품구분"];
/// Documents of a permit, which only the tables of permits have.
pub(super) const PERMIT_DOCUMENTS: &[&str] = &["EE_DOC_DATA", "UD_DOC_DATA", "NB_DOC_DATA"];
/// What a pill looks like, in the tables of 의약품 낱알식별.
pub(super) const LOOKS: &[Field] = &[
    ("표시(앞)", &["PRINT_FRONT", "표시앞"]),
    ("표시(뒤)", &["PRINT_BACK", "표시뒤"]),
    ("분할선(앞)", &["LINE_FRONT", "분할선앞"]),
    ("분할선(뒤)", &["LINE_BACK", "분할선뒤"]),
    ("모양", &["DRUG_SHAPE", "의약품제형", "모양"]),
    ("색상(앞)", &["COLOR_CLASS1", "색상앞"]),
    ("색상(뒤)", &["COLOR_CLASS2", "색상뒤"]),
    ("장축(mm)", &["LENG_LONG", "크기장축"]),
    ("단축(mm)", &["LENG_SHORT", "크기단축"]),
    ("두께(mm)", &["THICK", "크기두께"]),
    ("제형", &["FORM_CODE_NAME", "제형코드명", "제형"]),
];
/// Dates of a label's text, the most reliable first.
pub(super) const CHANGED: &[&str] = &[
    "updateDe",
    "CHANGE_DATE",
    "변경일자",
    "수정일자",
    "openDe",
    "공개일자",
    "ITEM_PERMIT_DATE",
    "허가일자",
    "품목허가일자",
];
pub(super) const CANCELLED: &[&str] = &["CANCEL_NAME", "취소상태", "취소/취하구분", "취하구분"];

/// Sections of a label in reading order.
pub(super) const SECTIONS: &[Field] = &[
    ("효능·효과", &["efcyQesitm", "EE_DOC_DATA", "효능효과", "이 약의 효능은 무엇입니까?"]),
    (
        "용법·용량",
        &["useMethodQesitm", "UD_DOC_DATA", "용법용량", "사용법", "이 약은 어떻게 사용합니까?"],
    ),
    (
        "경고",
        &[
            "atpnWarnQesitm",
            "주의사항경고",
            "경고",
            "이 약을 사용하기 전에 반드시 알아야 할 내용은 무엇입니까?",
        ],
    ),
    (
        "주의사항",
        &[
            "atpnQesitm",
            "NB_DOC_DATA",
            "사용상의주의사항",
            "사용상주의사항",
            "주의사항",
            "이 약의 사용상 주의사항은 무엇입니까?",
        ],
    ),
    (
        "상호작용",
        &[
            "intrcQesitm",
            "상호작용",
            "이 약을 사용하는 동안 주의해야 할 약 또는 음식은 무엇입니까?",
        ],
    ),
    ("부작용", &["seQesitm", "부작용", "이상반응", "이 약은 어떤 이상반응이 나타날 수 있습니까?"]),
    (
        "보관방법",
        &[
            "depositMethodQesitm",
            "STORAGE_METHOD",
            "보관방법",
            "저장방법",
            "이 약은 어떻게 보관해야 합니까?",
        ],
    ),
    ("전문가용 주의사항", &["PN_DOC_DATA"]),
];

/// Other fields. A column that is not listed keeps its own name.
pub(super) const FIELDS: &[Field] = &[
    ("품목명", NAME),
    ("품목기준코드", SEQUENCE),
    ("업체명", COMPANY),
    ("영문명", &["ITEM_ENG_NAME", "영문품목명"]),
    ("영문업체명", &["ENTP_ENG_NAME", "영문업체명"]),
    ("허가일자", &["ITEM_PERMIT_DATE", "허가일자", "품목허가일자"]),
    ("변경일자", &["updateDe", "CHANGE_DATE", "변경일자", "수정일자"]),
    ("변경내용", &["GBN_NAME", "변경내용", "변경이력"]),
    ("공개일자", &["openDe", "공개일자"]),
    ("전문·일반 구분", PRESCRIPTION),
    ("분류", &["CLASS_NO", "CLASS_NAME", "PRDUCT_TYPE", "분류명", "분류", "약효분류"]),
    ("주성분", INGREDIENT),
    ("주성분(영문)", &["MAIN_INGR_ENG", "영문성분명"]),
    ("원료성분", &["MATERIAL_NAME", "원료성분", "원료약품및분량"]),
    ("첨가제", &["INGR_NAME", "첨가제", "첨가제명"]),
    ("총량", &["TOTAL_CONTENT", "총량"]),
    ("성상", &["CHART", "성상"]),
    ("유효기간", &["VALID_TERM", "유효기간", "사용기간", "사용기한"]),
    ("재심사대상", &["REEXAM_TARGET", "재심사대상"]),
    ("재심사기간", &["REEXAM_DATE", "재심사기간"]),
    ("포장단위", &["PACK_UNIT", "포장단위"]),
    ("보험코드", &["EDI_CODE", "보험코드"]),
    ("표준코드", &["BAR_CODE", "표준코드"]),
    ("ATC 코드", &["ATC_CODE", "ATC코드"]),
    ("마약류 분류", &["NARCOTIC_KIND_CODE", "마약류분류", "마약종류코드"]),
    ("신약 여부", &["NEWDRUG_CLASS_NAME", "신약여부"]),
    ("허가 상태", CANCELLED),
    ("취소일자", &["CANCEL_DATE", "취소일자", "취하일자"]),
    ("사업자등록번호", &["bizrno", "사업자등록번호"]),
    ("낱알 이미지", &["itemImage", "낱알이미지", "BIG_PRDT_IMG_URL"]),
];

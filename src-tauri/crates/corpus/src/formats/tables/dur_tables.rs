//! The eight tables of 의약품안전사용서비스 and the names of their columns.
//!
//! Each column is listed under the names of the public codes (`igrd_nm_1`), of the Korean downloads (`성분명1`)
//! and of the service of 식품의약품안전처 (`INGR_KOR_NAME`), whichever of them a table uses.

use super::columns::Field;

/// One of the eight tables.
#[derive(Debug)]
pub(super) struct DurTable {
    /// The table's name.
    pub name: &'static str,
    /// Words in a file name, a sheet name or a type column that identify the table.
    pub called: &'static [&'static str],
    /// Columns that only this table has. One column of each group is enough to identify it.
    pub signature: &'static [&'static [&'static str]],
    /// Columns that identify a row: one column of each group.
    pub key: &'static [&'static [&'static str]],
    /// Columns without which a row is not usable.
    pub needed: &'static [&'static str],
}

/// Fields and the column names they appear under. A column that is not listed keeps its own name.
pub(super) const FIELDS: &[Field] = &[
    ("일련번호", SERIAL),
    ("성분명 1", INGREDIENT_1),
    ("성분코드 1", &["igrd_cd_1", "성분코드1"]),
    ("제품명 1", PRODUCT_1),
    ("제품코드 1", &["prdct_cd_1", "제품코드1"]),
    ("업체명 1", &["bzenty_nm_1", "업체명1"]),
    ("급여구분 1", &["급여구분1"]),
    ("성분명 2", INGREDIENT_2),
    ("성분코드 2", &["igrd_cd_2", "성분코드2", "MIXTURE_INGR_CODE"]),
    ("제품명 2", PRODUCT_2),
    ("제품코드 2", &["prdct_cd_2", "제품코드2", "MIXTURE_ITEM_SEQ"]),
    ("업체명 2", &["bzenty_nm_2", "업체명2", "MIXTURE_ENTP_NAME"]),
    ("급여구분 2", &["급여구분2"]),
    ("성분명", INGREDIENT),
    ("성분명(일반명)", &["gnrl_nm", "일반명", "INGR_ENG_NAME", "성분명영문"]),
    ("성분코드", &["igrd_cd", "성분코드", "gnrl_nm_cd", "INGR_CODE", "일반명코드"]),
    ("제품명", PRODUCT),
    ("제품코드", &["prdct_cd", "mdcn_cd", "제품코드", "ITEM_SEQ", "약품코드"]),
    ("업체명", &["bzenty_nm", "업체명", "ENTP_NAME"]),
    ("제형", &["FORM_NAME", "FORM_CODE_NAME", "제형"]),
    ("금기사유", &["condi_rsn", "금기사유", "금기내용", "PROHBT_CONTENT"]),
    ("특정연령", AGE),
    ("특정연령 단위", &["rlvt_age_unit_nm", "특정연령단위", "연령단위"]),
    ("연령 처리조건", &["age_prcs_cnd_nm", "연령처리조건", "처리조건"]),
    ("금기등급", GRADE),
    ("1일 최대투여량", DAILY_DOSE),
    ("최대투여기간(일)", DURATION),
    ("효능군", EFFECT_GROUP),
    ("그룹", &["group_nm", "그룹", "그룹구분"]),
    ("세부 그룹", &["group_nm_1", "세부그룹"]),
    ("중복점검코드", &["eff_group_dpcn_chck_cd", "중복점검코드"]),
    (
        "상세정보",
        &[
            "dtl_info_cn",
            "dtl_cn",
            "mdcn_dtl_cn",
            "상세정보",
            "약품상세정보",
            "세부내용",
            "상세내용",
        ],
    ),
    ("비고", &["rmrk_cn", "비고", "REMARK"]),
    ("고시번호", &["고시번호"]),
    ("고시일자", &["고시일자", "NOTIFICATION_DATE"]),
    ("급여구분", &["급여구분"]),
    ("구분", TYPE),
    ("상태", STATE),
];

/// Whether a row still holds (`정상`) or was deleted from the list (`삭제`), in the services' tables.
pub(super) const STATE: &[&str] = &["DEL_YN", "삭제여부"];
/// The column of a product in the services' tables.
pub(super) const PRODUCT_CODE: &[&str] = &["ITEM_SEQ"];

pub(super) const SERIAL: &[&str] = &[
    "cth_condi_sn",
    "age_condi_sn",
    "pgw_condi_sn",
    "cpct_cutn_sn",
    "admin_prd_cutn_sn",
    "snctz_cutn_sn",
    "lacp_sn",
    "eff_group_dpcn_sn",
    "DUR_SEQ",
    "일련번호",
    "연번",
];
pub(super) const TYPE: &[&str] = &["TYPE_NAME", "DUR유형", "금기유형", "유형명"];
/// `INGR_NAME` is Korean in the services' tables of single drugs, which have `INGR_ENG_NAME` beside it.
const INGREDIENT: &[&str] =
    &["igrd_nm", "mdcn_nm", "성분명", "INGR_KOR_NAME", "INGR_NAME", "성분명한글"];
const PRODUCT: &[&str] = &["prdct_nm", "item_nm", "제품명", "ITEM_NAME", "약품명", "품목명"];
const INGREDIENT_1: &[&str] = &["igrd_nm_1", "성분명1", "성분명A"];
const INGREDIENT_2: &[&str] = &["igrd_nm_2", "성분명2", "성분명B", "MIXTURE_INGR_KOR_NAME"];
const PRODUCT_1: &[&str] = &["prdct_nm_1", "제품명1", "제품명A"];
const PRODUCT_2: &[&str] = &["prdct_nm_2", "제품명2", "제품명B", "MIXTURE_ITEM_NAME"];
/// `AGE_BASE` has the unit and the condition with the number: `12세 미만`.
const AGE: &[&str] = &["rlvt_age", "특정연령", "연령", "AGE_BASE"];
const GRADE: &[&str] = &["condi_grd_cd", "금기등급", "임부금기등급", "GRADE"];
const DAILY_DOSE: &[&str] =
    &["day_max_admin_cpct_cn", "1일최대투여량", "1일최대투여기준량", "1일최대용량", "MAX_QTY"];
const DURATION: &[&str] = &[
    "max_admin_prd_day_cnt",
    "최대투여기간일수",
    "최대투여기간",
    "최대투여일수",
    "MAX_DOSAGE_TERM",
];
const EFFECT_GROUP: &[&str] = &["eff_group_nm", "효능군", "효능군명", "EFFECT_NAME", "SERS_NAME"];

/// Columns that name a single drug, preferred first.
const ONE: &[&[&str]] = &[NAMES];
const NAMES: &[&str] = &[
    "igrd_nm",
    "mdcn_nm",
    "성분명",
    "INGR_KOR_NAME",
    "INGR_NAME",
    "성분명한글",
    "gnrl_nm",
    "item_nm",
    "일반명",
    "prdct_nm",
    "제품명",
    "ITEM_NAME",
    "약품명",
    "품목명",
];
/// Columns that name the first and the second drug of a pair.
const FIRST: &[&str] = &[
    "igrd_nm_1",
    "성분명1",
    "성분명A",
    "INGR_KOR_NAME",
    "성분명",
    "prdct_nm_1",
    "제품명1",
    "제품명A",
    "ITEM_NAME",
    "제품명",
];
const SECOND: &[&str] = &[
    "igrd_nm_2",
    "성분명2",
    "성분명B",
    "MIXTURE_INGR_KOR_NAME",
    "prdct_nm_2",
    "제품명2",
    "제품명B",
    "MIXTURE_ITEM_NAME",
];

/// The tables. The contraindicated pairs come first, because their columns are the most distinctive.
pub(super) const TABLES: &[DurTable] = &[
    DurTable {
        name: "병용금기",
        called: &["병용금기", "conc_bann"],
        signature: &[SECOND],
        key: &[FIRST, SECOND],
        needed: &["금기사유"],
    },
    DurTable {
        name: "특정연령대금기",
        called: &["연령금기", "연령대금기", "age_bann"],
        signature: &[&["age_condi_sn", "rlvt_age", "특정연령"]],
        key: ONE,
        needed: &["특정연령", "특정연령 단위", "연령 처리조건"],
    },
    DurTable {
        name: "임부금기",
        called: &["임부금기", "prgnt_bann"],
        signature: &[&["pgw_condi_sn", "condi_grd_cd", "임부금기등급", "금기등급"]],
        key: ONE,
        needed: &["금기등급"],
    },
    DurTable {
        name: "용량주의",
        called: &["용량주의", "cpct"],
        signature: &[DAILY_DOSE],
        key: ONE,
        needed: &["1일 최대투여량"],
    },
    DurTable {
        name: "투여기간주의",
        called: &["투여기간주의", "투여기간"],
        signature: &[DURATION],
        key: ONE,
        needed: &["최대투여기간(일)"],
    },
    DurTable {
        name: "효능군중복",
        called: &["효능군중복", "효능군", "eftgrp"],
        signature: &[EFFECT_GROUP],
        key: ONE,
        needed: &["효능군"],
    },
    DurTable {
        name: "노인주의",
        called: &["노인주의", "노인", "snctz"],
        signature: &[&["snctz_cutn_sn"]],
        key: ONE,
        needed: &[],
    },
    DurTable {
        name: "수유부주의",
        called: &["수유부주의", "수유부", "nursw"],
        signature: &[&["lacp_sn"]],
        key: ONE,
        needed: &[],
    },
];

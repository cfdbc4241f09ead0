//! Answers to what a question asks beside the drug: a food, an age, several parts, the time since the last
//! dose.

use super::answers::{case, check};

#[test]
fn food_is_answered_from_the_drug_and_from_guidance_on_its_class() {
    check(&[
        case(
            "독시사이클린 우유랑 먹어도 되나요",
            "독시사이클린",
            &["칼슘", "우유와 칼슘은 테트라사이클린계"],
            &["이소트레티노인"],
        ),
        case(
            "메트로니다졸 먹는데 막걸리 마셔도 되나요",
            "메트로니다졸",
            &["술과 메트로니다졸"],
            &[],
        ),
        case("와파린 먹는데 낫토 먹어도 돼요?", "와파린", &["비타민 K"], &["‘낫토’에 관한"]),
        case(
            "세파클러 먹는데 우유 마셔도 되나요",
            "세파클러",
            &["‘우유’에 관한"],
            &["테트라사이클린"],
        ),
    ]);
}

#[test]
fn a_son_or_a_daughter_of_age_is_no_child() {
    check(&[
        case(
            "아들이 서른인데 타이레놀 먹어도 되나요",
            "아세트아미노펜",
            &[],
            &["소아", "3개월 미만"],
        ),
        case("군대 간 아들이 부루펜 먹어도 되나요", "이부프로펜", &[], &["소아"]),
        case("아들이 다섯 살인데 타이레놀 먹여도 되나요", "아세트아미노펜", &["소아"], &[]),
    ]);
}

#[test]
fn each_part_of_a_question_is_answered() {
    check(&[
        case(
            "와파린 먹는데 낫토 먹어도 돼요? 보관은 어떻게 해요?",
            "와파린",
            &["비타민 K", "보관합니다"],
            &[],
        ),
        case(
            "메트로니다졸 먹는데 맥주 마셔도 되나요? 그리고 깜빡하고 안 먹었으면 어떻게 해요?",
            "메트로니다졸",
            &["술", "빠뜨리면"],
            &[],
        ),
    ]);
}

#[test]
fn the_time_since_the_last_dose_is_compared_with_the_interval() {
    check(&[
        case(
            "타이레놀 2시간 전에 먹었는데 또 먹어도 되나요",
            "아세트아미노펜",
            &["간격 4~6시간이 아직 지나지 않았습니다"],
            &[],
        ),
        case(
            "부루펜 두 시간 전에 먹였는데 또 먹여도 되나요",
            "이부프로펜",
            &["간격 6~8시간이 아직 지나지 않았습니다"],
            &[],
        ),
        case(
            "록소프로펜 2시간 전에 먹었는데 또 먹어도 되나요",
            "록소프로펜",
            &["견주지 못했습니다"],
            &[],
        ),
    ]);
}

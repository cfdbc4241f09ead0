//! Bands of advertisements, by which near-duplicates are found. Both tables are derived and can be rebuilt.

use jiff::Timestamp;
use simui_domain::{CaseId, CaseStatus, Verdict};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::columns::{corrupt, from_word, time};
use crate::{Database, StoreError};

/// A version of an advertisement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdText {
    /// The case.
    pub case_id: CaseId,
    /// The version, from 1.
    pub version: u32,
    /// The text as published.
    pub text: String,
}

/// A version of an advertisement with the state of its case.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierAd {
    /// The advertisement.
    pub ad: AdText,
    /// The sender's own number.
    pub external_id: Option<String>,
    /// Status of the case.
    pub status: CaseStatus,
    /// Whether this is the current version; an earlier one was replaced by the advertiser.
    pub current: bool,
    /// The final verdict on the case.
    pub final_verdict: Option<Verdict>,
    /// When the verdict became final.
    pub finalized_at: Option<Timestamp>,
    /// When this version was received.
    pub received_at: Timestamp,
}

/// Advertisements that share bands with another and are returned at most, those with most shared bands
/// first.
const MOST: i64 = 200;

impl Database {
    /// Returns at most `most` advertisements whose bands were not computed by `scheme`, the oldest first.
    pub async fn ads_without_bands(
        &self,
        scheme: i64,
        most: u32,
    ) -> Result<Vec<AdText>, StoreError> {
        let rows = sqlx::query(
            "SELECT v.case_id, v.version, v.text FROM ad_versions v LEFT JOIN ad_band_scans s \
             ON s.case_id = v.case_id AND s.version = v.version \
             WHERE s.scheme IS NULL OR s.scheme <> ? ORDER BY v.rowid LIMIT ?",
        )
        .bind(scheme)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(ad_from).collect())
    }

    /// Replaces the bands of advertisements, given by case, version and bands.
    pub async fn save_ad_bands(
        &self,
        scheme: i64,
        bands: &[(CaseId, u32, Vec<i64>)],
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        for (case, version, bands) in bands {
            sqlx::query("DELETE FROM ad_band_scans WHERE case_id = ? AND version = ?")
                .bind(case.as_str())
                .bind(version)
                .execute(&mut *tx)
                .await?;
            let scan: i64 = sqlx::query_scalar(
                "INSERT INTO ad_band_scans (case_id, version, scheme) VALUES (?, ?, ?) \
                 RETURNING id",
            )
            .bind(case.as_str())
            .bind(version)
            .bind(scheme)
            .fetch_one(&mut *tx)
            .await?;
            if bands.is_empty() {
                continue;
            }
            let mut sql = QueryBuilder::<Sqlite>::new("INSERT INTO ad_bands (band, scan_id) ");
            sql.push_values(bands, |mut row, band| {
                row.push_bind(band).push_bind(scan);
            });
            // Two bands of a text may be equal.
            sql.push(" ON CONFLICT DO NOTHING");
            sql.build().execute(&mut *tx).await?;
        }
        tx.commit().await
    }

    /// Returns the advertisements of other cases that share one of the bands, those that share most first.
    pub async fn ads_with_bands(
        &self,
        bands: &[i64],
        other_than: &CaseId,
    ) -> Result<Vec<EarlierAd>, StoreError> {
        let mut sql = QueryBuilder::<Sqlite>::new(
            "SELECT v.case_id, v.version, v.text, v.received_at, c.external_id, c.status, \
             c.version AS current_version, c.final_verdict, c.finalized_at FROM ( \
             SELECT scan_id, COUNT(*) AS shared FROM ad_bands WHERE band IN (",
        );
        let mut list = sql.separated(", ");
        for band in bands {
            list.push_bind(band);
        }
        sql.push(
            ") GROUP BY scan_id) b JOIN ad_band_scans s ON s.id = b.scan_id \
             JOIN ad_versions v ON v.case_id = s.case_id AND v.version = s.version \
             JOIN cases c ON c.id = v.case_id WHERE v.case_id <> ",
        );
        sql.push_bind(other_than.as_str());
        sql.push(" ORDER BY b.shared DESC, v.rowid DESC LIMIT ").push_bind(MOST);
        let rows = sql.build().fetch_all(&self.readers).await?;
        rows.iter().map(earlier_from).collect()
    }
}

fn ad_from(row: &SqliteRow) -> AdText {
    AdText {
        case_id: CaseId(row.get("case_id")),
        version: row.get("version"),
        text: row.get("text"),
    }
}

fn earlier_from(row: &SqliteRow) -> Result<EarlierAd, StoreError> {
    let verdict: Option<&str> = row.get("final_verdict");
    let verdict_from = |text: &str| text.parse().map_err(|_| corrupt("cases.final_verdict", text));
    let finalized_at: Option<&str> = row.get("finalized_at");
    let ad = ad_from(row);
    Ok(EarlierAd {
        external_id: row.get("external_id"),
        status: from_word("cases.status", row.get("status"))?,
        current: ad.version == row.get::<u32, _>("current_version"),
        final_verdict: verdict.map(verdict_from).transpose()?,
        finalized_at: finalized_at.map(|at| time("cases.finalized_at", at)).transpose()?,
        received_at: time("ad_versions.received_at", row.get("received_at"))?,
        ad,
    })
}

/** The media that the desk knows by name. */
export const MEDIA = [
  'internet',
  'app',
  'sns',
  'newspaper',
  'magazine',
  'banner',
  'poster',
  'leaflet',
  'transport',
  'billboard',
  'broadcast',
] as const;
export type KnownMedium = (typeof MEDIA)[number];

export const EVIDENCE_KINDS = [
  'official_statistics',
  'clinical_trial',
  'paper',
  'certificate',
  'other',
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

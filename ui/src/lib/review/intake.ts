import type { Ad } from '../backend/types';

/** One row of 증빙 in the form. */
export interface EvidenceRow {
  title: string;
  kind: string;
  supports: string;
}

/** The form of a new review: every field is text, as inputs hold it. */
export interface IntakeForm {
  text: string;
  number: string;
  /** A known medium, `other`, or nothing. */
  medium: string;
  otherMedium: string;
  advertiser: string;
  publishedOn: string;
  restricted: boolean;
  evidence: EvidenceRow[];
  approval: { number: string; approvedOn: string; text: string };
}

export function emptyForm(): IntakeForm {
  return {
    text: '',
    number: '',
    medium: '',
    otherMedium: '',
    advertiser: '',
    publishedOn: '',
    restricted: false,
    evidence: [],
    approval: { number: '', approvedOn: '', text: '' },
  };
}

/** The advertisement as it is sent: empty fields are absent, the wording is left exactly as it is. */
export function adOf(form: IntakeForm): Ad {
  const medium = form.medium === 'other' ? form.otherMedium : form.medium;
  const approval = {
    ...filled('number', form.approval.number),
    ...filled('approved_on', form.approval.approvedOn),
    // The approved wording is compared letter by letter: it is not trimmed.
    ...(form.approval.text.trim() === '' ? {} : { text: form.approval.text }),
  };
  return {
    text: form.text,
    access_restricted: form.restricted,
    evidence: form.evidence
      .map(({ title, kind, supports }) => ({
        title: title.trim(),
        kind,
        supports: supports.trim(),
      }))
      .filter(({ title, supports }) => title !== '' || supports !== ''),
    ...filled('id', form.number),
    ...filled('medium', medium),
    ...filled('advertiser', form.advertiser),
    ...filled('published_on', form.publishedOn),
    ...(Object.keys(approval).length > 0 ? { approval } : {}),
  };
}

function filled<K extends string>(key: K, value: string): Partial<Record<K, string>> {
  const trimmed = value.trim();
  return trimmed === '' ? {} : ({ [key]: trimmed } as Record<K, string>);
}

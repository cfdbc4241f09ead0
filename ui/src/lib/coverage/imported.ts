import type { ImportedInsurer } from '../backend/types';

/** The number of insurers, documents and pages. */
export function extent(insurers: readonly ImportedInsurer[]): {
  insurers: number;
  documents: number;
  pages: number;
} {
  const sum = (of: (insurer: ImportedInsurer) => number) =>
    insurers.reduce((all, insurer) => all + of(insurer), 0);
  return {
    insurers: insurers.length,
    documents: sum((insurer) => insurer.documents),
    pages: sum((insurer) => insurer.pages),
  };
}

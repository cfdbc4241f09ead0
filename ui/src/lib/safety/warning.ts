/** A warning, reduced to what the page shows. */
export interface ShownWarning {
  severity: Severity;
  text: string;
  source: string;
}

export const SEVERITIES = ['emergency', 'urgent', 'caution'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity that this page does not know counts as the gravest. */
export function severityOf(word: string): Severity {
  return SEVERITIES.find((one) => one === word) ?? 'emergency';
}

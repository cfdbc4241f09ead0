import { backend } from '../backend';
import type { CaseView, ReportFile } from '../backend/types';

/** The papers that can be made of a case. */
export type Paper = 'report' | 'letter' | 'notice' | 'case_file' | 'pack';
export type Format = 'html' | 'pdf' | 'json' | 'eml' | 'zip';

export interface Offer {
  paper: Paper;
  formats: readonly Format[];
}

/** The papers that make sense for a case as it stands: no letter before the decision, no notice without a request. */
export function offers(view: CaseView): Offer[] {
  const decided = view.summary.status === 'completed' && view.summary.final_verdict !== null;
  const asked = view.decisions.some(({ action }) => action === 'request_revision');
  const all: Offer[] = [{ paper: 'report', formats: ['html', 'pdf', 'json'] }];
  if (decided) all.push({ paper: 'letter', formats: ['pdf', 'html', 'eml'] });
  if (asked) all.push({ paper: 'notice', formats: ['pdf', 'html', 'eml'] });
  all.push({ paper: 'case_file', formats: ['pdf', 'html'] });
  all.push({ paper: 'pack', formats: ['zip'] });
  return all;
}

/** Asks the desk for a paper. */
export function take(caseId: string, paper: Paper, format: Format): Promise<ReportFile> {
  const case_id = caseId;
  if (paper === 'pack') return backend.call('audit_pack', { cases: [caseId] });
  if (paper === 'report') {
    const asked = format === 'html' || format === 'pdf' ? format : 'json';
    return backend.call('report', { case_id, format: asked });
  }
  if (paper === 'case_file') {
    return backend.call('case_file', { case_id, format: format === 'html' ? 'html' : 'pdf' });
  }
  const asked = format === 'html' || format === 'eml' ? format : 'pdf';
  return backend.call('paper', { case_id, kind: paper, format: asked, to: null });
}

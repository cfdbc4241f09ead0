// @ts-check
// Answers every operation from memory. A stand-in for the desk while the pages are built; it judges nothing.
import { mockAdministration } from './administration.mjs';
import { ago, caseView, cannedCases, citation, graph, manyCases } from './cases.mjs';
import {
  incoming,
  isBroken,
  lawDiff,
  lawImpact,
  outgoing,
  quarantined,
  versions,
} from './changes.mjs';
import { drugDocument, mockAsk } from './ask.mjs';
import { CALL, mockChat } from './chat.mjs';
import { mockOutside } from './outside.mjs';
import { checkedText } from './citations.mjs';
import { documentView, DOCUMENTS, manyDocuments } from './law.mjs';
import { mockRereview } from './rereview.mjs';
import { mockCoverage } from './coverage.mjs';
import { mockExtraction } from './extraction.mjs';
import { mockPrescription } from './prescription.mjs';
import { mockRules } from './rules.mjs';
import { mockPeople } from './people.mjs';
import { mockPatients } from './patients.mjs';
import { mockPapers } from './papers.mjs';
import { mockSearch } from './search.mjs';

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {import('../../../ui/src/lib/backend/types/DigestReading.ts').DigestReading} DigestReading */
/** @typedef {{ [O in keyof Operations]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Desk */

/** What the desk says when it refuses. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {import('../../../ui/src/lib/backend/types/ErrorCode.ts').ErrorCode} [code]
   * @param {Record<string, string>} [params]
   */
  constructor(message, code, params) {
    super(message);
    this.code = code ?? null;
    this.params = params ?? {};
  }
}

/** @param {string} from @param {string} to */
function diffOf(from, to) {
  const diff = lawDiff(from, to);
  if (!diff) throw new Refusal(`${from}에 시행 중인 글이 없습니다.`);
  return diff;
}

/**
 * @param {import('../../../ui/src/lib/backend/types/ResolvedLink.ts').ResolvedLink[]} links
 * @param {number | null} limit @param {number} offset
 */
function paged(links, limit, offset) {
  return { total: links.length, links: links.slice(offset, offset + (limit ?? 100)) };
}

/**
 * @param {{ cases?: number, documents?: number, reviewers?: string[], tell: (event: DeskEvent) => void }} options
 * @returns {Desk}
 */
export function mockDesk({ cases: extra = 0, documents = 0, reviewers: names = ['한심의'], tell }) {
  /** @type {Map<string, CaseView>} */
  const cases = new Map(
    [...cannedCases(), ...manyCases(extra)].map((view) => [view.summary.case_id, view]),
  );
  /** @type {Reviewer[]} */
  const reviewers = names.map((name, index) => ({
    id: `reviewer-${index}`,
    name,
    role: 'reviewer',
  }));
  const library = [...DOCUMENTS, ...manyDocuments(documents)];
  const quarantine = quarantined();
  /** The signed readings of digests. @type {Map<string, DigestReading[]>} */
  const signed = new Map();
  const digests = () =>
    library
      .filter(({ digest }) => digest)
      .map((document) => ({ document, readings: signed.get(document.id) ?? [] }));
  const administration = mockAdministration({
    reviewers,
    tell,
    refuse: (message) => new Refusal(message),
  });
  const rereview = mockRereview({ cases, refuse: (message) => new Refusal(message) });
  const rules = mockRules({ reviewers, refuse: (message) => new Refusal(message) });
  const { stop: stopCoverage, ...coverage } = mockCoverage({
    tell,
    refuse: (message) => new Refusal(message),
    empty: true,
  });
  let importing = false;
  let cancelled = false;
  let serial = 0;

  /** @param {string} id */
  function get(id) {
    const view = cases.get(id);
    if (!view) throw new Refusal(`사건 ${id}을(를) 찾을 수 없습니다.`);
    return view;
  }

  /** @param {CaseView} view @param {Partial<CaseView['summary']>} over */
  function change(view, over) {
    const next = structuredClone(view);
    Object.assign(next.summary, over, { updated_at: new Date().toISOString() });
    cases.set(next.summary.case_id, next);
    tell({ type: 'case_changed', case_id: next.summary.case_id });
    return next;
  }

  const { signer, ...people } = mockPeople({
    reviewers,
    checked: cases.keys().next().value ?? '',
    get,
    change,
    refuse: (message, code, params) => new Refusal(message, code, params),
  });

  /** @type {Record<string, (view: CaseView) => boolean>} */
  const lists = {
    open: ({ summary }) => summary.status === 'awaiting_review',
    mine: ({ summary, decisions }) =>
      summary.status === 'awaiting_review' &&
      (decisions.length > 0 || Boolean(summary.handling?.claim)),
    sampled: ({ summary }) =>
      summary.reasons.includes('sample') && summary.status === 'awaiting_review',
    ongoing: ({ summary }) => ['running', 'awaiting_revision', 'failed'].includes(summary.status),
    done: ({ summary }) => summary.status === 'completed',
  };

  return {
    desk_status: async () => ({
      engine: 'rules',
      statutes: DOCUMENTS.filter(({ kind, digest }) => kind === 'statute' && !digest).length,
      documents: DOCUMENTS.length,
      corpus_changed_at: ago(60 * 24),
      digests_only: false,
      outbound: (await administration.outbound_settings({})).settings.enabled,
      reviewers,
      waiting: [...cases.values()].filter(
        /** @param {CaseView} view */ (view) => lists['open']?.(view),
      ).length,
      version: '0.1.0-mock',
      audit: { checked_at: ago(1), intact: true, reason: '' },
      read_only: false,
      guarded: false,
      operations: [],
    }),
    add_reviewer: ({ name, role }) => {
      if (reviewers.some((one) => one.name === name))
        throw new Refusal(`${name} 심의관은 이미 있습니다.`);
      const reviewer = { id: `reviewer-${reviewers.length}`, name, role };
      reviewers.push(reviewer);
      return reviewer;
    },
    queue: ({ state, reviewer, text, limit }) => {
      const all = [...cases.values()];
      const within = (/** @type {string} */ list) =>
        list === 'mine' && !reviewer ? [] : all.filter((view) => lists[list]?.(view));
      const rows = within(state).filter(({ summary, ad }) =>
        `${ad.text} ${summary.advertiser} ${summary.external_id}`.includes(text ?? ''),
      );
      return {
        cases: rows.slice(0, limit ?? 200).map(({ summary }) => summary),
        counts: {
          open: within('open').length,
          mine: within('mine').length,
          sampled: within('sampled').length,
          ongoing: within('ongoing').length,
          done: within('done').length,
        },
      };
    },
    case: ({ case_id }) => get(case_id),
    case_events: ({ case_id }) => {
      const view = get(case_id);
      return {
        checkpoints: view.graph.nodes
          .filter(({ state }) => state === 'done')
          .map(({ name, ms }, index) => ({
            run_id: view.run_id ?? '',
            seq: index + 1,
            node: name,
            answer: false,
            at: view.summary.created_at,
            ms: ms ?? 0,
            bytes: 312 * (index + 1),
          })),
        decisions: view.decisions,
        versions: view.versions,
        packs: [],
        model_calls: view.result?.opinion ? [CALL] : [],
      };
    },
    similar_ads: ({ case_id }) => {
      const asked = get(case_id).summary;
      const decided = [...cases.values()].find(({ summary }) => summary.final_verdict !== null);
      if (asked.external_id !== 'AD-0412' || !decided) return { ads: [], least: 0.5 };
      const { summary, ad } = decided;
      return {
        ads: [
          {
            case_id: summary.case_id,
            external_id: summary.external_id,
            version: 1,
            current: false,
            similarity: 0.834,
            status: summary.status,
            final_verdict: summary.final_verdict,
            finalized_at: null,
            received_at: summary.created_at,
            excerpt: ad.text.slice(0, 160),
          },
        ],
        least: 0.5,
      };
    },
    submit: ({ ad }) => {
      serial += 1;
      if (ad.text.trim() === '') throw new Refusal('광고 문구가 비어 있습니다.');
      const claim = /최고|1위|100%|완치/.exec(ad.text)?.[0];
      const view = caseView({
        number: ad.id ?? `NEW-${serial}`,
        text: ad.text,
        verdict: claim ? '불허' : '보류',
        confidence: claim ? 0.77 : 0.6,
        reasons: claim ? ['low_confidence'] : ['hold'],
        minutes: 0,
        claims: claim ? [[claim, [{ kind: 'V6', severity: 'high' }]]] : [],
        ...(ad.advertiser ? { advertiser: ad.advertiser } : {}),
        ...(ad.medium ? { medium: ad.medium } : {}),
      });
      view.ad = ad;
      return change(view, {});
    },
    read_ads: ({ name, text }) => {
      if (!name.endsWith('.jsonl'))
        return {
          ads: [{ text, access_restricted: false, evidence: [] }],
          errors: [],
        };
      /** @type {Operations['read_ads'][1]} */
      const found = { ads: [], errors: [] };
      text.split('\n').forEach((line, index) => {
        if (line.trim() === '') return;
        try {
          found.ads.push({
            access_restricted: false,
            evidence: [],
            ...JSON.parse(line),
          });
        } catch {
          const message = 'expected value at column 1';
          const params = { path: name, line: String(index + 1) };
          found.errors.push({
            line: index + 1,
            message,
            fault: { code: 'line_malformed', params, message },
          });
        }
      });
      return found;
    },
    decide: ({ case_id, action, reviewer, note, edit, question_id }) => {
      const view = get(case_id);
      const person = signer(reviewer);
      if (view.summary.status !== 'awaiting_review') throw new Refusal('이미 답한 사건입니다.');
      if (question_id !== view.question_id) throw new Refusal('초안이 바뀌었습니다.');
      const verdict = edit?.verdict ?? view.summary.verdict;
      const decision = {
        id: `decision-${view.decisions.length}`,
        case_id,
        action,
        reviewer: person,
        decided_at: new Date().toISOString(),
        verdict: action === 'approve' || action === 'modify' ? verdict : null,
        note: note ?? '',
        diff:
          action === 'modify'
            ? `@@ -1 +1 @@\n-verdict: ${view.summary.verdict}\n+verdict: ${verdict}\n`
            : '',
      };
      const next = structuredClone(view);
      next.decisions.push(decision);
      if (action === 'reject') {
        if (next.result) next.result.iterations += 1;
        return change(next, { confidence: 0.82 });
      }
      if (action === 'request_revision') {
        next.notice = {
          text: `수정 요청\n\n${note}`,
          created_at: decision.decided_at,
        };
        return change(next, { status: 'awaiting_revision' });
      }
      if (edit && next.result) {
        next.final_result = {
          ...next.result,
          verdict: edit.verdict ?? next.result.verdict,
          violations: edit.violations ?? next.result.violations,
          suggestions: edit.suggestions ?? next.result.suggestions,
          citations: edit.citations ?? next.result.citations,
        };
      }
      next.graph = graph(false, true);
      next.finalized_at = decision.decided_at;
      next.human_reviewed = true;
      return change(next, { status: 'completed', final_verdict: verdict });
    },
    revise: ({ case_id, ad }) => {
      const view = structuredClone(get(case_id));
      view.versions.push({
        version: view.versions.length + 1,
        ad,
        submitted_at: new Date().toISOString(),
      });
      view.ad = ad;
      view.changes = (view.result?.claims ?? []).map(({ text }) => ({
        change: 'removed',
        text,
        kinds: ['V2'],
      }));
      if (view.result)
        Object.assign(view.result, {
          claims: [],
          violations: [],
          citations: [],
          decisions: [],
          verdict: '허용',
        });
      return change(view, {
        status: 'awaiting_review',
        verdict: '허용',
        violations: {},
        severity: null,
      });
    },
    report: ({ case_id, format }) => {
      if (format === 'pdf') throw new Refusal('이 시험 서버는 PDF를 만들지 않습니다.');
      return {
        name: `${get(case_id).summary.external_id}.${format}`,
        media_type: 'text/plain',
        base64: 'b2s=',
      };
    },
    replay: ({ case_id }) => {
      const view = get(case_id);
      return {
        run_id: view.run_id ?? '',
        steps: 7,
        consistent: true,
        mismatches: [],
        verdict: view.summary.verdict,
      };
    },
    fork: ({ case_id }) => {
      const view = get(case_id);
      if (!view.result) throw new Refusal('갈라 볼 결과가 없습니다.');
      return {
        original: view.run_id ?? '',
        fork: 'run-fork',
        result: view.result,
        differences: [['/verdict', '불허', '보류']],
      };
    },
    ...rereview,
    documents: () => library,
    document: ({ document, article, as_of }) => {
      const view = documentView(document, article, as_of) ?? drugDocument(document, article);
      if (!view) throw new Refusal(`문서 ${document}을(를) 찾을 수 없습니다.`);
      return view;
    },
    import_paths: async ({ paths }) => {
      cancelled = false;
      if (paths[0]?.includes('없음'))
        throw new Refusal(`${paths[0]}: 그런 폴더가 없습니다. 경로를 확인하세요.`);
      importing = true;
      const total = 40;
      let done = 0;
      for (; done < total && !cancelled; done += 1) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        tell({
          type: 'import',
          progress: {
            files_done: done + 1,
            files_total: total,
            articles: (done + 1) * 57,
            path: `${paths[0]}/${done}.md`,
          },
        });
      }
      tell({ type: 'indexing', chunks: done * 210 });
      await new Promise((resolve) => setTimeout(resolve, 150));
      tell({ type: 'indexed', chunks: done * 210 });
      importing = false;
      const report = {
        documents: done,
        articles: done * 57,
        chunks: done * 210,
        unchanged: 3,
        quarantined: [
          {
            path: 'kr/보기.md',
            where: '제12조제3항',
            reason: '“다음 각 목” 뒤에 목이 없습니다. 원문을 확인하세요.',
          },
        ],
        took_ms: done * 25,
        cancelled,
      };
      tell({ type: 'imported', report });
      return report;
    },
    import_uploads: ({ files }) => ({
      documents: files.length,
      articles: files.length * 5,
      chunks: files.length * 9,
      unchanged: 0,
      quarantined: [],
      took_ms: 12,
      cancelled: false,
    }),
    cancel_import: () => {
      cancelled = true;
      stopCoverage();
      return null;
    },
    digests: ({ document, unread }) =>
      digests().filter(
        (one) =>
          (!document || one.document.id === document) && !(unread && one.readings.length > 0),
      ),
    sign_digest: ({ document, verdict, reviewer, note }) => {
      const person = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
      if (!person) throw new Refusal(`심의관 ${reviewer}을(를) 찾을 수 없습니다.`);
      const at = new Date().toISOString();
      signed.set(document, [...(signed.get(document) ?? []), { by: person, verdict, note, at }]);
      const found = digests().find((one) => one.document.id === document);
      if (!found) throw new Refusal('그런 요지가 없습니다.');
      return found;
    },
    quarantine: ({ all }) => quarantine.filter(({ resolution }) => all || resolution === null),
    resolve_quarantine: ({ path, place, reviewer, note }) => {
      const person = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
      if (!person) throw new Refusal(`심의관 ${reviewer}을(를) 찾을 수 없습니다.`);
      if (note.trim() === '') throw new Refusal('무엇을 했는지 적어야 합니다.');
      for (const one of quarantine) {
        if (one.path === path && (place === null || one.where === place) && !one.resolution) {
          one.resolution = { by: person, note, at: new Date().toISOString() };
        }
      }
      return quarantine;
    },
    law_history: ({ law }) => {
      const title = library.find(({ id, title: name }) => id === law || name === law)?.title;
      if (title === undefined) throw new Refusal(`법령 ${law}을(를) 찾을 수 없습니다.`);
      const own = versions();
      if (title === '가상 광고법') return { title, versions: own };
      const [first] = own;
      const alone = first
        ? [{ ...first, document_id: law, in_force: true, effective_to: null }]
        : [];
      return { title, versions: alone };
    },
    law_diff: ({ from, to }) => diffOf(from, to),
    impact: ({ from, to }) =>
      lawImpact(
        diffOf(from, to),
        [...cases.values()].filter((view) => lists['open']?.(view)),
      ),
    links: ({ article, direction, broken, limit, offset }) => {
      const found = direction === 'incoming' ? incoming(article) : outgoing(article);
      return paged(broken ? found.filter(isBroken) : found, limit, offset);
    },
    broken_links: ({ limit, offset }) => paged(outgoing(null).filter(isBroken), limit, offset),
    ...mockSearch({ tell, refuse: (message) => new Refusal(message), behind: () => importing }),
    verify: ({ quote }) => ({
      status: citation(quote).status,
      found: null,
      note: '',
    }),
    ...mockAsk((message) => new Refusal(message), tell),
    ...mockExtraction((message) => new Refusal(message)),
    ...mockPrescription((message, reason) => new Refusal(message, 'not_calculated', { reason })),
    ...mockPatients({ tell, refuse: (message) => new Refusal(message) }),
    citations: ({ text, as_of }) => checkedText(text, as_of),
    ...administration,
    ...mockChat({ reviewers, refuse: (message) => new Refusal(message) }),
    ...mockOutside({ reviewers, refuse: (message) => new Refusal(message) }),
    ...rules,
    ...coverage,
    ...people,
    doctor: () => ({
      version: '0.1.0-mock',
      data_dir: '(memory)',
      checks: [
        {
          name: 'database',
          state: 'ok',
          detail: '기억 속에만 있습니다.',
          remedy: '',
        },
        {
          name: 'dictionary',
          state: 'degraded',
          detail: '사전이 없어 글자 쌍으로만 찾습니다.',
          remedy: '`make setup`을 다시 실행하세요.',
        },
        {
          name: 'keyring',
          state: 'missing',
          detail: '열쇠 보관함이 없습니다.',
          remedy: 'gnome-keyring을 설치하세요.',
        },
      ],
    }),
    ...mockPapers({ reviewers, refuse: (message) => new Refusal(message) }),
  };
}

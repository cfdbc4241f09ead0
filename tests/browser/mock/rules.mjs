// @ts-check
// Rule packs in memory. Checking knows three mistakes and one word; it judges nothing else.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/RulePackVersion.ts').RulePackVersion} RulePackVersion */
/** @typedef {import('../../../ui/src/lib/backend/types/RuleTrace.ts').RuleTrace} RuleTrace */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {'rule_packs' | 'rule_pack' | 'rules_check' | 'import_rule_pack' | 'activate_rule_pack' | 'deactivate_rule_pack'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] }} Rules */
/** @typedef {{ version: RulePackVersion, text: string }} Kept */

const WORD = '호롱불';

/** @param {string} id @param {string} version @param {string} title */
function text(id, version, title) {
  return [
    `id = "${id}"`,
    `version = "${version}"`,
    `title = "${title}"`,
    'effective_from = "2018-09-28"',
    '',
    '[[rule]]',
    'id = "first"',
    `title = "${title}"`,
    'kind = "V6"',
    'level = "standard"',
    'severity = "medium"',
    'articles = ["의료법 제56조제2항제8호"]',
    `patterns = ['"${WORD}"']`,
    'exceptions = ["objective_evidence", "negated"]',
    'rationale = "{words:은/는} 등잔 표현입니다."',
    'query = "과장 광고"',
    '[rule.examples]',
    `fires = ["${WORD} 같은 치료"]`,
    `silent = ["${WORD}을 쓰지 않습니다"]`,
    '',
  ].join('\n');
}

/** @param {string} id @param {string} number @param {string} title @param {Partial<RulePackVersion>} over @returns {RulePackVersion} */
function version(id, number, title, over) {
  return {
    id,
    version: number,
    title,
    builtin: true,
    sha256: '5e'.repeat(32),
    effective_from: '2018-09-28',
    effective_to: null,
    imported_by: null,
    imported_at: null,
    active: true,
    in_force: true,
    uses: [],
    ...over,
  };
}

/** The value of a key at the head of a pack. @param {string} pack @param {string} key */
function head(pack, key) {
  return new RegExp(`^${key}\\s*=\\s*["']([^"']*)["']`, 'mu').exec(pack)?.[1] ?? null;
}

/** @param {string} rule @param {string} ad @returns {RuleTrace[]} */
function traces(rule, ad) {
  const at = ad.indexOf(WORD);
  if (at < 0) return [];
  const denied = ad.includes('않');
  return [
    {
      rule,
      kind: 'V6',
      fired: !denied,
      words: [WORD],
      spans: [{ start: at, end: at + WORD.length }],
      exceptions: [
        {
          name: 'objective_evidence',
          applied: false,
          why: '제출된 증빙이 없음',
        },
        {
          name: 'negated',
          applied: denied,
          why: denied ? '부정하는 문장임' : '부정하는 표현 없음',
        },
      ],
    },
  ];
}

/** Texts of the lines that begin with a key. @param {string[]} lines @param {string} key */
function examplesOf(lines, key) {
  return lines.flatMap((line, at) =>
    line.startsWith(`${key} =`)
      ? [...line.matchAll(/"([^"]*)"/gu)].map(([, one = '']) => ({ line: at + 1, one }))
      : [],
  );
}

/**
 * @param {{ reviewers: Reviewer[], refuse: (message: string) => Error }} options
 * @returns {Rules}
 */
export function mockRules({ reviewers, refuse }) {
  /** @type {Kept[]} */
  const kept = ['superlative:최상급·배타적 표현', 'award:상장·인증·보증·추천'].map((pack) => {
    const [id = '', title = ''] = pack.split(':');
    return { version: version(id, '2026.3', title, {}), text: text(id, '2026.3', title) };
  });

  /** @param {string} reviewer */
  function administrator(reviewer) {
    const found = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
    if (found?.role !== 'administrator') throw refuse(`"${reviewer}" is no administrator`);
    return found;
  }

  /** Of one id the last active version applies. */
  function settle() {
    for (const { version: one } of kept) {
      const active = kept.filter(({ version: other }) => other.id === one.id && other.active);
      one.in_force = active.at(-1)?.version === one;
    }
  }

  /** @param {string} id */
  function view(id) {
    const versions = kept.filter((one) => one.version.id === id).map((one) => one.version);
    const now = versions.find((one) => one.in_force);
    const title = (now ?? versions.at(-1))?.title ?? '';
    return structuredClone({ id, title, in_force: now?.version ?? null, versions });
  }

  /** @param {string} id @param {string | null | undefined} number */
  function find(id, number) {
    const own = kept.filter(({ version: one }) => one.id === id);
    const found = own.find(({ version: one }) => (number ? one.version === number : one.in_force));
    if (!found) throw refuse(`rule pack "${id}" does not exist`);
    return found;
  }

  /** @param {Operations['rules_check'][0]} request @returns {Operations['rules_check'][1]} */
  function check({ text: pack, ad }) {
    const lines = pack.split('\n');
    const id = head(pack, 'id');
    const number = head(pack, 'version');
    const problems = [];
    for (const key of ['id', 'version', 'title']) {
      if (head(pack, key) === null) problems.push({ line: 1, message: `missing field ${key}` });
    }
    const kind = lines.findIndex((line) => /^kind = "V(?!([1-9]|1[0-4])")/u.test(line));
    if (kind >= 0) problems.push({ line: kind + 1, message: 'a kind from V1 to V14 expected' });
    const rule = `${id ?? ''}.first@${number ?? ''}`;
    const examples = [true, false].flatMap((fires) =>
      examplesOf(lines, fires ? 'fires' : 'silent').map(({ line, one }) => {
        const found = traces(rule, one);
        const holds = found.some(({ fired }) => fired) === fires;
        return { rule, line, text: one, fires, holds, traces: found };
      }),
    );
    for (const { holds, line, text: one } of examples) {
      if (!holds) problems.push({ line, message: `rule ${rule} does not do so on "${one}"` });
    }
    const usable = problems.length === 0;
    const trial = ad ? traces(rule, ad) : null;
    return { id, version: number, usable, problems, examples, trial };
  }

  return {
    rule_packs: () => [...new Set(kept.map((one) => one.version.id))].map(view),
    rule_pack: ({ id, version: number }) => {
      const { version: pack, text: own } = find(id, number);
      return structuredClone({ pack, text: own });
    },
    rules_check: check,
    import_rule_pack: ({ text: pack, reviewer }) => {
      const by = administrator(reviewer);
      const found = check({ text: pack, file: null, ad: null });
      const [problem] = found.problems;
      if (problem) throw refuse(`pack.toml:${problem.line}: ${problem.message}`);
      const { id, version: number } = found;
      if (id === null || number === null) throw refuse('pack.toml:1: missing field');
      const again = kept.some(({ version: one }) => one.id === id && one.version === number);
      if (again) throw refuse(`version ${number} of ${id} is kept already`);
      const added = version(id, number, head(pack, 'title') ?? id, {
        builtin: false,
        imported_by: by.name,
        imported_at: new Date().toISOString(),
      });
      kept.push({ version: added, text: pack });
      settle();
      return { pack: structuredClone(added), unchanged: false };
    },
    activate_rule_pack: ({ id, version: number, reviewer }) => {
      administrator(reviewer);
      find(id, number).version.active = true;
      settle();
      return view(id);
    },
    deactivate_rule_pack: ({ id, version: number, reviewer }) => {
      administrator(reviewer);
      find(id, number).version.active = false;
      settle();
      return view(id);
    },
  };
}

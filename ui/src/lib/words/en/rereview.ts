import type { Messages } from '../ko';

/** Finished cases whose grounds changed, and reviewing them again. */
export const rereview: Pick<Messages, 'approved' | 'again' | 'redraft' | 'affected'> = {
  approved: {
    title: 'Against the approved wording',
    of: (number, on) =>
      [number ? `approval ${number}` : 'no approval number', on ? `approved ${on}` : '']
        .filter((part) => part !== '')
        .join(' · '),
    ownCase: 'Open the case of this desk that allowed it',
    same: 'Word for word what was approved.',
  },
  again: {
    title: 'If it were reviewed now',
    hint: 'Reviewed from the beginning with the law and rules stored now, side by side. The decision stands as it is.',
    law: 'Law to apply',
    then: (day) => `the law of the advertisement (${day})`,
    today: 'the law of today',
    run: 'Review again',
    before: 'then',
    after: (day) => `now (as of ${day})`,
    verdict: 'Verdict',
    confidence: 'Confidence',
    changed: 'The verdict would be another.',
    same: 'The verdict is the same.',
    stands: 'The decision stands as it is.',
  },
  redraft: {
    title: 'What this draft rests on has changed since',
    hint: 'Reviewed again with the stored rules and the law of its day, the draft cites the new text. A person still decides.',
    run: 'Review again with present sources',
    done: 'Reviewed again with present sources. Read the new draft and decide.',
  },
  affected: {
    title: 'Cases with changed grounds',
    hint: 'Rule packs, stored sources or the law changed after these were decided. Open one to review it again.',
    found: (checked, found) => `${found} of ${checked} decided cases stand on other grounds now.`,
    asOf: (day) => `as of ${day}`,
    pack: (id, was, now) => `rule pack ${id}: ${was} → ${now}`,
    source: (article, was, now) => `stored source ${article}: ${was} → ${now}`,
    law: (article, was, now) => `amended law ${article}: ${was} → ${now}`,
    none: 'none',
  },
};

import { describe, expect, it } from 'vitest';
import { afterReport, afterIndexing, percentOf, type WorkProgress } from './backgroundWork';

/** What a window shows after each event: a report `done/of`, `cancel` here, or `indexed`. */
function shown(...events: string[]): (number | null)[] {
  let known: WorkProgress | null = null;
  return events.map((event) => {
    const [done, of] = event.split('/').map(Number);
    if (event === 'cancel') known = known && { ...known, cancelled: true };
    else if (event === 'indexed') known = afterIndexing(known);
    else known = afterReport(known, done ?? 0, of ?? 0);
    return percentOf(known);
  });
}

describe('how far a fit is', () => {
  it.each<[string, string[], (number | null)[]]>([
    ['it goes on', ['1/8', '2/8'], [12, 25]],
    ['it ends by itself', ['7/8', '8/8'], [87, null]],
    ['time was up, and the index is complete', ['3/8', 'indexed'], [37, null]],
    ['an import was indexed meanwhile', ['3/8', 'indexed', '4/8'], [37, null, 50]],
    ['more steps than expected', ['8/8', '9/9'], [null, null]],
    ['nothing to do', ['0/0'], [null]],
    ['called off, and afterReport of once more', ['3/8', 'cancel', '4/8'], [37, null, null]],
    [
      'called off, afterReport of after an index',
      ['3/8', 'cancel', 'indexed', '4/8'],
      [37, null, null, null],
    ],
    ['another one after it was called off', ['3/8', 'cancel', '1/4'], [37, null, 25]],
    ['another one at the same step', ['1/8', 'cancel', '1/4'], [12, null, 25]],
    ['another one after an end', ['8/8', '1/4'], [null, 25]],
  ])('%s', (_, events, expected) => expect(shown(...events)).toEqual(expected));
});

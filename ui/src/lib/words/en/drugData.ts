import type { Messages } from '../ko';

/** Drug data of data.go.kr that is followed and updated. */
export const drugData: Pick<Messages, 'drugUpdates'> = {
  drugUpdates: {
    title: 'Drug data updates',
    hint: 'Labels, permits and DUR are fetched from data.go.kr page by page and imported. What is broken off goes on with the next page, and a list is imported when all of it is there. Where changes alone cannot be fetched, everything is fetched again.',
    choose: 'Data to fetch',
    groups: {
      label: 'Labels',
      permit: 'Permits',
      dur_ingredient: 'DUR by ingredient',
      dur_product: 'DUR by product',
    },
    large:
      'So many rows that they take long to fetch and slow down every question. With the tables by ingredient alone, pairs are found by the ingredients of the products.',
    never: 'never fetched',
    complete: (day, rows) => `fetched ${day} · ${rows} rows`,
    interrupted: (done, total) => `${done} of ${total} pages fetched`,
    changesOnly: 'later only changes',
    followed: (name) => `${name} will be fetched.`,
    unfollowed: (name) => `${name} is fetched no longer.`,
    everything: 'Fetch everything again, also where only changes could be fetched',
    check: 'Only count',
    progress: (done, all, name) => `${name}: page ${done} of ${all}`,
    importing: (done, all) => `Importing the fetched files: ${done} of ${all}`,
    cancelled: 'Stopped. The fetched pages stay, and the next update goes on from there.',
    states: { new: 'new data', unchanged: 'unchanged', failed: 'failed' },
    counted: (rows) => `${rows} rows`,
    countedSince: (day, rows) => `${rows} rows changed since ${day}`,
    counts: (added, unchanged) => `${added} new pages · ${unchanged} unchanged`,
    gone: (pages) =>
      `The list got shorter by ${pages} pages. What was imported from them is still there.`,
    finished: (added, failed) => `Update ended: ${added} new pages, ${failed} failures.`,
  },
};

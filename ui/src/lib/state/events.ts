import { backend } from '../backend';
import type { DeskEvent } from '../backend/types/DeskEvent';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { importing } from './importing.svelte';
import { openCase } from './openCase.svelte';
import { queue } from './queue.svelte';

/** Keeps what is on the screen true to the desk. Returns the function that stops it. */
export function followDesk(): () => void {
  let lost = false;
  return backend.listen({
    onEvent: hear,
    onConnection(connected) {
      desk.connected = connected;
      if (connected && lost) refreshAll();
      lost = !connected;
    },
  });
}

function hear(event: DeskEvent): void {
  switch (event.type) {
    case 'case_changed':
      queue.refreshSoon();
      if (event.case_id === openCase.id) openCase.refreshSoon();
      break;
    case 'node_finished':
      if (event.case_id === openCase.id) openCase.refreshSoon();
      break;
    case 'import':
      importing.hear(event.progress);
      break;
    case 'imported':
      desk.indexing = null;
      void corpora.refresh();
      void desk.refresh();
      break;
    case 'indexing':
      desk.indexing = event.chunks;
      break;
    case 'indexed':
      desk.indexing = null;
      break;
  }
}

/** After the stream broke, nobody knows what was missed. */
function refreshAll(): void {
  desk.indexing = null;
  void desk.refresh();
  void queue.refresh();
  void openCase.refresh();
}

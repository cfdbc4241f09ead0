import { backend } from '../backend';
import type { DeskEvent } from '../backend/types';
import { asking } from './asking.svelte';
import { consulting } from './consulting.svelte';
import { coverageImporting } from './coverageImporting.svelte';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { drugUpdating } from './drugUpdating.svelte';
import { embedding, fitting } from './backgroundWork.svelte';
import { importing } from './importing.svelte';
import { models } from './models.svelte';
import { openCase } from './openCase.svelte';
import { outbound } from './outbound.svelte';
import { queue } from './queue.svelte';
import { intake } from './intake.svelte';
import { updating } from './updating.svelte';

/** Keeps the pages up to date with the desk's events. Returns the function that stops it. */
export function followDesk(): () => void {
  let lost = false;
  return backend.listen({
    onEvent: receive,
    onConnection(connected) {
      desk.connected = connected;
      if (connected && lost) refreshAll();
      lost = !connected;
    },
  });
}

function receive(event: DeskEvent): void {
  switch (event.type) {
    case 'case_changed':
      queue.refreshSoon();
      if (event.case_id === openCase.id) openCase.refreshSoon();
      break;
    case 'node_finished':
      if (event.case_id === openCase.id) openCase.refreshSoon();
      break;
    case 'ask_step':
      consulting.receive(event.ask_id, event.node);
      asking.receive(event);
      break;
    case 'ask_token':
    case 'ask_answered':
      asking.receive(event);
      break;
    case 'import':
      importing.receive(event.progress);
      drugUpdating.receiveImport(event.progress);
      break;
    case 'coverage_import':
      coverageImporting.receive(event.progress);
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
      fitting.end();
      break;
    case 'fitting':
      fitting.receive(event.done, event.of);
      break;
    case 'embedding':
      embedding.receive(event.done, event.of);
      break;
    case 'law_update':
      updating.receive(event.progress);
      break;
    case 'drug_update':
      drugUpdating.receive(event.progress);
      break;
    case 'laws_updated':
    case 'drugs_updated':
      if (outbound.settings.value) void outbound.refresh();
      break;
    case 'intake':
      intake.receive(event.progress);
      break;
    case 'intake_done':
      intake.end(event.report);
      break;
    case 'model_download':
      models.receive(event.progress);
      break;
    case 'models_changed':
      if (models.list.value) void models.refresh();
      if (models.chosen.value) void models.chosen.refresh();
      break;
  }
}

/** Loads everything again, because events may have been missed. */
function refreshAll(): void {
  desk.indexing = null;
  fitting.end();
  embedding.end();
  void desk.refresh();
  void queue.refresh();
  void openCase.refresh();
}

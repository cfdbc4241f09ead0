import type { ItemId, PatientEvent, PatientItem, PatientView, ProfileSlot } from '../backend/types';

/** The slots, in the order in which they are read. */
export const SLOTS = [
  'demographics',
  'conditions',
  'symptoms',
  'medications',
  'habits',
  'reactions',
  'vitals',
  'labs',
] as const satisfies readonly ProfileSlot[];

export interface SlotItems {
  slot: ProfileSlot;
  items: PatientItem[];
}

/** Two items that contradict each other. */
export interface Contradiction {
  newer: PatientItem;
  older: PatientItem;
}

/** The items about allergies, including that there is none. They stand above the slots. */
export function allergies(items: readonly PatientItem[]): PatientItem[] {
  return sorted(items.filter(isOfAllergy));
}

/** Every slot with its items, by weight and then by time, the highest and latest first. */
export function slots(items: readonly PatientItem[]): SlotItems[] {
  return SLOTS.map((slot) => ({
    slot,
    items: sorted(items.filter((item) => item.slot === slot && !isOfAllergy(item))),
  }));
}

/** The contradictions that a person must resolve. */
export function contradictions({ conflicts, items }: PatientView): Contradiction[] {
  const of = (id: ItemId) => items.find((item) => item.id === id);
  return conflicts.flatMap((pair) => {
    const [newer, older] = [of(pair.newer), of(pair.older)];
    return newer && older ? [{ newer, older }] : [];
  });
}

/** The events of an item, the latest first. */
export function historyOf(events: readonly PatientEvent[], item: ItemId): PatientEvent[] {
  return events.filter((event) => event.item === item).toReversed();
}

/** The name of an item in the history: its present one, else the last one before it was removed. */
export function nameOf(
  items: readonly PatientItem[],
  events: readonly PatientEvent[],
  id: ItemId,
): string {
  const now = items.find((item) => item.id === id)?.shown;
  const before = events.findLast((event) => event.item === id && event.before !== null)?.before;
  return now ?? before ?? `i${id}`;
}

/** The first part of an id: enough to tell patients apart, short enough to be read out. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `…${id.slice(-8)}`;
}

function isOfAllergy({ standing }: PatientItem): boolean {
  return standing === 'allergy' || standing === 'no_allergy';
}

function sorted(items: readonly PatientItem[]): PatientItem[] {
  return items.toSorted(
    (a, b) =>
      Number(b.in_conflict) - Number(a.in_conflict) ||
      b.weight - a.weight ||
      b.last_said.localeCompare(a.last_said) ||
      a.id - b.id,
  );
}

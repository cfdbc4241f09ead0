import type { FusionFormula, SearchProfile, SearchProfiles, UsedProfile } from '../backend/types';
import { fieldText } from '../text/form';

/** The formulas that join the lists, in the order they are offered. */
export const FORMULAS: readonly FusionFormula[] = ['reciprocal_rank', 'weighted_scores'];

/** A number that the desk refuses in every field, with the words for that field. */
const OUT_OF_RANGE = 1_000_000;

/** The words that describe a profile. */
export interface ProfileWords {
  words: (n: number) => string;
  meaning: (n: number) => string;
  formulas: Record<FusionFormula, string>;
  k: (k: number) => string;
  weights: (words: number, meaning: number) => string;
  rerank: (n: number) => string;
  minimum: (score: number | null) => string;
}

/** The values that the hits of a search came about with, in one line. */
export function usedProfileLine(used: UsedProfile, words: ProfileWords): string {
  const { lexical, dense, fusion, k, weights, rerank, minimum } = used;
  const lists = [words.words(lexical), words.meaning(dense)];
  if (fusion === null) return lists.join(', ');
  return [
    ...lists,
    k === null ? words.formulas[fusion] : `${words.formulas[fusion]} ${words.k(k)}`,
    ...(weights ? [words.weights(...weights)] : []),
    words.rerank(rerank),
    words.minimum(minimum),
  ].join(', ');
}

/** The number or the steps of the results as they are written in a field. */
export function resultsText(results: readonly number[]): string {
  return results.join(', ');
}

/** What a field of whole numbers contains; anything else is left for the desk to refuse. */
function whole(text: string): number {
  const number = Number(text.trim() || Number.NaN);
  return Number.isInteger(number) && number >= 0 && number <= OUT_OF_RANGE ? number : OUT_OF_RANGE;
}

/** What a field of a number with decimals contains; -1, which the desk refuses, for anything else. */
function decimal(text: string): number {
  const number = Number(text.trim() || Number.NaN);
  return Number.isFinite(number) ? number : -1;
}

/** The profile as its form has it. The k belongs to reciprocal ranks alone. */
export function filledInProfile(form: FormData, before: SearchProfile): SearchProfile {
  const fusion = FORMULAS.find((one) => one === form.get('fusion')) ?? before.fusion;
  const minimum = fieldText(form, 'minimum').trim();
  return {
    id: before.id,
    lexical: whole(fieldText(form, 'lexical')),
    dense: whole(fieldText(form, 'dense')),
    fusion,
    k: fusion === 'reciprocal_rank' ? decimal(fieldText(form, 'k')) : null,
    weights: [decimal(fieldText(form, 'weight-words')), decimal(fieldText(form, 'weight-meaning'))],
    rerank: whole(fieldText(form, 'rerank')),
    results: fieldText(form, 'results').split(',').map(whole),
    minimum: minimum === '' ? null : decimal(minimum),
  };
}

/** The settings with one profile replaced. */
export function withProfile(settings: SearchProfiles, profile: SearchProfile): SearchProfiles {
  const profiles = settings.profiles.map((one) => (one.id === profile.id ? profile : one));
  return { ...settings, profiles };
}

/** Whether a profile differs from the one of the same name that comes with the program. */
export function isChanged(profile: SearchProfile, shipped: SearchProfiles): boolean {
  const ours = shipped.profiles.find(({ id }) => id === profile.id);
  return ours !== undefined && !isSame(ours, profile);
}

function isSame(one: SearchProfile, other: SearchProfile): boolean {
  const values = ({ weights, results, ...rest }: SearchProfile) => [
    rest.lexical,
    rest.dense,
    rest.fusion,
    rest.k,
    rest.rerank,
    rest.minimum,
    ...weights,
    ...results,
  ];
  const [left, right] = [values(one), values(other)];
  return left.length === right.length && left.every((value, at) => value === right[at]);
}

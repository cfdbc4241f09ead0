import { desk } from './ko/desk';
import { review } from './ko/review';
import { terms } from './ko/terms';
import { work } from './ko/work';

/** Korean: the first language, and the shape that every other one has. */
export const ko = { ...desk, ...terms, ...review, ...work };

export type Messages = typeof ko;

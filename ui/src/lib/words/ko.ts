import { desk } from './ko/desk';
import { law } from './ko/law';
import { review } from './ko/review';
import { terms } from './ko/terms';
import { work } from './ko/work';

/** Korean: the first language, and the shape that every other one has. */
export const ko = { ...desk, ...terms, ...review, ...work, ...law };

export type Messages = typeof ko;

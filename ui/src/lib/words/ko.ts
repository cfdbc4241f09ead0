import { administration } from './ko/administration';
import { desk } from './ko/desk';
import { law } from './ko/law';
import { papers } from './ko/papers';
import { review } from './ko/review';
import { search } from './ko/search';
import { terms } from './ko/terms';
import { work } from './ko/work';

/** Korean: the first language, and the shape that every other one has. */
export const ko = {
  ...desk,
  ...terms,
  ...review,
  ...work,
  ...law,
  ...search,
  ...administration,
  ...papers,
};

export type Messages = typeof ko;

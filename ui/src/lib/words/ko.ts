import { administration } from './ko/administration';
import { ask } from './ko/ask';
import { chat } from './ko/chat';
import { coverage } from './ko/coverage';
import { desk } from './ko/desk';
import { drugData } from './ko/drugData';
import { errors } from './ko/errors';
import { law } from './ko/law';
import { lexicon } from './ko/lexicon';
import { papers } from './ko/papers';
import { patientRecord } from './ko/patientRecord';
import { patients } from './ko/patients';
import { people } from './ko/people';
import { precedents } from './ko/precedents';
import { rereview } from './ko/rereview';
import { prompts } from './ko/prompts';
import { prescription } from './ko/prescription';
import { review } from './ko/review';
import { rules } from './ko/rules';
import { search } from './ko/search';
import { terms } from './ko/terms';
import { work } from './ko/work';

/** Korean: the first language, and the shape that every other one has. */
export const ko = {
  ...desk,
  ...terms,
  ...review,
  ...rereview,
  ...precedents,
  ...people,
  ...patients,
  ...patientRecord,
  ...work,
  ...law,
  ...search,
  ...administration,
  ...drugData,
  ...lexicon,
  ...chat,
  ...prompts,
  ...prescription,
  ...coverage,
  ...rules,
  ...papers,
  ...ask,
  errors,
};

export type Messages = typeof ko;

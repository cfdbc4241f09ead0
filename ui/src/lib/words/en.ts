import { administration } from './en/administration';
import { ask } from './en/ask';
import { chat } from './en/chat';
import { coverage } from './en/coverage';
import { desk } from './en/desk';
import { drugData } from './en/drugData';
import { errors } from './en/errors';
import { law } from './en/law';
import { lexicon } from './en/lexicon';
import { papers } from './en/papers';
import { patientRecord } from './en/patientRecord';
import { patients } from './en/patients';
import { people } from './en/people';
import { precedents } from './en/precedents';
import { rereview } from './en/rereview';
import { prompts } from './en/prompts';
import { prescription } from './en/prescription';
import { review } from './en/review';
import { rules } from './en/rules';
import { search } from './en/search';
import { terms } from './en/terms';
import { work } from './en/work';
import type { Messages } from './ko';

/** English: the second language. Names of laws, and what the desk itself writes, stay Korean. */
export const en: Messages = {
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

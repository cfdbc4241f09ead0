import type { ChatPreset, ChatRole, ThinkingRole } from '../backend/types';

/** The thinking roles in the order they are played. */
export const ROLES: readonly ThinkingRole[] = [
  'claim_extraction',
  'classification',
  'drafting',
  'verification',
  'query_routing',
  'answering',
  'answer_verification',
  'correction',
  'judging',
  'query_rewriting',
  'patient_answering',
  'patient_judging',
];

/** The roles of a review. */
export const REVIEW_ROLES: readonly ThinkingRole[] = ROLES.slice(0, 4);

/** The roles of a pharmacist's answer. */
export const PHARMACY_ROLES: readonly ThinkingRole[] = ROLES.slice(4, 9);

/** The roles of a patient's consultation. */
export const CONSULT_ROLES: readonly ThinkingRole[] = ROLES.slice(9);

/** The name of each preset, which is the same in every language. */
export const PRESET_NAME: Record<Exclude<ChatPreset, 'custom' | 'gguf'>, string> = {
  open_ai: 'OpenAI',
  ollama: 'Ollama',
  llama_cpp: 'llama.cpp',
  vllm: 'vLLM',
  lm_studio: 'LM Studio',
};

/** The usual address of each preset's server. */
export const USUAL_ADDRESS: Record<ChatPreset, string> = {
  open_ai: 'https://api.openai.com/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  llama_cpp: 'http://127.0.0.1:8080/v1',
  vllm: 'http://127.0.0.1:8000/v1',
  lm_studio: 'http://127.0.0.1:1234/v1',
  custom: '',
  gguf: '',
};

/** One line of the table of roles. */
export interface RoleLine {
  endpoint: string;
  model: string;
  seconds: number;
}

/** The line of a role. A role without a server is empty. */
export function lineOf(roles: readonly ChatRole[], role: ThinkingRole): RoleLine {
  const set = roles.find((one) => one.role === role);
  return set
    ? { endpoint: set.endpoint, model: set.model, seconds: set.timeout_s }
    : { endpoint: '', model: '', seconds: 60 };
}

/**
 * The roles as the table sets them. Settings that the table lacks stay unchanged. `null` where a role has a server and
 * no model.
 */
export function rolesFrom(
  before: readonly ChatRole[],
  line: (role: ThinkingRole) => RoleLine,
): ChatRole[] | null {
  const roles: ChatRole[] = [];
  for (const role of ROLES) {
    const { endpoint, model, seconds } = line(role);
    if (endpoint === '') continue;
    if (model.trim() === '') return null;
    const usual: ChatRole = {
      role,
      endpoint,
      model,
      temperature: 0,
      most_tokens: 1500,
      timeout_s: seconds,
      tokens_per_day: null,
      fallback: null,
    };
    const known = before.find((one) => one.role === role);
    roles.push({ ...usual, ...known, endpoint, model: model.trim(), timeout_s: seconds });
  }
  return roles;
}

import { expect, it } from 'vitest';
import type { ChatRole } from '../backend/types';
import { lineOf, ROLES, type RoleLine, rolesFrom } from './roles';

const role: ChatRole = {
  role: 'drafting',
  endpoint: 'local',
  model: 'small',
  temperature: null,
  most_tokens: 700,
  timeout_s: 20,
  tokens_per_day: 9000,
  fallback: null,
};

function lines(over: Partial<Record<ChatRole['role'], RoleLine>>) {
  const none: RoleLine = { endpoint: '', model: '', seconds: 60 };
  return (one: ChatRole['role']): RoleLine => over[one] ?? none;
}

it('shows what is set, and nothing where the rules play alone', () => {
  expect(lineOf([role], 'drafting')).toEqual({ endpoint: 'local', model: 'small', seconds: 20 });
  expect(lineOf([role], 'verification').endpoint).toBe('');
});

it('keeps what the table does not show', () => {
  const changed = rolesFrom(
    [role],
    lines({ drafting: { endpoint: 'spare', model: ' big ', seconds: 30 } }),
  );
  expect(changed).toEqual([{ ...role, endpoint: 'spare', model: 'big', timeout_s: 30 }]);
});

it('leaves roles without a server to the rules, and refuses one without a model', () => {
  expect(rolesFrom([role], lines({}))).toEqual([]);
  expect(
    rolesFrom([], lines({ drafting: { endpoint: 'local', model: ' ', seconds: 60 } })),
  ).toBeNull();
  const line = { endpoint: 'local', model: 'm', seconds: 60 };
  const all = rolesFrom([], lines(Object.fromEntries(ROLES.map((one) => [one, line]))));
  expect(all?.map((one) => one.role)).toEqual([...ROLES]);
});

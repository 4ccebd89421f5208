import { expect, test } from 'vitest';
import type { z } from 'zod';
import { actorOf, eventEvents, filterChoices, matchingEvents } from '#domain/audit/eventRow.ts';
import { eventDefinitions } from '#domain/events.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';

type Def = { type: string; entries?: object; values?: unknown[]; options?: Schema[]; innerType?: Schema; out?: Schema };
type Schema = { def: Def; shape?: Record<string, Schema> };

/** The values that a field can have; none for one that people write. */
const valuesOf = ({ def }: Schema): string[] => [
  ...Object.values(def.entries ?? {}),
  ...(def.type === 'literal' ? (def.values ?? []) : []).filter((value) => typeof value === 'string'),
  ...[...(def.options ?? []), ...[def.innerType, def.out].flatMap((inner) => inner ?? [])].flatMap(valuesOf),
];
const objectsIn = (schema: Schema): Schema[] =>
  schema.shape ? [schema] : (schema.def.options ?? []).flatMap((option) => objectsIn(option));

const chosen = Object.values(eventDefinitions).flatMap(({ schema }: { schema: z.ZodType }) =>
  objectsIn(schema as never as Schema).flatMap(({ shape }) =>
    Object.entries(shape ?? {}).flatMap(([name, field]) => valuesOf(field).map((value) => ({ name, value }))),
  ),
);

/** Also those that a provider or the catalogue names. */
const NAMED = [
  { name: 'reason', value: 'product_not_received' },
  { name: 'reason', value: 'a_code_of_tomorrow' },
  { name: 'kind', value: 'payment.paid' },
  { name: 'franchise', value: 'unofficial3dprinted' },
  { name: 'country', value: 'NL' },
  { name: 'cause', value: 'providerFact' },
  { name: 'call', value: 'exportEvents' },
];
const CODE = /[a-z][A-Z]|[_.]|\d|^[A-Z]+$/;

test('finds the values of the events', () => {
  expect(chosen).toEqual(expect.arrayContaining([{ name: 'category', value: 'DAMAGED' }]));
  expect(chosen.length).toBeGreaterThan(100);
});

test.each([...new Map([...chosen, ...NAMED].map((one) => [`${one.name} ${one.value}`, one])).values()])(
  'writes the value of $name $value in words',
  ({ name, value }) => {
    const details = eventEvents({ data: { [name]: value } }, undefined, LABELS);
    expect(details.replace('3D', '')).not.toMatch(CODE);
  },
);

test.each([
  ['reason', 'product_not_received', 'reason The item did not arrive'],
  ['reason', 'SHIPPING_ISSUES', 'reason Shipping issues'],
  ['category', 'DAMAGED', 'category Damaged in transit'],
  ['why', 'unknownAddress', 'why no account has this address'],
  ['why', 'buyerGone', 'why buyer gone'],
  ['franchise', 'unofficial3dprinted', 'franchise Unofficial 3D Printed Miniatures'],
  ['kind', 'lateClaim', 'kind Late claim'],
  ['username', 'darkKnight', 'username darkKnight'],
  ['carrier', 'DHL', 'carrier DHL'],
])('writes %s %s as “%s”', (name, value, words) => {
  expect(eventEvents({ data: { [name]: value } }, undefined, LABELS)).toBe(words);
});

const ELENA = 'e'.repeat(32);
const signIn = (type: string) => ({
  type,
  recordedAt: '2026-11-24T10:00:00.000Z',
  actor: { id: 'system', role: 'system' },
  data: { at: 1, accountId: ELENA, way: 'credentials' },
});

test('names the account that signed in or was refused access as the actor, of a refused sign-in the system', () => {
  const events = ['SignInSucceeded', 'AccessRefused', 'SignInRefused'].map(signIn);
  expect(events.map((event) => actorOf(event, events[0]))).toEqual(['member', 'member', 'system']);
  expect(filterChoices(events).actors).toEqual(['member', 'system']);
});

test('finds an event by its words and by its stored code', () => {
  const events = [signIn('SignInSucceeded')];
  const finds = (text: string) => matchingEvents(events, { text, actor: '', type: '' }, LABELS).length;
  expect(['signed in by password', 'credentials', ELENA, 'passkey'].map(finds)).toEqual([1, 1, 1, 0]);
});

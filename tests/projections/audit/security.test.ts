import { beforeAll, expect, test } from 'vitest';
import { type SecurityKind, securityPage, securityQuery } from '#application/contract/audit.ts';
import type { Viewer } from '#domain/access/right.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { Role } from '#domain/shared/actor.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { security } from '#projections/audit/security/projection.ts';
import { securityEvents } from '#projections/audit/security/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave } from '../transactions/transactionRows.ts';

const database = useDatabase();
const NETWORK = 'c'.repeat(32);
const ELSEWHERE = 'd'.repeat(32);
const ADDRESS = 'f'.repeat(32);

const came = (hour: number, network = NETWORK): DomainEvent => ({
  type: 'SignInSucceeded',
  data: { at: NOW + hour * HOUR, accountId: BUYER, way: 'credentials', secondFactor: false, network, times: 1 },
});
const refused = (hour: number, accountId: string | null): DomainEvent => ({
  type: 'SignInRefused',
  data: {
    at: NOW + hour * HOUR,
    accountId,
    way: 'credentials',
    why: accountId === null ? 'unknownAddress' : 'wrongCredentials',
    network: NETWORK,
    address: ADDRESS,
    times: 10,
  },
});
const sealed: DomainEvent = {
  type: 'AccessRefused',
  data: { at: NOW + 3 * HOUR, accountId: BUYER, call: 'GET audit/ledger', why: 'role', network: ELSEWHERE, times: 1 },
};
const granted: DomainEvent = {
  type: 'RoleGranted',
  data: { at: NOW + 4 * HOUR, role: 'staff', grantedBy: SELLER },
};
const HISTORY = interleave({
  [`account-${BUYER}`]: [registered({ username: 'Bea', email: 'bea@example.com' }), granted],
  [`account-${SELLER}`]: [registered({ username: 'sam', email: 'sam@example.com' })],
  [`security-${BUYER}`]: [refused(0, BUYER), came(1), sealed],
  [`security-${NETWORK}`]: [refused(2, null)],
});

beforeAll(() => fill(database.knex, [accounts, security], HISTORY));

const asReader = (role: Role): Viewer => ({ id: 'e'.repeat(32), roles: ['member', role] });
const found = (query: object = {}, role: Role = 'auditor') =>
  securityEvents(database.knex, securityQuery.parse(query), asReader(role));
const types = async (query: object = {}) => (await found(query)).facts.map(({ type }) => type);

test('lists all events, newest first, with their accounts', async () => {
  const all = await found();
  expect(securityPage.parse(all)).toEqual(all);
  expect(all.facts.map(({ type, account }) => [type, account?.username ?? null])).toEqual([
    ['RoleGranted', 'Bea'],
    ['AccessRefused', 'Bea'],
    ['SignInRefused', null],
    ['SignInSucceeded', 'Bea'],
    ['SignInRefused', 'Bea'],
  ]);
  expect(all.facts[2]).toMatchObject({ why: 'unknownAddress', network: NETWORK, address: ADDRESS, times: 10 });
});

test('filters by kind', async () => {
  const kinds: [SecurityKind, string[]][] = [
    ['signIns', ['SignInSucceeded']],
    ['refusedSignIns', ['SignInRefused', 'SignInRefused']],
    ['refusedAccess', ['AccessRefused']],
    ['roles', ['RoleGranted']],
    ['secrets', []],
    ['standing', []],
  ];
  for (const [kind, expected] of kinds) expect(await types({ kind }), kind).toEqual(expected);
});

test('filters by name, id or hashed address', async () => {
  for (const who of ['bea', BUYER]) expect((await found({ who })).totalCount, who).toBe(4);
  expect(await types({ who: ELSEWHERE })).toEqual(['AccessRefused']);
  expect((await found({ who: NETWORK })).totalCount).toBe(3);
  expect((await found({ who: ADDRESS })).totalCount).toBe(2);
  expect(await types({ who: "x' OR 1=1" })).toEqual([]);
});

test('finds a network or an address by the beginning of its hash, of six characters or more', async () => {
  for (const who of ['dddddd', 'DDDDDDDD', 'dddddddd…'])
    expect(await found({ who }), who).toMatchObject({ about: 'digest', totalCount: 1 });
  expect(await found({ who: 'ffffff' })).toMatchObject({ about: 'digest', totalCount: 2 });
  expect(await found({ who: 'ddddd' })).toMatchObject({ about: 'nobody', totalCount: 0 });
});

test('says whom a name means', async () => {
  const about = async (who: string) => (await found({ who })).about;
  expect([await about(''), await about('bea'), await about('zz'), await about('abcdef')]).toEqual([
    'everybody',
    'person',
    'nobody',
    'digest',
  ]);
});

test('filters by e-mail address for an admin, but not for an auditor, who needs a reason to read it', async () => {
  const who = 'BEA@example.com';
  expect((await found({ who }, 'admin')).totalCount).toBe(4);
  expect((await found({ who }, 'auditor')).totalCount).toBe(0);
});

test('filters by time, in pages', async () => {
  const at = (hour: number) => new Date(NOW + hour * HOUR).toISOString();
  expect(await types({ from: at(1), to: at(3) })).toEqual(['SignInRefused', 'SignInSucceeded']);
  expect(await found({ limit: 2 })).toMatchObject({ totalCount: 5, hasMore: true });
  expect((await found({ limit: 2, page: 3 })).facts).toHaveLength(1);
});

test('stores no name and no e-mail address', async () => {
  const kept = JSON.stringify(await contentsOf(database.knex, security));
  for (const word of ['Bea', 'bea@', 'sam']) expect(kept).not.toContain(word);
});

test('is the same in any batching', async () => {
  const whole = await contentsOf(database.knex, security);
  await database.knex.raw('DROP SCHEMA read_security CASCADE');
  await fill(database.knex, [security], HISTORY, [1]);
  expect(await contentsOf(database.knex, security)).toEqual(whole);
});

import { beforeAll, expect, test } from 'vitest';
import type { RefusalsPage, WorkPage } from '#application/contract/work.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { paid } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let sold: Sold;
beforeAll(async () => {
  [buyer, seller, clerk, auditor] = await Promise.all([
    market().member('wbuyer'),
    market().seller('wseller'),
    market().staff('wclerk'),
    market().member('wauditor'),
  ]);
  await market().grant(auditor, 'auditor');
  sold = await paid(buyer, seller);
  await market().settle();
});

type Work = {
  name?: string;
  kind?: string;
  outcome?: string;
  stream?: string | null;
  askedAgo?: number;
  dueAgo?: number;
};

/** Work as the parts that act write it down. */
const write = async ({ name = 'payouts', kind = 'job', outcome = 'waiting', stream, askedAgo = 0, dueAgo }: Work) => {
  const now = market().marketplace.clock!.now();
  const row = { kind, name, ref: `${name}:${newId()}`, stream: stream ?? null, outcome, attempts: 2 };
  const reason = outcome === 'waiting' ? null : 'ProviderUnavailable';
  const later = outcome === 'failed' ? now + 60_000 : null;
  const next_at = dueAgo === undefined ? later : now - dueAgo;
  await market()
    .marketplace.db('effects')
    .insert({ ...row, reason, first_at: now - askedAgo, at: now, next_at });
};
const SENTENCE = /^[A-Z].* .* /;
const work = async (reader: Member, query = '') => (await reader.get(`audit/work${query}`)).body as WorkPage;
const refusals = async (reader: Member, query = '') =>
  (await reader.get(`audit/refusals${query}`)).body as RefusalsPage;

test('lists what waits, failed or was given up over all sales, the failed first, then the longest waiting', async () => {
  const stream = `transaction-${sold.id}`;
  await write({ stream, askedAgo: 60_000 });
  await write({ stream: null, name: 'push', askedAgo: 3_600_000 });
  await write({ stream, name: 'refunds', outcome: 'failed', askedAgo: 5_000 });
  await write({ stream, name: 'refund', kind: 'providerCall', outcome: 'dead', askedAgo: 7_000 });
  await write({ stream, name: 'refunds', outcome: 'done' });
  const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
  const { work: all, kinds } = await work(auditor);
  const own = all.filter(({ name }) => ['payouts', 'push', 'refunds', 'refund'].includes(name));
  expect(own.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'refund dead',
    'refunds failed',
    'push waiting',
    'payouts waiting',
  ]);
  expect(own[1]).toMatchObject({
    stream,
    label: expect.stringContaining(transactionId),
    reason: 'ProviderUnavailable',
    attempts: 2,
    nextAt: expect.stringMatching(/Z$/),
    waited: expect.any(Number),
  });
  expect(own[1]!.waited).toBeGreaterThanOrEqual(5_000);
  expect(own[2]).toMatchObject({ stream: null, label: null });
  expect(kinds).toContainEqual({ kind: 'providerCall', name: 'refund', count: 1 });
});

test('tells work whose time has passed from work that is due later', async () => {
  await write({ name: 'lateMail', kind: 'mail', dueAgo: 60_000 });
  await write({ name: 'lateCall', outcome: 'failed', dueAgo: 60_000 });
  await write({ name: 'nextMail', kind: 'mail', dueAgo: -60_000 });
  const { work: all } = await work(auditor);
  const own = all.filter(({ name }) => /^(late|next)/.test(name)).map(({ name, overdue }) => `${name} ${overdue}`);
  expect(own.sort()).toEqual(['lateCall true', 'lateMail true', 'nextMail false']);
});

test('narrows the work to a kind or a name, and pages through it', async () => {
  const of = async (query: string) => (await work(clerk, query)).work.map(({ kind, name }) => `${kind} ${name}`);
  expect(new Set(await of('?kind=providerCall'))).toEqual(new Set(['providerCall refund']));
  expect(await of('?kind=job:push')).toEqual(['job push']);
  const first = await work(clerk, '?limit=1');
  expect(first).toMatchObject({ hasMore: true, work: [{ name: 'refund' }] });
  expect(first.totalCount).toBeGreaterThanOrEqual(4);
  expect((await work(clerk, '?limit=1&page=2')).work).toMatchObject([{ name: 'refunds' }]);
  expect(await clerk.get('audit/work?kind=dreams')).toMatchObject({
    status: 400,
    body: { errors: { kind: expect.any(String) } },
  });
});

test('lists refused commands of all sales with their reason and who sent them', async () => {
  expect((await buyer.post(`transaction/${sold.id}/confirm-delivery`)).status).toBeGreaterThanOrEqual(400);
  const found = await eventually(async () => {
    const page = await refusals(auditor);
    return page.refusals.length > 0 && page;
  });
  expect(found.refusals[0]).toMatchObject({
    actor: 'buyer',
    username: 'wbuyer',
    stream: `transaction-${sold.id}`,
    code: expect.any(String),
    message: expect.stringMatching(SENTENCE),
  });
  const { command } = found.refusals[0]!;
  expect(found.kinds).toContainEqual({ kind: 'refusal', name: command, count: expect.any(Number) });
  expect((await refusals(auditor, `?command=${command}`)).refusals.length).toBeGreaterThan(0);
  expect(await refusals(auditor, '?command=FeedTheDragon')).toMatchObject({ refusals: [], totalCount: 0 });
  expect((await auditor.get('audit/refusals?command=1')).status).toBe(400);
});

test('shows members nothing, staff no closed histories, and a party nothing of the own sale', async () => {
  await write({ stream: `security-${buyer.id}`, name: 'secretWork' });
  const names = async (reader: Member) => (await work(reader)).work.map(({ name }) => name);
  for (const path of ['audit/work', 'audit/refusals']) {
    expect((await market().client().get(path)).status).toBe(401);
    expect((await buyer.get(path)).status).toBe(403);
  }
  expect(await names(clerk)).not.toContain('secretWork');
  expect(await names(auditor)).toContain('secretWork');
  await market().grant(seller, 'auditor');
  await market().settle();
  const theirs = await work(seller);
  expect(theirs.work.filter(({ stream }) => stream === `transaction-${sold.id}`)).toEqual([]);
  expect(theirs.kinds.map(({ name }) => name)).not.toContain('refund');
  expect((await refusals(seller)).refusals).toEqual([]);
});

import { beforeAll, expect, test } from 'vitest';
import type { CounterfactualAnswer } from '#application/contract/audit.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let disputed: Sold;

const RANGE = { from: '2020-01-01', to: '2999-12-31' };
const ask = (reader: Pick<Member, 'get'>, query: Record<string, string> = {}) =>
  reader.get('audit/counterfactual', { ...RANGE, ...query });
const answer = async (reader: Member, query: Record<string, string> = {}): Promise<CounterfactualAnswer> =>
  succeeded(await ask(reader, query), 'counterfactual');

beforeAll(async () => {
  [buyer, seller, clerk, auditor] = await Promise.all([
    market().member('cbuyer'),
    market().seller('cseller'),
    market().staff('cclerk'),
    market().member('cauditor'),
  ]);
  await market().grant(auditor, 'auditor');
  await shipped(buyer, seller);
  disputed = await shipped(clerk, seller);
  const claim = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
  succeeded(await clerk.post(`transaction/${disputed.id}/dispute`, claim), 'dispute');
  await market().settle();
});

test('only auditors, staff and admins may ask', async () => {
  expect((await ask(market().client())).status).toBe(401);
  for (const somebody of [buyer, seller]) expect((await ask(somebody)).status).toBe(403);
  for (const reader of [auditor, clerk]) expect((await ask(reader)).status).toBe(200);
});

test('the same terms change nothing', async () => {
  expect(await answer(auditor)).toMatchObject({
    sales: 2,
    differing: 0,
    otherSums: 0,
    taken: 0,
    complete: true,
    listed: [],
  });
});

test('other terms change the course, with a hash that the same question has again', async () => {
  const first = await answer(auditor, { set: 'feePercent=10%' });
  expect([first.sales, first.differing]).toEqual([2, 2]);
  expect(first.listed.find(({ transactionId }) => transactionId === disputed.id)).toMatchObject({
    revision: 0,
    was: { type: 'TransactionCreated' },
    would: { type: 'TransactionCreated' },
  });
  expect(first.command).toContain('--set feePercent=10% --from 2020-01-01 --to 2999-12-31 --until ');
  expect((await answer(auditor, { set: 'feePercent=10%', until: first.until })).hash).toBe(first.hash);
  expect((await answer(auditor, { set: 'feePercent=11%', until: first.until })).hash).not.toBe(first.hash);
});

test('the answer has no personal data', async () => {
  const text = JSON.stringify(await answer(auditor, { set: 'escrowPeriod=1h' }));
  for (const personal of ['broken wing', 'Lange Straat', 'cbuyer', buyer.id, seller.id, clerk.id])
    expect(text).not.toContain(personal);
});

test('staff do not see their own sale among those listed', async () => {
  const listed = (await answer(clerk, { set: 'feePercent=10%' })).listed.map(({ transactionId }) => transactionId);
  expect(listed).toHaveLength(1);
  expect(listed).not.toContain(disputed.id);
});

test('a refused value is named by the words of its term', async () => {
  expect((await ask(auditor, { set: 'escrowPeriod=abc' })).body.message).toMatch(
    /^“Escrow period” must be a number with d/,
  );
});

test.each([
  [{ set: 'escrowTime=20d' }, 'termUnknown'],
  [{ set: 'escrowPeriod=20' }, 'termInvalid'],
  [{ set: 'escrowPeriod' }, 'termInvalid'],
  [{ set: '__proto__=1' }, 'termUnknown'],
  [{ from: '2026-02-02', to: '2026-02-01' }, 'rangeInvalid'],
  [{ from: '2026-02-31' }, 'invalidInput'],
  [{ until: 'soon' }, 'invalidInput'],
  [{ set: 'x'.repeat(2_000) }, 'invalidInput'],
])('%j is refused with %s', async (query, code) => {
  const reply = await ask(auditor, query as Record<string, string>);
  expect([reply.status, reply.body.code]).toEqual([400, code]);
});

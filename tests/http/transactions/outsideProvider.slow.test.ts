import { beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { expectAllRowsAsTheEventsSay } from '#tests/support/readModels.ts';
import { type Sold, sales } from '../sale.ts';
import { watchList } from '../watching.ts';

/** Refunds that the provider cannot make are paid by bank transfer, over real HTTP. */
const market = useMarketplace();
const { becomes, paid } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let colleague: Member;
beforeAll(async () => {
  [buyer, seller, clerk, colleague] = await Promise.all([
    market().member('obuyer'),
    market().seller('oseller'),
    market().staff('oclerk'),
    market().staff('ocolleague'),
  ]);
});
const {
  post,
  sale: transaction,
  facts: events,
  days,
  wait,
  told,
  queued,
} = watchList(market, () => ({ buyer, seller, clerk, colleague }));

const SETTLE = 'outside/settle';
const TRANSFER = {
  what: 'refund',
  reference: 'Reliquary refund 58',
  rationale: 'The card is closed; called the buyer',
};
const provider = () => market().marketplace.provider.controls;
const fileOf = async ({ id }: Sold, by = clerk) => (await by.get(`staff/cases/${id}`)).body;

/** Cancelled, and every refund attempt has failed. */
const failedForGood = async (price?: string): Promise<Sold> => {
  provider().failRefunds(99);
  const sold = await paid(buyer, seller, price);
  succeeded(await post(buyer, sold, 'cancel'), 'cancelling');
  await market().settle();
  await days(8);
  await eventually(async () => {
    const { state, retryAt } = (await transaction(sold)).refund;
    return state === 'failed' && retryAt === null;
  });
  await queued(sold, 'refundFailed');
  provider().failRefunds(0);
  return sold;
};

test('staff record a bank transfer: the sale ends, the buyer is notified, and the books balance', async () => {
  const sold = await failedForGood();
  expect((await fileOf(sold)).owedOutside).toEqual([
    { what: 'refund', to: 'buyer', amount: 58.25, needsConfirmation: false },
  ]);
  expect((await transaction(sold, clerk)).allowed).toContain('SettleOutsideProvider');
  for (const party of [buyer, seller]) expect((await post(party, sold, SETTLE, TRANSFER)).status).toBe(403);

  for (const [wrong, field] of [
    [{ ...TRANSFER, reference: ' ' }, 'reference'],
    [{ ...TRANSFER, reference: 'x'.repeat(141) }, 'reference'],
    [{ ...TRANSFER, reference: 'to NL91 ABNA 0417 1643 00' }, 'reference'],
    [{ ...TRANSFER, rationale: '' }, 'rationale'],
    [{ ...TRANSFER, rationale: 'x'.repeat(1_001) }, 'rationale'],
    [{ ...TRANSFER, what: 'duplicate' }, 'paymentId'],
    [{ ...TRANSFER, what: 'all of it' }, 'what'],
  ] as const) {
    const refused = await post(clerk, sold, SETTLE, wrong);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
  }
  const nothing = await post(clerk, sold, SETTLE, { ...TRANSFER, what: 'kept' });
  expect([nothing.status, nothing.body.code]).toEqual([409, 'nothingOwed']);

  const settled = await post(clerk, sold, SETTLE, TRANSFER);
  expect([settled.status, settled.body.message]).toEqual([200, 'Bank transfer recorded']);
  await becomes(buyer, sold, 'REFUNDED');
  const lastTwo = (await events(sold)).slice(-2);
  expect(lastTwo).toEqual(['SettledOutsideProvider', 'RefundCompleted']);
  await told(sold, /^Sent by bank transfer: €58\.25/, ['obuyer']);
  await told(sold, /^Refunded:/, []);
  const again = await post(clerk, sold, SETTLE, TRANSFER);
  expect([again.status, again.body.code]).toEqual([409, 'settledAlready']);

  const { tAccounts, cases, statements } = await fileOf(sold);
  expect(tAccounts).toMatchObject([{ captured: 58.25, refunded: 58.25, held: 0, difference: 0 }]);
  expect(cases).toEqual([]);
  expect(statements.map(({ event }: { event: string }) => event)).toContain('SettledOutsideProvider');
  await expectAllRowsAsTheEventsSay(market().config);
});

test('both parties read the reference in the timeline; it is stored encrypted', async () => {
  const sold = await failedForGood();
  succeeded(await post(clerk, sold, SETTLE, TRANSFER), 'settling');
  for (const party of [buyer, seller]) {
    const { paymentHistory } = await transaction(sold, party);
    const entry = paymentHistory.find(({ event }: { event: string }) => event === 'SettledOutsideProvider');
    expect(entry.detail).toBe('€58.25 was sent to the buyer by bank transfer (“Reliquary refund 58”)');
  }
  const { rows } = await market().marketplace.db.raw('SELECT * FROM events WHERE stream = ?', [
    `transaction-${sold.id}`,
  ]);
  const stored = JSON.stringify(rows);
  expect(stored).toContain('SettledOutsideProvider');
  expect(stored).not.toMatch(/Reliquary refund 58|The card is closed/);
});

test('another person answers a transfer with another one, which the first person confirms', async () => {
  const sold = await failedForGood('600.00');
  succeeded(await post(clerk, sold, SETTLE, TRANSFER), 'proposing');
  const { settlementId } = (await fileOf(sold, colleague)).pendingSettlement;
  const other = { ...TRANSFER, settlementId, reference: 'Reliquary refund 59', reason: 'The reference is of sale 59' };
  const counter = (by: Member, changed: object = {}) => post(by, sold, 'outside/counter', { ...other, ...changed });
  expect((await counter(clerk)).body.code).toBe('ownDecision');
  for (const party of [buyer, seller]) expect((await counter(party)).status).toBe(403);
  for (const [wrong, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ rationale: '' }, 'rationale'],
    [{ reference: 'to NL91 ABNA 0417 1643 00' }, 'reference'],
    [{ what: 'duplicate' }, 'paymentId'],
    [{ settlementId: '' }, 'settlementId'],
  ] as const) {
    const refused = await counter(colleague, wrong);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
  }
  expect((await counter(colleague, { what: 'kept' })).body.code).toBe('nothingOwed');
  expect((await counter(colleague, { settlementId: 'another' })).body.code).toBe('decisionChanged');

  const answered = await counter(colleague);
  expect([answered.status, answered.body.message]).toEqual([
    200,
    'Bank transfer proposed. A second member of staff must confirm it.',
  ]);
  expect((await events(sold)).slice(-2)).toEqual(['OutsideSettlementRejected', 'OutsideSettlementProposed']);
  const { pendingSettlement } = await fileOf(sold);
  expect(pendingSettlement).toMatchObject({ reference: 'Reliquary refund 59', proposedBy: { _id: colleague.id } });
  const confirm = (by: Member) => post(by, sold, 'outside/confirm', { settlementId: pendingSettlement.settlementId });
  expect((await confirm(colleague)).body.code).toBe('ownDecision');
  succeeded(await confirm(clerk), 'confirming');
  await becomes(buyer, sold, 'REFUNDED');
});

test('another person confirms a transfer above €500; a provider message ends the proposal', async () => {
  const sold = await failedForGood('600.00');
  const proposed = await post(clerk, sold, SETTLE, TRANSFER);
  expect([proposed.status, proposed.body.message]).toEqual([
    200,
    'Bank transfer proposed. A second member of staff must confirm it.',
  ]);
  await queued(sold, 'confirmation');
  const { pendingSettlement } = await fileOf(sold, colleague);
  expect(pendingSettlement).toMatchObject({
    to: 'buyer',
    reference: 'Reliquary refund 58',
    rationale: TRANSFER.rationale,
  });
  const { settlementId } = pendingSettlement;
  expect((await post(clerk, sold, 'outside/confirm', { settlementId })).body.code).toBe('ownDecision');
  expect((await post(clerk, sold, SETTLE, TRANSFER)).body.code).toBe('settlementProposed');

  succeeded(await post(colleague, sold, 'refund/retry'), 'another try');
  await wait(HOUR);
  await becomes(buyer, sold, 'REFUNDED');
  const late = await post(colleague, sold, 'outside/confirm', { settlementId });
  expect([late.status, late.body.code]).toEqual([409, 'notNow']);
  await told(sold, /^Refunded: €/, ['obuyer']);
});

test('a confirmed transfer keeps the proposed details and closes the case', async () => {
  const sold = await failedForGood('600.00');
  succeeded(await post(clerk, sold, SETTLE, TRANSFER), 'proposing');
  const taken = (await fileOf(sold)).pendingSettlement.settlementId;
  succeeded(
    await post(clerk, sold, 'outside/reject', { settlementId: taken, reason: 'Another account' }),
    'taking back',
  );
  succeeded(await post(clerk, sold, SETTLE, TRANSFER), 'proposing again');
  const { settlementId } = (await fileOf(sold)).pendingSettlement;
  expect(settlementId).not.toBe(taken);
  succeeded(await post(colleague, sold, 'outside/confirm', { settlementId }), 'confirming');
  await becomes(buyer, sold, 'REFUNDED');
  const { paymentHistory } = await transaction(sold);
  expect(paymentHistory.at(-2).detail).toContain('(“Reliquary refund 58”)');
});

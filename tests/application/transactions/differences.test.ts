import { beforeEach, describe, expect, test } from 'vitest';
import type { ProviderObject } from '#application/ports/payments.ts';
import { lostBy } from '#application/transactions/differences.ts';
import { transactionCommands } from '#application/transactions/transactions.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { memoryBankPhotos } from '#tests/support/bankPhotos.ts';
import { fact, paid, people, TOTAL } from '../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../policies/stage.ts';

let stage: Stage;
let payment: ProviderObject;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await paid(stage);
  const { paymentId } = await stage.saleState();
  payment = object({ id: paymentId ?? '' });
  stage.payments.objects = [payment];
  for (const id of [CLERK.id, COLLEAGUE.id])
    await stage.given(`account-${id}`, 'RoleGranted', { role: 'staff', grantedBy: 'e'.repeat(32) });
  stage.clock.advance(7 * DAY);
});

const CLERK = { id: '7e'.repeat(16), role: 'staff' } as const;
const COLLEAGUE = { id: '8e'.repeat(16), role: 'staff' } as const;

const object = (changes: Partial<ProviderObject> & { id: string }): ProviderObject => ({
  kind: 'payment',
  reference: changes.id,
  saleId: TRANSACTION,
  amount: TOTAL,
  currency: 'EUR',
  state: 'done',
  createdAt: stage.clock.now(),
  ...changes,
});

const night = async (): Promise<void> => {
  stage.clock.advance(DAY);
  await stage.settle();
  await stage.sweep();
  await stage.settle();
};
const lists = async (...objects: ProviderObject[]): Promise<void> => {
  stage.payments.objects = objects;
  // the changed object gets time to be reported
  await night();
  await night();
};
const told = async (type: 'UnmatchedObjectRecorded' | 'OrphanFactClosed') =>
  (await stage.store.readAll({ limit: 1_000 })).filter((event) => event.type === type);
const cases = async (): Promise<string[]> =>
  (await told('UnmatchedObjectRecorded')).map(({ data }) => (data as { eventId: string }).eventId);
const unmatched = async () => (await stage.reconciliation.last())?.unmatched;

const book = async (caseId: string, actor: typeof CLERK | typeof COLLEAGUE = CLERK) => {
  const { act } = transactionCommands({
    repository: stage.repository,
    clock: stage.clock,
    newId,
    payments: stage.payments,
    evidence: { find: async () => [], keep: async () => undefined },
    bankPhotos: memoryBankPhotos(stage.repository, stage.files),
    reconciliation: stage.reconciliation,
    publicUrl: 'https://market.example',
  });
  const basedOn = (await stage.saleState()).revision;
  const commandId = newId();
  const booked = await act(
    TRANSACTION,
    { type: 'BookDifference', caseId, rationale: 'The provider confirmed it in writing', basedOn },
    { commandId, correlationId: commandId, causationId: commandId, actor },
  );
  return booked.ok ? 'booked' : booked.error.code;
};
const lost = async () => Object.values((await stage.saleState()).differences).map((each) => each.lost);
const platformLoss = async () => (await stage.ledger.read())?.totals.platform_loss ?? 0;

describe('a difference that the nightly reconciliation names', () => {
  test('is booked by staff once; then the next night agrees and closes the case', async () => {
    await lists({ ...payment, amount: TOTAL - 300 });
    expect(await unmatched()).toBe(1);
    const [caseId = ''] = await cases();
    expect(await book(caseId)).toBe('booked');
    expect([await lost(), await platformLoss()]).toEqual([[300], -300]);
    expect(await book(caseId, COLLEAGUE)).toBe('differenceBooked');
    expect(await told('OrphanFactClosed')).toEqual([]);
    await night();
    expect(await unmatched()).toBe(0);
    expect(await told('OrphanFactClosed')).toMatchObject([{ data: { by: 'system' } }]);
    await night();
    expect([await told('OrphanFactClosed'), await cases()]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('makes the books equal to the provider’s', async () => {
    stage.payments.held = TOTAL - 300;
    await lists({ ...payment, amount: TOTAL - 300 });
    const difference = async () => {
      const { totals = {} } = (await stage.ledger.read()) ?? {};
      return stage.payments.held + (totals.psp_clearing ?? 0) + (totals.seller_paid ?? 0);
    };
    expect(await difference()).toBe(-300);
    await book((await cases())[0]!);
    expect(await difference()).toBe(0);
  });

  test('is another case when the object changes again, and what came back is given back', async () => {
    await lists({ ...payment, amount: TOTAL - 300 });
    await book((await cases())[0]!);
    await lists({ ...payment, amount: TOTAL - 500 });
    expect(await book((await cases())[1]!)).toBe('booked');
    expect(await lost()).toEqual([500]);
    await lists(payment);
    expect(await cases()).toHaveLength(3);
    expect(await book((await cases())[2]!)).toBe('booked');
    expect([await lost(), await platformLoss()]).toEqual([[0], 0]);
    await night();
    expect([await unmatched(), (await told('OrphanFactClosed')).length]).toEqual([0, 1]);
  });

  test('of a refund is the part beyond the one that we know', async () => {
    await stage.told(fact(stage, { kind: 'refund.done', refundId: 're_1', providerRefundId: 're_1', amount: 700 }));
    await stage.settle();
    const refund = object({ kind: 'refund', id: 're_1', amount: 900, paymentId: payment.id });
    await lists(payment, refund);
    expect(await book((await cases())[0]!)).toBe('booked');
    expect(await lost()).toEqual([200]);
    await night();
    expect(await unmatched()).toBe(0);
  });

  test('above the limit waits for a colleague', async () => {
    await lists(payment, object({ kind: 'payout', id: 'po_9', reference: 'po_9', amount: 60_000 }));
    const [caseId = ''] = await cases();
    expect(await book(caseId)).toBe('booked');
    expect(await lost()).toEqual([0]);
    expect(await book(caseId)).toBe('ownDecision');
    expect(await book(caseId, COLLEAGUE)).toBe('booked');
    expect(await lost()).toEqual([60_000]);
  });
});

describe('a difference is not booked', () => {
  test.each([
    ['if the provider holds more', { amount: TOTAL + 1 }, 'differenceNotOurs'],
    ['in another currency than our event', { currency: 'USD' }, 'notBookable'],
  ])('%s', async (_, changes, code) => {
    await lists({ ...payment, ...changes });
    expect(await book((await cases())[0]!)).toBe(code);
  });

  test('if our events have caught up', async () => {
    await lists(payment, object({ kind: 'refund', id: 're_1', amount: 700, paymentId: payment.id }));
    expect(await book((await cases())[0]!)).toBe('nothingDiffers');
  });

  test('if the object has changed since, is gone, or belongs to another sale', async () => {
    await lists({ ...payment, amount: TOTAL - 300 });
    const [caseId = ''] = await cases();
    await lists({ ...payment, amount: TOTAL - 400 });
    expect(await book(caseId)).toBe('notBookable');
    await lists();
    expect(await book((await cases()).at(-1)!)).toBe('notBookable');
    await lists({ ...payment, amount: TOTAL - 300, saleId: '9'.repeat(32) });
    expect(await book(caseId)).toBe('notBookable');
    expect(await lost()).toEqual([]);
  });
});

test('every kind of object is compared with the events about it', async () => {
  const history = (await stage.eventsOf(`transaction-${TRANSACTION}`)) as unknown as TransactionEvent[];
  const sum = (changes: Partial<ProviderObject>) => lostBy(object({ id: 'new', amount: 700, ...changes }), { history });
  expect(lostBy(payment, { history })).toBe(0);
  expect(sum({})).toBe(-700);
  expect([sum({ kind: 'refund' }), sum({ kind: 'refund', state: 'failed' })]).toEqual([700, 0]);
  const chargeback = (state: 'open' | 'won' | 'lost') => sum({ kind: 'chargeback', state });
  expect([chargeback('open'), chargeback('won'), chargeback('lost')]).toEqual([0, 0, 700]);
  expect([sum({ kind: 'transfer' }), sum({ kind: 'payout', state: 'failed' })]).toEqual([700, 0]);
});

import { beforeEach, expect, test } from 'vitest';
import { orphanStream } from '#application/orphans.ts';
import { checkedOut, fact, paid, paidFact, people, SESSION } from './scenes.ts';
import { openStage, SALE, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const captures = async () => (await stage.typesOf(`transaction-${SALE}`)).filter((type) => type === 'PaymentCaptured');

test('the same fact told twice counts once [L-038]', async () => {
  await checkedOut(stage);
  const news = paidFact(stage);
  await stage.told(news);
  await stage.told(news);
  await stage.settle();
  await stage.told(news);
  await stage.settle();
  expect(await captures()).toHaveLength(1);
  expect(stage.payments.refunds).toEqual([]);
});

test('the same second payment told under two event ids goes back once [L-038]', async () => {
  await paid(stage);
  const second = { ...paidFact(stage), paymentId: 'payment-2' };
  await stage.told({ ...second, eventId: 'event-a' });
  await stage.settle();
  await stage.told({ ...second, eventId: 'event-b' });
  await stage.settle();
  expect(stage.payments.refunds).toHaveLength(1);
});

test('also when two workers handle it at the same time [L-038]', async () => {
  await checkedOut(stage);
  await stage.told(paidFact(stage));
  await Promise.all([stage.sweep(), stage.sweep(), stage.jobs.runDue()]);
  expect(await captures()).toHaveLength(1);
});

test('a fact that was stored before the process died is handled by the sweep, without its job', async () => {
  await checkedOut(stage);
  await stage.told(paidFact(stage));
  stage.jobs.lose();
  await stage.sweep();
  expect(await captures()).toHaveLength(1);
});

test('"failed" that comes after "paid" changes nothing', async () => {
  await paid(stage);
  await stage.told(fact(stage, { kind: 'payment.failed', sessionId: SESSION, reason: 'declined' }));
  await stage.told(fact(stage, { kind: 'payment.processing', sessionId: SESSION }));
  await stage.settle();
  expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
});

test.each([
  { kind: 'payment.paid', sessionId: SESSION, paymentId: 'payment-2', captured: -4_675, currency: 'EUR' },
  { kind: 'chargeback.opened', chargebackId: 'cb-1', amount: -1 },
  { kind: 'other', name: 'account.review', reference: 'r1', amount: 0.5 },
] as const)('$kind of a sum that cannot be, let in before, is put away and not tried for ever', async (statement) => {
  await paid(stage);
  const before = await stage.typesOf(`transaction-${SALE}`);
  const impossible = fact(stage, statement);
  await stage.told(impossible);
  await stage.settle();
  await stage.sweep();
  expect(stage.providerEvents.outcomes.get(impossible.eventId)).toBe('impossible');
  expect(await stage.typesOf(`transaction-${SALE}`)).toEqual(before);
});

test('a fact that no row knows is recorded as what it is [L-039]', async () => {
  await paid(stage);
  await stage.told(fact(stage, { kind: 'other', name: 'account.review', reference: 'r1', amount: 5 }));
  await stage.settle();
  expect(await stage.typesOf(`transaction-${SALE}`)).toContain('ProviderFactRecorded');
  expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
});

test('a fact of a sale that does not exist is kept for staff, and raises an alarm', async () => {
  const orphan = { ...paidFact(stage), transactionId: '9'.repeat(32) };
  await stage.told(orphan);
  await stage.settle();
  expect(stage.providerEvents.outcomes.get(orphan.eventId)).toBe('orphan');
  expect(await stage.typesOf(orphanStream(orphan.eventId))).toEqual(['OrphanFactRecorded']);
  expect(stage.log.lines.some(({ level, details }) => level === 'error' && details.event === orphan.eventId)).toBe(
    true,
  );
});

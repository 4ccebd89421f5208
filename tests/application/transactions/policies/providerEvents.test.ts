import { beforeEach, describe, expect, test } from 'vitest';
import { unmatchedEventStream } from '#application/streams/streamNames.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { checkedOut, fact, paid, paidEvent, people, SESSION } from '../../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const captures = async () =>
  (await stage.typesOf(`transaction-${TRANSACTION}`)).filter((type) => type === 'PaymentCaptured');

test('counts a repeated event once [L-038]', async () => {
  await checkedOut(stage);
  const news = paidEvent(stage);
  await stage.told(news);
  await stage.told(news);
  await stage.settle();
  await stage.told(news);
  await stage.settle();
  expect(await captures()).toHaveLength(1);
  expect(stage.payments.refunds).toEqual([]);
});

test('refunds a second payment once if it is reported under two event ids [L-038]', async () => {
  await paid(stage);
  const second = { ...paidEvent(stage), paymentId: 'payment-2' };
  await stage.told({ ...second, eventId: 'event-a' });
  await stage.settle();
  await stage.told({ ...second, eventId: 'event-b' });
  await stage.settle();
  expect(stage.payments.refunds).toHaveLength(1);
});

test('does so when two workers handle it at once [L-038]', async () => {
  await checkedOut(stage);
  await stage.told(paidEvent(stage));
  await Promise.all([stage.sweep(), stage.sweep(), stage.jobs.runDue()]);
  expect(await captures()).toHaveLength(1);
});

test('handles an event stored before a crash in the sweep, without its job', async () => {
  await checkedOut(stage);
  await stage.told(paidEvent(stage));
  stage.jobs.lose();
  await stage.sweep();
  expect(await captures()).toHaveLength(1);
});

test('ignores "failed" after "paid"', async () => {
  await paid(stage);
  await stage.told(fact(stage, { kind: 'payment.failed', sessionId: SESSION, reason: 'declined' }));
  await stage.told(fact(stage, { kind: 'payment.processing', sessionId: SESSION }));
  await stage.settle();
  expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
});

const payment = { kind: 'payment.paid', sessionId: SESSION, paymentId: 'payment-2' } as const;

describe('an impossible event', () => {
  const told = async (eventId: string) =>
    (await stage.eventsOf(unmatchedEventStream(eventId))).map(({ type, data }) => ({ type, data }));

  test.each([
    ['a negative sum', { ...payment, captured: -4_675, currency: 'EUR' }, '-4675 EUR', 'payment-2'],
    ['nothing at all', { ...payment, captured: 0, currency: 'EUR' }, '0 EUR', 'payment-2'],
    ['a part of a cent', { kind: 'other', name: 'account.review', reference: 'r1', amount: 0.5 }, '0.5', 'r1'],
    ['a currency that there is not', { ...payment, captured: 700, currency: 'ZZQ' }, '700 ZZQ', 'payment-2'],
    ['less than nothing asked back', { kind: 'chargeback.opened', chargebackId: 'cb-1', amount: -1 }, '-1', 'cb-1'],
  ] as const)('%s becomes one case and changes nothing in its transaction', async (_, statement, sum, reference) => {
    await paid(stage);
    const before = await stage.typesOf(`transaction-${TRANSACTION}`);
    const impossible = fact(stage, statement);
    await stage.told(impossible);
    await stage.settle();
    await stage.told(impossible);
    await stage.sweep();
    expect(stage.providerEvents.outcomes.get(impossible.eventId)).toBe('impossible');
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toEqual(before);
    const { eventId } = impossible;
    expect(await told(eventId)).toMatchObject([
      { type: 'ImpossibleFactRecorded', data: { eventId, told: sum, reference, saleId: TRANSACTION } },
    ]);
  });

  test('of an unknown transaction names none', async () => {
    const impossible = { ...fact(stage, { ...payment, captured: -1, currency: 'EUR' }), transactionId: '9'.repeat(32) };
    await stage.told(impossible);
    await stage.settle();
    expect(await told(impossible.eventId)).toMatchObject([{ type: 'ImpossibleFactRecorded', data: { saleId: null } }]);
  });

  test('is treated the same as an answer to a poll', async () => {
    await checkedOut(stage);
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: -1, currency: 'EUR' });
    stage.clock.advance(31 * MINUTE);
    await stage.settle();
    expect(await told(`asked.${SESSION}.paid`)).toMatchObject([{ type: 'ImpossibleFactRecorded' }]);
    expect((await stage.saleState()).captured).toBe(0);
  });
});

test('is recorded as it is if no row knows it [L-039]', async () => {
  await paid(stage);
  await stage.told(fact(stage, { kind: 'other', name: 'account.review', reference: 'r1', amount: 5 }));
  await stage.settle();
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('ProviderFactRecorded');
  expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
});

test('keeps an event of an unknown transaction for staff and raises an alarm', async () => {
  const unmatchedEvent = { ...paidEvent(stage), transactionId: '9'.repeat(32) };
  await stage.told(unmatchedEvent);
  await stage.settle();
  expect(stage.providerEvents.outcomes.get(unmatchedEvent.eventId)).toBe('orphan');
  expect(await stage.typesOf(unmatchedEventStream(unmatchedEvent.eventId))).toEqual(['OrphanFactRecorded']);
  expect(
    stage.log.lines.some(({ level, details }) => level === 'error' && details.event === unmatchedEvent.eventId),
  ).toBe(true);
});

test.each([
  ['in its currency', 'usd', 'USD'],
  ['in euros, which are not named', 'EUR', undefined],
])('keeps the sum of an unmatched event %s', async (_, told, currency) => {
  const unmatchedEvent = fact(stage, { ...payment, captured: 700, currency: told, transactionId: '9'.repeat(32) });
  await stage.told(unmatchedEvent);
  await stage.settle();
  const said = (await stage.eventsOf(unmatchedEventStream(unmatchedEvent.eventId))).map(({ data }) => data);
  expect(said).toMatchObject([{ kind: 'payment.paid', amount: 700, ...(currency && { currency }) }]);
  expect(Object.hasOwn(said[0] ?? {}, 'currency')).toBe(currency !== undefined);
});

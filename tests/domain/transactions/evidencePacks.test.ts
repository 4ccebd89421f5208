import { describe, expect, test } from 'vitest';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import * as s from './scenario.ts';
import { chargeback, command, given, staff, TOTAL, transactionAfter } from './scenario.ts';

const AT = s.SHIPPED_AT + DAY;
const RESPOND_BY = AT + 7 * DAY;
const opened = (details: object = { reason: 'product_not_received', respondBy: RESPOND_BY }) =>
  s.says({ kind: 'chargeback.opened', chargebackId: 'cb-1', amount: TOTAL, ...details }, AT);
const disputed = [...s.shipped, opened()];
const submit = (at: number, pack: object = { shippingTrackingNumber: '3SABC' }, by = staff, chargebackId = 'cb-1') =>
  command('SubmitEvidencePack', by, at, { chargebackId, pack });
const answered = (refused: string | null, at: number, attempt = 1, chargebackId = 'cb-1') =>
  command('RecordEvidencePack', SYSTEM, at, { chargebackId, attempt, refused });
const packOf = (history: Parameters<typeof transactionAfter>[0]) => transactionAfter(history).chargebacks['cb-1']?.pack;

describe('the opening of a chargeback', () => {
  test('keeps the bank’s reason and its last day for evidence', () => {
    const transaction = given(s.shipped)
      .when(opened())
      .emits(['ChargebackOpened', { reason: 'product_not_received', respondBy: RESPOND_BY }]);
    expect(transaction.chargebacks['cb-1']).toEqual({ amount: TOTAL, stands: 'open', respondBy: RESPOND_BY });
  });
  test('keeps them after the payout too', () => {
    const late = s.says(
      { kind: 'chargeback.opened', chargebackId: 'cb-1', amount: TOTAL, reason: 'fraudulent', respondBy: null },
      s.RUN_AT + 9 * DAY,
    );
    const transaction = given(s.completed)
      .when(late)
      .emits(['LateChargebackOpened', { reason: 'fraudulent', respondBy: null }]);
    expect(transaction.chargebacks['cb-1']).toMatchObject({ stands: 'lateOpen', respondBy: null });
  });
  test('stays without them if the provider does not say', () => {
    const transaction = transactionAfter([...s.shipped, opened({})]);
    expect(transaction.chargebacks['cb-1']).toEqual({ amount: TOTAL, stands: 'open' });
  });
});

describe('an evidence pack', () => {
  test('is submitted by staff, without blank texts, and moves no money', () => {
    const before = transactionAfter(disputed);
    const after = given(disputed)
      .when(submit(AT + HOUR, { customerName: 'Ada Buyer', uncategorizedText: '  ' }))
      .emits([
        'EvidencePackSubmitted',
        { chargebackId: 'cb-1', attempt: 1, pack: { customerName: 'Ada Buyer' }, characters: 9, by: staff.id },
      ]);
    expect({ ...after, revision: 0, movedAt: 0, chargebacks: {} }).toEqual({
      ...before,
      revision: 0,
      movedAt: 0,
      chargebacks: {},
    });
  });
  test('is submitted until the last day for evidence', () => {
    given(disputed).when(submit(RESPOND_BY)).emits('EvidencePackSubmitted');
    given(disputed)
      .when(submit(RESPOND_BY + 1))
      .isRejected({ code: 'evidenceNotTaken' });
  });
  test('is rejected if the bank takes none', () => {
    given([...s.shipped, opened({ respondBy: null })])
      .when(submit(AT + HOUR))
      .isRejected({ code: 'evidenceNotTaken' });
  });
  test('is accepted if the last day is unknown: the provider decides', () => {
    given([...s.shipped, opened({})])
      .when(submit(AT + 60 * DAY))
      .emits('EvidencePackSubmitted');
  });
  test('is rejected without a text, and for a chargeback that is unknown or decided', () => {
    for (const pack of [{}, { customerName: ' ' }])
      given(disputed)
        .when(submit(AT + HOUR, pack))
        .isRejected({ code: 'textRequired' });
    given(disputed)
      .when(submit(AT + HOUR, undefined, staff, 'cb-2'))
      .isRejected({ code: 'chargebackNotOpen' });
    given([...disputed, chargeback('won', AT + DAY)])
      .when(submit(AT + 2 * DAY))
      .isRejected({ code: 'notNow' });
  });
  test('names the photos that go along by hash, place and our own name, and needs no text beside them', () => {
    const photos = [
      { place: 'otherDocument', sha256: 'a1'.repeat(32), name: 'sold-1' },
      { place: 'customerCommunication', sha256: 'b2'.repeat(32), name: 'buyer-1' },
    ];
    const withPhotos = (pack: object) => ({ ...submit(AT + HOUR, pack), photos }) as ReturnType<typeof submit>;
    given(disputed)
      .when(withPhotos({ customerName: 'Ada Buyer' }))
      .emits(['EvidencePackSubmitted', { pack: { customerName: 'Ada Buyer' }, characters: 9, photos }]);
    given(disputed)
      .when(withPhotos({}))
      .emits(['EvidencePackSubmitted', { pack: {}, characters: 0, photos }]);
  });
  test('names our receipt by its name and hash, and needs nothing beside it', () => {
    const receipt = { name: 'receipt-7', sha256: 'c3'.repeat(32) };
    const withReceipt = { ...submit(AT + HOUR, {}), receipt } as ReturnType<typeof submit>;
    given(disputed)
      .when(withReceipt)
      .emits(['EvidencePackSubmitted', { pack: {}, receipt }]);
    const { former, schema } = transactionEvents.EvidencePackSubmitted;
    const old = { at: AT, chargebackId: 'cb-1', attempt: 1, pack: null, characters: 9, by: staff.id, photos: [] };
    expect(schema.parse(former[1]!.lift(old))).toEqual(old);
    expect(former[1]!.lower({ ...old, receipt })).toEqual(old);
  });
  test('of an earlier release has no photos', () => {
    const { former, schema } = transactionEvents.EvidencePackSubmitted;
    const old = { at: AT, chargebackId: 'cb-1', attempt: 1, pack: null, characters: 9, by: staff.id };
    expect(schema.parse(former[0]!.lift(old))).toEqual(old);
    expect(former[0]!.lower({ ...old, photos: [] })).toEqual(old);
  });
  test('is rejected from everybody but staff', () => {
    for (const by of [s.buyer, s.seller, { ...s.seller, role: 'staff' as const }])
      given(disputed)
        .when(submit(AT + HOUR, undefined, by))
        .isRejected({ code: 'notNow' });
    for (const by of [s.auditor, s.stranger])
      given(disputed)
        .when(submit(AT + HOUR, undefined, by))
        .isRejected({ code: 'notYourTransaction' });
  });
  test('may follow a payout, because the claim is still undecided', () => {
    const late = s.says({ kind: 'chargeback.opened', chargebackId: 'cb-1', amount: TOTAL }, s.RUN_AT + 9 * DAY);
    given([...s.completed, late])
      .when(submit(s.RUN_AT + 10 * DAY))
      .emits('EvidencePackSubmitted');
  });
});

describe('a submitted pack', () => {
  const submitted = [...disputed, submit(AT + HOUR)];
  test('is not submitted again, neither before nor after its delivery', () => {
    for (const history of [submitted, [...submitted, answered(null, AT + 2 * HOUR)]])
      given(history)
        .when(submit(AT + DAY))
        .isRejected({ code: 'evidencePackSent' });
  });
  test('is delivered once', () => {
    given(submitted)
      .when(answered(null, AT + 2 * HOUR))
      .emits(['EvidencePackDelivered', { chargebackId: 'cb-1', attempt: 1 }]);
    const delivered = [...submitted, answered(null, AT + 2 * HOUR)];
    for (const again of [answered(null, AT + DAY), answered('past_due', AT + DAY)])
      given(delivered).when(again).emits();
    expect(packOf(delivered)).toEqual({ attempt: 1, stands: 'delivered' });
  });
  test('that the provider refused is corrected and submitted as the next one', () => {
    given(submitted)
      .when(answered('page_limit_exceeded', AT + 2 * HOUR))
      .emits(['EvidencePackRefused', { attempt: 1, reason: 'page_limit_exceeded' }]);
    const refused = [...submitted, answered('page_limit_exceeded', AT + 2 * HOUR)];
    given(refused)
      .when(submit(AT + DAY))
      .emits(['EvidencePackSubmitted', { attempt: 2 }]);
    // a late answer about the first one
    given([...refused, submit(AT + DAY)])
      .when(answered(null, AT + 2 * DAY, 1))
      .emits();
  });
  test('keeps its state through the bank’s decisions', () => {
    for (const outcome of ['won', 'lost'] as const)
      expect(packOf([...submitted, answered(null, AT + 2 * HOUR), chargeback(outcome, AT + 5 * DAY)])).toEqual({
        attempt: 1,
        stands: 'delivered',
      });
    // decided before the provider answered
    given([...submitted, chargeback('lost', AT + 5 * DAY)])
      .when(answered(null, AT + 6 * DAY))
      .emits('EvidencePackDelivered');
  });
  test('that nobody knows is ignored', () => {
    given(disputed)
      .when(answered(null, AT + DAY))
      .emits();
    given(disputed)
      .when(answered('past_due', AT + DAY, 1, 'cb-9'))
      .emits();
  });
  test('is news for the colleagues, its delivery is not', () => {
    const read = transactionAfter(submitted).revision;
    const delivered = [...submitted, answered(null, AT + 2 * HOUR)];
    expect(transactionAfter(delivered).movedAt).toBe(read);
    const refused = transactionAfter([...submitted, answered('past_due', AT + 2 * HOUR)]);
    expect(refused.movedAt).toBe(read + 1);
  });
});

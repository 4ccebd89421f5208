import { describe, expect, test } from 'vitest';
import { transactionDetail } from '#application/contract/transactions.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { claimedSoon } from '#domain/transactions/cases.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { allProjections } from '#projections/all.ts';
import { reviews } from '#projections/reviews/projection.ts';
import { caseFileOf } from '#projections/transactions/cases/caseFile.ts';
import { cases, transactions } from '#projections/transactions/projection.ts';
import { forgetPersonalData, transactionFor } from '#projections/transactions/queries.ts';
import { sightsOf } from '#projections/transactions/sights.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING, openTransaction, TRANSACTION, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
type Story = ReturnType<typeof openTransaction>;

const links = (keys: readonly string[]) => keys.map((key) => ({ url: `/${key}`, thumbnailUrl: `/small/${key}` }));
const seenBy = async (viewer: string) => {
  const transaction = await transactionFor(database.knex, TRANSACTION, { id: viewer, roles: ['member'] }, NOW, links);
  expect(transactionDetail.parse(transaction)).toEqual(transaction);
  return transaction!;
};
const given = (events: Story['events']) =>
  fill(database.knex, [accounts, cases, reviews, transactions], interleave({ [`transaction-${TRANSACTION}`]: events }));

const contested = () =>
  openTransaction()
    .disputed()
    .later(HOUR)
    .seller({ type: 'ContestDispute', text: 'it left me whole', evidence: ['e2'] });
const RETURN_TO = {
  fullName: 'Bert Seller',
  streetAddress1: 'Oude Gracht 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};
const rejected = () =>
  openTransaction()
    .shipped()
    .later(DAY)
    .buyer({ type: 'RequestReturn', text: 'too small for my shelf', evidence: ['r1'] })
    .seller({ type: 'ApproveReturn', to: RETURN_TO, sellerPaysPostage: true })
    .buyer({ type: 'ShipReturn', trackingCode: '3SBACK' })
    .seller({ type: 'RejectReturn', text: 'the box came back empty', evidence: ['r2'] });

describe('a dispute', () => {
  test('shows both parties how a draft ended', async () => {
    const drafted = () => openTransaction({ amount: 60_000 }).proposed();
    const endOf = async (story: Story) => {
      await given(story.events);
      const [ofBuyer, ofSeller] = await Promise.all([BUYER, SELLER].map(async (party) => (await seenBy(party)).heard));
      expect(ofBuyer).toEqual(ofSeller);
      return ofBuyer?.at(-1)?.ended;
    };
    expect(await endOf(drafted())).toBeNull();
    const waiting = drafted().later(HOUR);
    const decisionId = waiting.sale.proposed!.id;
    expect(await endOf(waiting.staff({ type: 'RejectDecision', decisionId, reason: 'a wrong sum' }))).toEqual({
      how: 'withdrawn',
      at: expect.any(String),
    });
    const confirmed = openTransaction({ amount: 60_000 }).confirmed();
    expect(await endOf(confirmed)).toMatchObject({ how: 'confirmed' });
  });

  test('shows both parties all texts and photos', async () => {
    await given(contested().seller({ type: 'OfferSettlement', toBuyer: 500 }).events);
    for (const party of [BUYER, SELLER])
      expect((await seenBy(party)).dispute).toMatchObject({
        state: 'under_review',
        openedBy: 'buyer',
        category: 'NOT_AS_DESCRIBED',
        claim: 10,
        opening: { text: 'the left arm is missing', evidence: [{ url: '/e1', thumbnailUrl: '/small/e1' }] },
        answer: { text: 'it left me whole', evidence: [{ url: '/e2', thumbnailUrl: '/small/e2' }] },
        offer: { toBuyer: 5, toSeller: 35, fee: 2 },
      });
  });

  test('shows the possible refunds: everything held, or a part that leaves the full fee', async () => {
    await given(openTransaction().disputed().events);
    expect((await seenBy(BUYER)).sums).toEqual({ held: 42, mostPartialRefund: 40 });
  });

  test.each([
    ['to the seller', () => openTransaction().completed()],
    ['back to the buyer', () => openTransaction().refunded()],
  ])('holds nothing after the money went %s', async (_, story) => {
    await given(story().events);
    for (const party of [BUYER, SELLER]) expect((await seenBy(party)).sums).toEqual({ held: 0, mostPartialRefund: 0 });
  });

  test('ends with a decision and its rationale for both parties', async () => {
    await given(
      contested().staff({
        type: 'DecideDispute',
        toBuyer: 1_000,
        rationale: 'the photos show transport damage',
        seller: VERIFIED,
      }).events,
    );
    for (const party of [BUYER, SELLER])
      expect(await seenBy(party)).toMatchObject({
        dispute: { state: 'decided' },
        decision: { toBuyer: 10, toSeller: 30, fee: 2, by: 'staff', rationale: 'the photos show transport damage' },
        refund: { amount: 10, toSeller: 30, fee: 2, state: 'requested', retryAt: null },
      });
  });

  test('tells both parties until when the buyer can appeal once the refund has arrived', async () => {
    const half = { type: 'DecideDispute', toBuyer: 500, rationale: 'half of it shows', seller: VERIFIED } as const;
    await given(contested().staff(half).events);
    for (const party of [BUYER, SELLER])
      expect((await seenBy(party)).decision).toMatchObject({
        appeals: { buyer: null, seller: null },
        appealsAfterRefund: { buyer: expect.stringMatching(/Z$/), seller: null },
      });
  });

  test('needs no rationale if the seller accepts', async () => {
    await given(openTransaction().settled().events);
    expect(await seenBy(BUYER)).toMatchObject({
      decision: { toBuyer: 10, by: 'seller', rationale: null },
      refund: { state: 'done' },
    });
  });

  test('has no text if it opens automatically, and none of an earlier dispute', async () => {
    const transaction = openTransaction()
      .disputed()
      .buyer({ type: 'WithdrawDispute', seller: VERIFIED })
      .later(10 * DAY)
      .buyer({ type: 'PauseEscrow', reason: 'still waiting' });
    await given(transaction.at(transaction.sale.pauseLimitAt!).due('pauseLimit').events);
    expect((await seenBy(BUYER)).dispute).toMatchObject({
      category: 'PAUSE_EXPIRED',
      openedBy: 'system',
      state: 'awaiting_seller',
      claim: 42,
      opening: { text: null, evidence: [] },
      answer: null,
    });
  });
});

describe('a return', () => {
  test('is visible to both parties until it becomes a dispute', async () => {
    await given(rejected().events);
    for (const party of [BUYER, SELLER])
      expect(await seenBy(party)).toMatchObject({
        return: {
          state: 'rejected',
          trackingCode: '3SBACK',
          refusal: null,
          request: { text: 'too small for my shelf', evidence: [{ url: '/r1' }] },
          rejection: { text: 'the box came back empty', evidence: [{ url: '/r2' }] },
        },
        dispute: { category: 'RETURN_REJECTED', state: 'under_review', opening: { evidence: [{ url: '/r2' }] } },
      });
  });

  test('shows the reason of a refusal', async () => {
    await given(
      openTransaction()
        .shipped()
        .buyer({ type: 'RequestReturn', text: 'too small', evidence: [] })
        .seller({ type: 'RefuseReturn', text: 'the size stood in the listing' }).events,
    );
    expect((await seenBy(BUYER)).return).toMatchObject({ refusal: 'the size stood in the listing', rejection: null });
  });
});

test('shows when a failed refund is retried', async () => {
  const transaction = openTransaction().disputed().seller({ type: 'AcceptClaim', seller: VERIFIED });
  const { id: refundId } = transaction.sale.refund!;
  await given(transaction.told({ kind: 'refund.failed', refundId, reason: 'the bank is closed' }).events);
  expect((await seenBy(BUYER)).refund).toMatchObject({ state: 'failed', retryAt: expect.any(String) });
});

const TOTAL = 4_200;
const cancelled = () => openTransaction().paid().later(HOUR).buyer({ type: 'Cancel', reason: null, otherReason: null });
const refunded = () => {
  const story = cancelled();
  return story.told({ kind: 'refund.done', refundId: story.sale.refund!.id, amount: TOTAL });
};

describe('money owed in addition to the transaction', () => {
  test('shows a refund that the buyer’s bank returned until the buyer has it', async () => {
    const story = refunded().later(DAY);
    const { id: refundId } = story.sale.refund!;
    await given(story.told({ kind: 'refund.failed', refundId, reason: 'the account is closed' }).events);
    const words = (whom: string) =>
      `€42.00, sent back to us by a bank, has not reached ${whom} yet. Our staff are looking into it.`;
    expect((await seenBy(BUYER)).owed).toBe(words('you'));
    expect((await seenBy(SELLER)).owed).toBe(words('the buyer'));
    story.later(HOUR).staff({ type: 'RetryRefund' });
    const again = story.sale.duplicates[story.sale.paymentId!]!.refundId;
    await given(story.events);
    expect((await seenBy(BUYER)).owed).toBe('€42.00, sent back to us by a bank, is on its way to you.');
    await given(story.told({ kind: 'refund.done', refundId: again, amount: TOTAL }).events);
    expect(await seenBy(BUYER)).not.toHaveProperty('owed');
  });

  test('does not count a returned refund as refunded for staff until the buyer has it', async () => {
    const story = refunded().later(DAY);
    const onDesk = async (): Promise<number> => {
      const people = { [`account-${BUYER}`]: [registered()], [`account-${SELLER}`]: [registered()] };
      const listed = { [`listing-${LISTING}`]: [published()] };
      const all = interleave({ ...people, ...listed, [`transaction-${TRANSACTION}`]: story.events });
      await fill(database.knex, allProjections, all);
      const events = all.filter(
        ({ stream }) => stream === `transaction-${TRANSACTION}`,
      ) as Recorded<TransactionEvent>[];
      const sights = sightsOf(['staff'], { case: true, paid: true });
      return (
        await caseFileOf(
          database.knex,
          events,
          sights,
          story.now,
          () => [],
          () => '',
        )
      ).sums.refunded;
    };
    expect(await onDesk()).toBe(42);
    story.told({ kind: 'refund.failed', refundId: story.sale.refund!.id, reason: 'the account is closed' });
    expect(await onDesk()).toBe(0);
    story.later(HOUR).staff({ type: 'RetryRefund' });
    const again = story.sale.duplicates[story.sale.paymentId!]!.refundId;
    story.told({ kind: 'refund.done', refundId: again, amount: TOTAL });
    expect(await onDesk()).toBe(42);
  });

  test('shows a second payment in its currency, with the next attempt', async () => {
    const second = { sessionId: `s1${TRANSACTION}`, paymentId: 'p2', captured: 500, currency: 'USD' } as const;
    const story = openTransaction().paid().later(HOUR);
    await given(story.told({ kind: 'payment.paid', ...second }).events);
    expect((await seenBy(BUYER)).owed).toBe('USD 5.00, paid a second time, is on its way to you.');
    const { refundId } = story.sale.duplicates.p2!;
    await given(story.told({ kind: 'refund.failed', refundId, reason: 'the card is closed' }).events);
    const again = 'USD 5.00, paid a second time, has not reached you yet. We will try again automatically.';
    expect((await seenBy(BUYER)).owed).toBe(again);
  });
});

test('shows money that a bank returned after the payout to the seller only, until it is transferred', async () => {
  const bank = { chargebackId: 'cb1', amount: 1_000, currency: 'EUR' };
  const story = openTransaction()
    .delivered()
    .told({ kind: 'chargeback.lost', ...bank });
  story.at(story.sale.payout.runAt!).due('payoutRun');
  await given(story.events);
  expect(await seenBy(SELLER)).not.toHaveProperty('owed');
  await given(
    story
      .later(HOUR)
      .told({ kind: 'chargeback.won', ...bank })
      .told({ kind: 'payout.paid', payoutId: story.sale.payout.id!, amount: story.sale.payout.amount }).events,
  );
  expect(await seenBy(SELLER)).toMatchObject({
    status: 'COMPLETED',
    owed: '€10.00, which the buyer’s bank gave back after the payout had begun, is yours. Our staff transfer it to your bank account.',
  });
  expect(await seenBy(BUYER)).not.toHaveProperty('owed');
  const transferred = { what: 'kept', reference: 'R1', rationale: 'as it stands', seller: VERIFIED } as const;
  await given(story.later(DAY).staff({ type: 'SettleOutsideProvider', ...transferred }).events);
  expect(await seenBy(SELLER)).not.toHaveProperty('owed');
});

test('promises no part of a transaction that cannot ship because a bank took some of the money', async () => {
  const bank = (chargebackId: string, amount: number) => ({ chargebackId, amount, currency: 'EUR' });
  const story = openTransaction()
    .paid()
    .told({ kind: 'chargeback.opened', ...bank('cb1', 1_000) })
    .told({ kind: 'chargeback.opened', ...bank('cb2', 500) });
  await given(story.events);
  expect((await seenBy(SELLER)).parts).toEqual({ toSeller: 40, held: 42 });
  for (const party of [BUYER, SELLER]) expect((await seenBy(party)).sums.claimed).toBe(15);
  await given(story.told({ kind: 'chargeback.lost', ...bank('cb1', 1_000) }).events);
  expect((await seenBy(SELLER)).parts).toEqual({ toSeller: 0, held: 32 });
  for (const party of [BUYER, SELLER]) expect((await seenBy(party)).sums).toMatchObject({ claimed: 5, taken: 10 });
});

test('hides a chargeback at our loss from both parties', async () => {
  const story = openTransaction().completed();
  const late = { chargebackId: 'cb1', amount: 700, currency: 'EUR' };
  await given(story.later(DAY).told({ kind: 'chargeback.lost', ...late }).events);
  for (const party of [BUYER, SELLER]) expect((await seenBy(party)).sums).not.toHaveProperty('taken');
});

test('shows what a bank took until it returns the money', async () => {
  const bank = { chargebackId: 'cb1', amount: TOTAL, currency: 'EUR' };
  const story = openTransaction().shipped();
  await given(story.events);
  expect((await seenBy(BUYER)).sums).not.toHaveProperty('taken');
  await given(story.told({ kind: 'chargeback.lost', ...bank }).events);
  expect((await seenBy(BUYER)).sums.taken).toBe(TOTAL / 100);
  await given(story.later(DAY).told({ kind: 'chargeback.won', ...bank, amount: TOTAL - 700 }).events);
  expect((await seenBy(BUYER)).sums.taken).toBe(7);
});

test('shows the division that an acceptance would make, even after a bank took a part', async () => {
  const story = openTransaction().disputed();
  await given(story.events);
  expect((await seenBy(SELLER)).dispute).toMatchObject({ claim: 10, accepted: { toBuyer: 10, toSeller: 30, fee: 2 } });
  const bank = { chargebackId: 'cb1', amount: 3_500, currency: 'EUR' };
  await given(story.told({ kind: 'chargeback.lost', ...bank }).events);
  expect((await seenBy(SELLER)).dispute).toMatchObject({ claim: 10, accepted: { toBuyer: 7, toSeller: 0, fee: 0 } });
  await given(story.seller({ type: 'AcceptClaim', seller: VERIFIED }).events);
  expect((await seenBy(SELLER)).decision).toMatchObject({ toBuyer: 7, toSeller: 0, fee: 0 });
});

test('is not charged back any more after the bank returned the payment', async () => {
  const bank = { chargebackId: 'cb1', amount: TOTAL, currency: 'EUR' };
  const lost = openTransaction()
    .shipped()
    .told({ kind: 'chargeback.lost', ...bank });
  await given(lost.events);
  expect((await seenBy(BUYER)).paymentDetails.status).toBe('charged_back');
  await given(lost.later(DAY).told({ kind: 'chargeback.won', ...bank }).events);
  expect(await seenBy(BUYER)).toMatchObject({ status: 'ESCROW_COMPLETED', paymentDetails: { status: 'paid' } });
});

test('is refunded if somebody returned the whole payment manually', async () => {
  const transaction = openTransaction().paid().later(HOUR);
  await given(transaction.told({ kind: 'refund.done', refundId: 'by-hand', amount: TOTAL }).events);
  expect(await seenBy(BUYER)).toMatchObject({ status: 'REFUNDED', paymentDetails: { status: 'refunded' } });
});

describe('once the key is erased', () => {
  const erased = { text: '[erased]', evidence: [] };

  test('keeps no text, photo or code in the table', async () => {
    await given(rejected().staff({ type: 'DecideDispute', toBuyer: 0, rationale: 'zeal', seller: VERIFIED }).events);
    await forgetPersonalData(database.knex, [TRANSACTION]);
    expect(await seenBy(BUYER)).toMatchObject({
      dispute: { opening: erased },
      return: { request: erased, rejection: erased, trackingCode: '[erased]' },
      decision: { toBuyer: 0, rationale: '[erased]' },
    });
    const rows = JSON.stringify(await database.knex.withSchema('read_transactions').table('sales'));
    expect(rows).not.toMatch(/too small|empty|3SBACK|zeal|"r1"|"r2"/);
  });

  test('a rebuild from unreadable events gives the same rows', async () => {
    const events = structuredClone(contested().events).map((event) => {
      if (event.type === 'DisputeOpened' || event.type === 'DisputeContested')
        Object.assign(event.data, { text: null, evidence: null });
      return event;
    });
    await given(events);
    expect((await seenBy(SELLER)).dispute).toMatchObject({ opening: erased, answer: erased });
  });
});

describe('two decisions about a hold that nobody disputed', () => {
  const DECIDES = { type: 'DecideDispute', rationale: 'a flaw', seller: VERIFIED } as const;
  const arrives = (story: Story) => {
    const { id: refundId, amount } = story.sale.refund!;
    return story.later(HOUR).told({ kind: 'refund.done', refundId, amount });
  };
  const appealed = () =>
    arrives(
      openTransaction()
        .strange()
        .staff({ ...DECIDES, toBuyer: 1_000 }),
    ).buyer({
      type: 'AppealDecision',
      text: 'it is worth less',
      evidence: [],
    });

  test('are no dispute: the appeal claims nothing, and nothing was erased', async () => {
    const story = appealed();
    await given(story.events);
    for (const party of [BUYER, SELLER])
      expect((await seenBy(party)).dispute).toMatchObject({
        state: 'under_review',
        byAppeal: true,
        claim: 0,
        opening: { text: null, evidence: [] },
      });
    expect(claimedSoon(story.sale)).toBeNull();
    const { rows } = await database.knex.raw('SELECT kind, claim FROM read_cases.cases ORDER BY kind');
    expect(rows).toEqual(['appeal', 'providerFact'].map((kind) => ({ kind, claim: null })));
  });

  test('name what went back by the first, which the second does not divide', async () => {
    await given(appealed().events);
    expect((await seenBy(BUYER)).decision).not.toHaveProperty('refundedBefore');
    await given(arrives(appealed().second({ ...DECIDES, toBuyer: 500 })).events);
    for (const party of [BUYER, SELLER])
      expect(await seenBy(party)).toMatchObject({
        decision: { toBuyer: 5, toSeller: 25, fee: 2, refundedBefore: 10 },
        refund: { amount: 5, before: 10, state: 'done' },
      });
  });
});

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import type { Reply } from '#infrastructure/demo/client.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { ADDRESS, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { offer, bought, checkout, paid, shipped, becomes } = sales(market);
const { send } = talks(market);
const TEN = Array.from({ length: 10 }, (_, index) => index);

let buyer: Member;
let seller: Member;
let rivals: Member[];
let staff: Member[];
beforeAll(async () => {
  [buyer, seller] = [await market().member('oncebuyer'), await market().seller('onceseller')];
  rivals = await Promise.all(TEN.map((index) => market().member(`oncerival${index}`)));
  staff = [await market().staff('oncestaff'), await market().staff('oncestaff2')];
});

const at = (by: Member, { id }: Pick<Sold, 'id'>, action: string, body: object = {}, commandId?: string) =>
  by.post(`transaction/${id}/${action}`, body, commandId ? { commandId } : {});
const tally = (replies: readonly Reply[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const eventsOf = async (stream: string): Promise<string[]> =>
  (await market().marketplace.journal.load(stream)).events.map(({ type }) => type);
const eventsOfTransaction = ({ id }: Pick<Sold, 'id'>) => eventsOf(`transaction-${id}`);
const count = (facts: readonly string[], type: string) => facts.filter((fact) => fact === type).length;

/** After the concurrent calls the ledger balances, every read model and policy runs, and every stream is intact. */
afterEach(async () => {
  await market().settle();
  const { body } = await staff[0]!.get('audit/ledger');
  expect(body.checks.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  expect((await market().client().get('/ready')).body).toMatchObject({ ready: true });
  expect(String((await market().client().get('/metrics')).body)).not.toMatch(/^reliquary_alarms_total\{/m);
});

describe('concurrent purchases', () => {
  const buying = (by: Member, listing: string, commandId?: string) =>
    by.post('transaction', { listing, amount: 50, seller: seller.id }, commandId ? { commandId } : {});

  test('let one of ten buyers get the listing', async () => {
    const { _id } = await offer(seller);
    const replies = await Promise.all(rivals.map((rival) => buying(rival, _id)));
    expect(tally(replies)).toEqual({ 201: 1, 409: 9 });
    expect(await eventsOf(`listing-${_id}`)).toEqual(['ListingPublished', 'ListingReserved']);
  });

  test('are one purchase with one answer when repeated ten times under one id', async () => {
    const { _id } = await offer(seller);
    const commandId = newId();
    const replies = await Promise.all(TEN.map(() => buying(buyer, _id, commandId)));
    expect(tally(replies)).toEqual({ 201: 10 });
    expect(new Set(replies.map(({ body }) => body.transactionId)).size).toBe(1);
    const { transactions } = (await seller.get('transaction/my-transactions')).body;
    expect(transactions.filter(({ listing }: { listing: { _id: string } }) => listing._id === _id)).toHaveLength(1);
  });

  test('and archiving the listing: one of the two succeeds', async () => {
    for (const _ of TEN.slice(0, 4)) {
      const { _id } = await offer(seller);
      const archive = () => seller.put(`listings/${_id}`, { status: 'archived' });
      const [transaction, archived] = await Promise.all([buying(buyer, _id), archive()]);
      expect([transaction.status, archived.status]).toEqual(transaction.status === 201 ? [201, 409] : [409, 200]);
    }
  });

  test('and deleting the buyer’s account: either the account waits or there is no sale', async () => {
    const leaving = await market().member('onceleaving');
    const { _id } = await offer(seller);
    const leave = () => leaving.post('user/deletion', { password: leaving.password });
    const [transaction, left] = await Promise.all([buying(leaving, _id), leave()]);
    expect(left.status).toBe(200);
    expect([201, 403]).toContain(transaction.status);
    const reserved = count(await eventsOf(`listing-${_id}`), 'ListingReserved');
    expect(reserved).toBe(transaction.status === 201 ? 1 : 0);
  });
});

describe('concurrent payment steps', () => {
  test('create one quote and one checkout for ten addresses, paid with exactly that amount', async () => {
    const sold = await bought(buyer, seller);
    const countries = ['Netherlands', 'Germany', 'Japan'];
    const replies = await Promise.all(
      TEN.map((index) =>
        buyer.put(`transaction/${sold.id}/shipping`, {
          shippingAddress: { ...ADDRESS, country: countries[index % countries.length] },
        }),
      ),
    );
    expect(Object.keys(tally(replies)).sort()).toEqual(['200', '409']);
    const again = await buyer.post(`transaction/${sold.id}/initiate-payment`);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect((await market().pay(again.body.checkoutUrl)).status).toBe(303);
    await market().settle();
    await becomes(buyer, sold, 'AWAIT_SHIPPING');
    expect(await eventsOfTransaction(sold)).not.toContain('PaymentMismatched');
  });

  test('end in a sale or a refund when the buyer also cancels', async () => {
    for (const _ of TEN.slice(0, 4)) {
      const sold = await bought(buyer, seller);
      const url = await checkout(buyer, sold);
      const [cancelled] = await Promise.all([at(buyer, sold, 'cancel'), market().pay(url)]);
      expect(cancelled.status).toBe(200);
      await market().settle();
      const facts = await eventsOfTransaction(sold);
      const captured = count(facts, 'PaymentCaptured') + count(facts, 'LatePaymentReceived');
      expect(count(facts, 'RefundRequested')).toBe(captured);
      await market().advance(DAY);
      await becomes(buyer, sold, captured === 1 ? 'REFUNDED' : 'CANCELLED');
    }
  });
});

describe('concurrent commands on one sale', () => {
  test('let the first of shipping and cancelling win and tell the other what is possible', async () => {
    const sold = await paid(buyer, seller);
    const replies = await Promise.all(
      TEN.map((index) =>
        index % 2 === 0
          ? at(seller, sold, 'confirm-shipment', { trackingCode: '3S' })
          : at(seller, sold, 'cancel', { reason: 'UNAVAILABLE' }),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
    const facts = await eventsOfTransaction(sold);
    expect(count(facts, 'ShipmentConfirmed') + count(facts, 'TransactionCancelled')).toBe(1);
  });

  test('release and pay out once when delivery is confirmed ten times', async () => {
    const sold = await shipped(buyer, seller);
    const replies = await Promise.all(TEN.map(() => at(buyer, sold, 'confirm-delivery')));
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
    await market().passDays(8);
    await becomes(seller, sold, 'COMPLETED');
    const facts = await eventsOfTransaction(sold);
    expect([count(facts, 'EscrowReleased'), count(facts, 'PayoutInitiated')]).toEqual([1, 1]);
    const rated = await Promise.all(
      TEN.map((index) => buyer.post(`user/${seller.id}/rate`, { rating: (index % 5) + 1, transactionId: sold.id })),
    );
    expect(tally(rated)).toEqual({ 200: 1, 409: 9 });
  });

  const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };

  test('end a dispute one way when it is withdrawn, accepted and contested at once', async () => {
    for (const _ of TEN.slice(0, 4)) {
      const sold = await shipped(buyer, seller);
      await at(buyer, sold, 'dispute', CLAIM);
      await Promise.all([
        at(buyer, sold, 'dispute/withdraw'),
        at(seller, sold, 'dispute/accept'),
        at(seller, sold, 'dispute/contest', { text: 'It left whole' }),
      ]);
      const facts = await eventsOfTransaction(sold);
      expect(count(facts, 'DisputeWithdrawn') + count(facts, 'DisputeAccepted')).toBeLessThanOrEqual(1);
      expect(count(facts, 'RefundRequested')).toBe(count(facts, 'DisputeAccepted'));
    }
  });

  test('either accept or refuse an offer, never both', async () => {
    const sold = await shipped(buyer, seller);
    await at(buyer, sold, 'dispute', CLAIM);
    await at(seller, sold, 'dispute/offer', { toBuyer: 10 });
    const replies = await Promise.all(
      TEN.map((index) => at(buyer, sold, index % 2 ? 'dispute/accept-offer' : 'dispute/refuse-offer')),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
  });

  test('count ten decisions of two members of staff once, and the money moves once', async () => {
    const sold = await shipped(buyer, seller);
    await at(buyer, sold, 'dispute', CLAIM);
    await at(seller, sold, 'dispute/contest', { text: 'It left whole' });
    const replies = await Promise.all(
      TEN.map((index) => at(staff[index % 2]!, sold, 'dispute/decide', { toBuyer: index, rationale: 'The photos' })),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
    await market().settle();
    const facts = await eventsOfTransaction(sold);
    expect(count(facts, 'DisputeDecided')).toBe(1);
    expect(count(facts, 'RefundRequested')).toBeLessThanOrEqual(1);
  });

  test('either confirm or reject a large decision', async () => {
    const sold = await shipped(buyer, seller, '900.00');
    await at(buyer, sold, 'dispute', { ...CLAIM, claim: 500 });
    await at(seller, sold, 'dispute/contest', { text: 'It left whole' });
    await at(staff[0]!, sold, 'dispute/decide', { toBuyer: 400, rationale: 'The photos' });
    const { events } = await market().marketplace.journal.load(`transaction-${sold.id}`);
    const proposed = events.find(({ type }) => type === 'DecisionProposed')!.data as { decisionId: string };
    const { decisionId } = proposed;
    await market().advance(DAY);
    const replies = await Promise.all(
      TEN.map((index) =>
        index % 2
          ? at(staff[1]!, sold, 'dispute/confirm-decision', { decisionId })
          : at(staff[0]!, sold, 'dispute/reject-decision', { decisionId, reason: 'Another look' }),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
  });
});

describe('concurrent changes of an account', () => {
  test('use a password link once, however often it is opened', async () => {
    const ada = await market().member('oncereset');
    await market().client().post('auth/forgot-password', { email: ada.email });
    const token = await market().tokenFrom(ada.email, '/reset-password');
    const passwords = TEN.map((index) => `Correct-horse${index}!`);
    const reset = (password: string) => market().client().post('auth/reset-password', { token, password });
    const replies = await Promise.all(passwords.map(reset));
    expect(tally(replies)).toEqual({ 200: 1, 400: 9 });
    const right = passwords[replies.findIndex(({ status }) => status === 200)]!;
    const tried = await Promise.all(
      passwords.map((password) => market().client().post('auth/login', { email: ada.email, password })),
    );
    expect(tried.map(({ status }) => status)).toEqual(passwords.map((password) => (password === right ? 200 : 401)));
  });

  test('renew a token ten times within one session, and signing out ends it', async () => {
    const ada = await market().member('oncerenew');
    const replies = await Promise.all(TEN.map(() => ada.post('auth/refresh')));
    expect(tally(replies)).toEqual({ 200: 10 });
    expect((await ada.post('auth/logout')).status).toBe(204);
    for (const { body } of replies) {
      const later = market().client();
      later.signInWith(body.token);
      expect((await later.get('auth/verify')).status).toBe(401);
    }
  });

  test('all take effect when they change different things', async () => {
    const ada = await market().seller('oncesettings');
    const replies = await Promise.all(
      TEN.map((index) =>
        index % 2
          ? ada.put('user/shipping', { ...ADDRESS, city: `City ${index}` })
          : ada.put('users/profile', { fullName: `Ada ${index}` }),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 10 });
    const facts = await eventsOf(`account-${ada.id}`);
    expect(count(facts, 'ShippingAddressSet') + count(facts, 'ProfileUpdated')).toBe(10);
  });

  test('pay nothing to a bank account that changes during the payout run', async () => {
    const changing = await market().seller('oncebank');
    const sold = await shipped(buyer, changing);
    await at(buyer, sold, 'confirm-delivery');
    await becomes(changing, sold, 'READY_FOR_PAYOUT');
    const other = { accountHolder: 'Somebody else', iban: 'DE89370400440532013000', bankName: 'Other' };
    // on some weekdays it takes three payout runs
    for (let day = 0; day < 12 && !(await eventsOfTransaction(sold)).includes('PayoutInitiated'); day++)
      await Promise.all([market().advance(DAY), day === 1 ? changing.put('seller/bank-details', other) : undefined]);
    await market().settle();
    const sent: { destination_ends: string }[] = await market()
      .marketplace.db('simulated_provider.payouts')
      .where({ transaction_id: sold.id });
    const eventOf = async (stream: string, type: string) =>
      (await market().marketplace.journal.load(stream)).events.findLast((event) => event.type === type)!.data.at;
    const begun = await eventOf(`transaction-${sold.id}`, 'PayoutInitiated');
    const rested = (await eventOf(`account-${changing.id}`, 'BankDetailsProvided')) + 3 * DAY;
    expect(sent.map((payout) => payout.destination_ends)).toEqual([begun < rested ? '4300' : '3000']);
  });
});

describe('ten repeats under one id', () => {
  test('create one account', async () => {
    const commandId = newId();
    const registration = {
      username: 'oncenew',
      email: 'oncenew@example.com',
      password: 'Correct-horse1!',
      country: 'Netherlands',
      platformAgreements: { termsAccepted: true },
    };
    const replies = await Promise.all(
      TEN.map(() => market().client().post('auth/register', registration, { commandId })),
    );
    expect(tally(replies)).toEqual({ 201: 10 });
    expect(new Set(replies.map(({ body }) => body.userId)).size).toBe(1);
    const found = (await staff[0]!.get('staff/accounts', { search: 'oncenew' })).body;
    expect(found.totalCount).toBe(1);
    expect(await market().tokenFrom(registration.email, '/verify-email')).toBeTruthy();
  });

  test('send one message', async () => {
    const { _id } = await offer(seller);
    const commandId = newId();
    const message = { content: 'Once', recipientId: seller.id, listingId: _id, commandId };
    const replies = await Promise.all(TEN.map(() => send(buyer, message)));
    expect(tally(replies)).toEqual({ 201: 10 });
    const { body } = await buyer.get(`messages/conversation/${replies[0]!.body.conversationId}`);
    expect(body.messages).toHaveLength(1);
  });

  test('publish one listing', async () => {
    const before = (await seller.get('listings/user')).body.length;
    const commandId = newId();
    const form = await market().listingForm();
    const replies = await Promise.all(TEN.map(() => seller.call('POST', 'listings', { form, commandId })));
    expect(tally(replies)).toEqual({ 201: 10 });
    expect((await seller.get('listings/user')).body).toHaveLength(before + 1);
  });
});

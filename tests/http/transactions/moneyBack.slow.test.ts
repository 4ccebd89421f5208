import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { expectAllRowsAsTheEventsSay } from '#tests/support/readModels.ts';
import { type Sold, sales } from '../sale.ts';
import { watchList } from '../watching.ts';

/** The rows of the transition table about refunds, payouts and chargebacks. */
const market = useMarketplace();
const { becomes, paid, shipped, photographed } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
beforeAll(async () => {
  [buyer, seller, clerk] = await Promise.all([
    market().member('mbuyer'),
    market().seller('mseller'),
    market().staff('mclerk'),
  ]);
});
const {
  post,
  sale: transaction,
  facts: events,
  armed,
  offered,
  days,
  wait,
  told,
  queued,
} = watchList(market, () => ({
  buyer,
  seller,
  clerk,
}));

const TOTAL = 5_825;
const provider = () => market().marketplace.provider.controls;

describe('a refund that fails', () => {
  test('is reported once, retried after an hour, and finally retried by staff', async () => {
    provider().failRefunds(4);
    const sold = await paid(buyer, seller);
    succeeded(await post(buyer, sold, 'cancel'), 'cancelling');
    await market().settle();
    await wait(MINUTE);
    expect((await transaction(sold)).refund).toMatchObject({ state: 'failed', retryAt: expect.any(String) });
    expect(await armed(sold)).toContain('refundRetry');
    await told(sold, /^Your refund is delayed/, ['mbuyer']);
    expect((await post(clerk, sold, 'refund/retry')).status).toBe(200);
    // each attempt takes two seconds more and may slip to the next day: 1 and 3 days become 2 and 4
    await days(8);
    await eventually(async () => {
      const { state, retryAt } = (await transaction(sold)).refund;
      return state === 'failed' && retryAt === null;
    });
    expect((await transaction(sold)).status).toBe('REFUND_BUYER');
    await queued(sold, 'refundFailed');
    provider().failRefunds(0);
    for (const party of [buyer, seller]) expect((await post(party, sold, 'refund/retry')).status).toBe(403);
    expect((await post(clerk, sold, 'refund/retry')).status).toBe(200);
    await wait(MINUTE);
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /^Refunded: €58\.25/, ['mbuyer']);
  });
});

describe('a payout', () => {
  const sellerWith = async (name: string, iban: string): Promise<Member> => {
    const member = await market().member(name);
    succeeded(await member.post('seller/register'), 'terms');
    const bank = { accountHolder: name, iban, bankName: 'Bank' };
    succeeded(await member.post('seller/bank-details', bank), 'bank');
    await eventually(async () => (await member.get('seller/status')).body.bankAccount.verified === true);
    return member;
  };
  const delivered = async (by: Member) => {
    const sold = await shipped(buyer, by);
    succeeded(await post(buyer, sold, 'confirm-delivery'), 'arrival');
    return sold;
  };

  test('that fails temporarily is retried, then held for staff; the seller reads when', async () => {
    const poor = await sellerWith('mpassing', 'NL53SIMU0000000002');
    const sold = await delivered(poor);
    await days(8);
    await market().signIn(poor.email, poor.password, poor);
    expect(await events(sold)).toEqual(expect.arrayContaining(['PayoutInitiated', 'PayoutFailed']));
    // an attempt may be running
    await becomes(poor, sold, 'READY_FOR_PAYOUT');
    await told(sold, /^Your payout is delayed/, ['mpassing']);
    await days(20);
    const types = await events(sold);
    expect(types.filter((type) => type === 'PayoutFailed')).toHaveLength(4);
    expect(types).toEqual(expect.arrayContaining(['EscalatedToStaff', 'StaffHoldPlaced']));
    expect((await transaction(sold)).holds).toEqual(['staff']);
    await told(sold, /^On hold/, ['mbuyer', 'mpassing']);
  });

  test('that the account refuses leaves the money released until other bank details are given', async () => {
    const closed = await sellerWith('mclosed', 'NL26SIMU0000000003');
    const sold = await delivered(closed);
    await days(8);
    await becomes(buyer, sold, 'ESCROW_COMPLETED');
    await told(sold, /^Your bank did not accept/, []);
    expect(await market().mail(closed.email, /^Your bank did not accept the payout/)).toBeDefined();
    await market().signIn(closed.email, closed.password, closed);
    expect((await closed.get('seller/status')).body.bankAccount.verified).toBe(false);
  });

  test('that returns after completion is payable again', async () => {
    const back = await sellerWith('mreturned', 'NL96SIMU0000000004');
    const sold = await delivered(back);
    await days(8);
    await becomes(buyer, sold, 'ESCROW_COMPLETED');
    expect(await events(sold)).toEqual(expect.arrayContaining(['PayoutCompleted', 'PayoutReturned']));
    expect(await market().mail(back.email, /^Your bank did not accept the payout/)).toBeDefined();
  });
});

describe('a chargeback', () => {
  const charge = async ({ id }: Sold, state: 'opened' | 'won' | 'lost', chargeback?: string, amount = TOTAL) => {
    const known = await provider().chargeback(id, amount, state, chargeback);
    await market().settle();
    return known;
  };

  test('stops an unshipped sale; when won, the seller has 96 hours again', async () => {
    const sold = await paid(buyer, seller);
    const cb = await charge(sold, 'opened');
    await eventually(async () => JSON.stringify((await transaction(sold)).holds) === '["chargeback"]');
    expect(await armed(sold)).not.toContain('shipment');
    expect((await post(seller, sold, 'confirm-shipment', { trackingCode: '3S' })).status).toBe(409);
    await told(sold, /^On hold/, ['mbuyer', 'mseller']);
    await told(sold, /^Case TX/, ['mclerk']);
    await charge(sold, 'won', cb);
    await eventually(async () => (await armed(sold)).includes('shipment'));
    await told(sold, /^The hold has ended/, ['mbuyer', 'mseller']);
    await told(sold, /^Ship A painted dragon/, ['mseller']);
    expect((await post(seller, sold, 'confirm-shipment', { trackingCode: '3S' })).status).toBe(200);
  });

  test('lost before shipment refunds through the bank and offers the listing again', async () => {
    const sold = await paid(buyer, seller);
    await charge(sold, 'lost', await charge(sold, 'opened'));
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /^The bank has returned €58\.25/, ['mbuyer', 'mseller']);
    await eventually(async () => (await offered(sold)) === 'active');
  });

  test('partly lost before shipment refunds the rest and tells the seller not to ship', async () => {
    const sold = await paid(buyer, seller);
    await charge(sold, 'lost', await charge(sold, 'opened', undefined, 1_000), 1_000);
    await becomes(buyer, sold, 'REFUNDED');
    expect((await transaction(sold)).refund).toMatchObject({ amount: 48.25, state: 'done' });
    await told(sold, /^The bank has returned €10\.00/, ['mbuyer', 'mseller']);
    const mails = (await market().emails()).filter(
      ({ subject, text }) => /^The bank has returned €10\.00/.test(subject) && text.includes(sold.id),
    );
    for (const { to, text } of mails) {
      expect(text).not.toContain('goes on');
      expect(text.includes('Do not ship the miniature.')).toBe(to === seller.email);
    }
  });

  test('in escrow stops the clock, which resumes with at least 74 hours when won', async () => {
    const sold = await shipped(buyer, seller);
    await wait(11 * DAY);
    const cb = await charge(sold, 'opened');
    await eventually(async () => (await transaction(sold)).escrowEndDate === null);
    await wait(5 * DAY);
    expect((await transaction(sold)).status).toBe('IN_ESCROW');
    await charge(sold, 'won', cb);
    const { escrowEndDate } = await eventually(async () => {
      const now = await transaction(sold);
      return now.escrowEndDate !== null && now;
    });
    const left = Date.parse(escrowEndDate) - market().marketplace.clock!.now();
    expect(left / HOUR).toBeGreaterThan(73);
    expect(left / HOUR).toBeLessThanOrEqual(74);
    await told(sold, /^Escrow resumed/, ['mbuyer', 'mseller']);
  });

  test('without a reported end is ended by staff once, with a rationale', async () => {
    const sold = await shipped(buyer, seller);
    const chargebackId = await charge(sold, 'opened');
    await queued(sold, 'chargeback');
    const { chargebacks } = (await clerk.get(`staff/cases/${sold.id}`)).body;
    expect(JSON.stringify(chargebacks)).toContain(chargebackId);
    const ending = { chargebackId, outcome: 'won', rationale: 'The bank said so on the telephone' };
    const end = (said: object) => post(clerk, sold, 'chargeback/end', { ...ending, ...said });
    expect(await end({ rationale: '' })).toMatchObject({ status: 400 });
    expect(await end({ chargebackId: 'cb_other' })).toMatchObject({ status: 409, body: { code: 'chargebackNotOpen' } });
    expect((await post(seller, sold, 'chargeback/end', ending)).status).toBe(403);
    succeeded(await end({}), 'ending');
    await eventually(async () => (await transaction(sold)).holds.length === 0);
    expect(await events(sold)).toEqual(expect.arrayContaining(['ChargebackEndedByStaff', 'ChargebackWon']));
    expect(await end({})).toMatchObject({ status: 409 });
  });

  test('stops a payout, and nothing is paid when it is lost', async () => {
    const sold = await shipped(buyer, seller);
    succeeded(await post(buyer, sold, 'confirm-delivery'), 'arrival');
    const cb = await charge(sold, 'opened');
    await days(8);
    expect(await events(sold)).not.toContain('PayoutInitiated');
    await charge(sold, 'lost', cb);
    await becomes(buyer, sold, 'REFUNDED');
    expect(await events(sold)).not.toContain('PayoutInitiated');
  });

  test('after the payout opens a case; the sale stays completed and the marketplace bears the loss', async () => {
    const sold = await shipped(buyer, seller);
    succeeded(await post(buyer, sold, 'confirm-delivery'), 'arrival');
    await days(8);
    await becomes(buyer, sold, 'COMPLETED');
    // a claim is now a report to staff, with its photos
    const evidence = await photographed(buyer, sold);
    const claim = { category: 'OTHER', claim: 0, text: 'The paint flakes', evidence };
    expect((await post(buyer, sold, 'dispute', claim)).body.message).toBe('Your claim is with our staff');
    await queued(sold, 'lateClaim');
    const { statements } = (await clerk.get(`staff/cases/${sold.id}`)).body;
    expect(statements.at(-1)).toMatchObject({ text: 'The paint flakes', evidence: [expect.anything()] });

    await charge(sold, 'lost', await charge(sold, 'opened'));
    await eventually(async () => (await events(sold)).includes('LateChargebackLost'));
    expect(await transaction(sold)).toMatchObject({ status: 'COMPLETED', holds: [] });
    expect(JSON.stringify((await transaction(sold)).paymentHistory)).not.toContain('LateChargeback');
    await told(sold, /^Case TX/, ['mclerk']);
    await told(sold, /^On hold/, []);
    const [{ covered, difference }] = (await clerk.get(`staff/cases/${sold.id}`)).body.tAccounts;
    expect(covered).toBeGreaterThan(0);
    expect(difference).toBe(0);
  });

  test('during a refund does not change it', async () => {
    const sold = await paid(buyer, seller);
    market().marketplace.provider.controls.holdWebhooks(true);
    succeeded(await post(buyer, sold, 'cancel'), 'cancelling');
    await becomes(buyer, sold, 'REFUND_BUYER');
    market().marketplace.provider.controls.holdWebhooks(false);
    const cb = await charge(sold, 'opened');
    await eventually(async () => (await events(sold)).some((type) => /ChargebackOpened$/.test(type)));
    await charge(sold, 'won', cb);
    await wait(MINUTE);
    await becomes(buyer, sold, 'REFUNDED');
  });
});

test('leaves every read model equal to the events', async () => {
  await market().settle();
  await expectAllRowsAsTheEventsSay(market().config);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { ADDRESS, eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';
import { watchList } from '../watching.ts';

/** Rows of the transition table that no other suite covers over HTTP; this folder’s README lists which suite covers which. */
const market = useMarketplace();
const { bought, checkout, becomes, paid, shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
beforeAll(async () => {
  [buyer, seller, clerk] = await Promise.all([
    market().member('tbuyer'),
    market().seller('tseller'),
    market().staff('tclerk'),
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
} = watchList(market, () => ({ buyer, seller, clerk }));

const TOTAL = 5_825;
const provider = () => market().marketplace.provider.controls;
const session = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const bells = async (member: Member): Promise<string[]> =>
  (await member.get('notifications?limit=50')).body.notifications.map(({ type }: { type: string }) => type);

describe('paying', () => {
  test('by bank transfer ends the window, has 7 days, and gives 30 minutes after a failure', async () => {
    const sold = await bought(buyer, seller);
    const url = await checkout(buyer, sold);
    expect(await armed(sold)).toEqual(['paymentWindow']);
    await fetch(new URL(new URL(url).pathname, market().url), {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'processing', settles: 'failed' }),
      redirect: 'manual',
    });
    await eventually(async () => (await events(sold)).includes('PaymentProcessing'));
    await eventually(async () => JSON.stringify(await armed(sold)) === '["settlement"]');
    await wait(3 * MINUTE);
    await becomes(buyer, sold, 'PAYMENT_FAILED');
    expect(await armed(sold)).toEqual(['paymentWindow']);
    await told(sold, /^Payment failed/, ['tbuyer']);
    expect(await bells(buyer)).toContain('payment_failed');
    expect((await post(buyer, sold, 'initiate-payment')).status).toBe(200);
    await becomes(buyer, sold, 'PAYMENT_PENDING');
  });

  test('abandoned by the payer counts as failed, and the other party is not notified [L-041]', async () => {
    const sold = await bought(buyer, seller);
    await market().pay(await checkout(buyer, sold), 'cancelled');
    await becomes(buyer, sold, 'PAYMENT_FAILED');
    await told(sold, /^Payment failed/, ['tbuyer']);
  });

  test('another amount is refunded and frees the listing; both are notified, and staff have a case [L-058]', async () => {
    const sold = await bought(buyer, seller);
    await provider().captureAnyway(session(await checkout(buyer, sold)), 4_000);
    await market().settle();
    await becomes(buyer, sold, 'REFUND_BUYER');
    expect(await events(sold)).toEqual(expect.arrayContaining(['PaymentMismatched', 'RefundRequested']));
    await wait(HOUR);
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /is being returned$/, ['tbuyer']);
    await told(sold, /^Wrong amount paid/, ['tseller']);
    await told(sold, /^Refunded: €40\.00/, ['tbuyer']);
    await eventually(async () => (await offered(sold)) === 'active');
    await told(sold, /^Case TX/, ['tclerk']);
    // the completed refund closed the case
    const { cases } = (await clerk.get('staff/cases?kind=paymentMismatch')).body;
    expect(cases.filter((each: { sale: { _id: string } }) => each.sale._id === sold.id)).toEqual([]);
  });

  test('late is refunded and never revives the sale', async () => {
    const sold = await bought(buyer, seller);
    const cs = session(await checkout(buyer, sold));
    await wait(31 * MINUTE);
    await becomes(buyer, sold, 'CANCELLED');
    await told(sold, /^Payment window closed/, ['tbuyer']);
    await eventually(async () => (await offered(sold)) === 'active');
    await provider().captureAnyway(cs, TOTAL);
    await market().settle();
    await becomes(buyer, sold, 'REFUND_BUYER');
    expect(await events(sold)).toContain('LatePaymentReceived');
    await wait(HOUR);
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /is being returned$/, ['tbuyer']);
    expect(await offered(sold)).toBe('active');
  });

  test('twice refunds the second payment, and the sale continues', async () => {
    const sold = await bought(buyer, seller);
    const url = await checkout(buyer, sold);
    await market().pay(url);
    await becomes(buyer, sold, 'AWAIT_SHIPPING');
    await provider().captureAnyway(session(url), TOTAL);
    await market().settle();
    await wait(HOUR);
    await eventually(async () => (await events(sold)).includes('DuplicateRefundCompleted'));
    expect((await transaction(sold)).status).toBe('AWAIT_SHIPPING');
    await told(sold, /is being returned$/, ['tbuyer']);
  });

  test('above €100 requires strong customer authentication, not at €100 [D2-376]', async () => {
    const page = async (price: string) => {
      const url = await checkout(buyer, await bought(buyer, seller, price));
      return (await fetch(new URL(new URL(url).pathname, market().url))).text();
    };
    expect(await page('100.01')).toContain('Strong customer authentication');
    expect(await page('100.00')).not.toContain('Strong customer authentication');
  });
});

describe('shipping', () => {
  test('missed for 96 hours refunds everything and archives the listing', async () => {
    const sold = await paid(buyer, seller);
    expect(await armed(sold)).toEqual(expect.arrayContaining(['shipment', 'shipReminder']));
    await wait(73 * HOUR);
    await told(sold, /^24 hours left to ship/, ['tseller']);
    await wait(24 * HOUR);
    await becomes(buyer, sold, 'REFUNDED');
    expect(await events(sold)).toEqual(expect.arrayContaining(['ShipmentDeadlineMissed', 'RefundCompleted']));
    await told(sold, /^Not shipped in time/, ['tbuyer', 'tseller']);
    const mine = (await seller.get('listings/user?status=archived')).body;
    expect(JSON.stringify(mine)).toContain(sold.listing);
  });

  test('that the seller cannot do archives the listing', async () => {
    const sold = await paid(buyer, seller);
    succeeded(await post(seller, sold, 'cancel', { reason: 'UNAVAILABLE' }), 'cancelling');
    await wait(HOUR);
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /^Cancelled/, ['tbuyer', 'tseller']);
    await eventually(async () =>
      JSON.stringify((await seller.get('listings/user?status=archived')).body).includes(sold.listing),
    );
  });
});

describe('escrow', () => {
  test('ends automatically after two notices, and a dispute reverts it until the payout begins', async () => {
    const sold = await shipped(buyer, seller);
    expect(await armed(sold)).toEqual(expect.arrayContaining(['escrowEnd', 'firstNotice', 'lastNotice']));
    await wait(9 * DAY);
    await told(sold, /^Escrow ends in 3 days/, ['tbuyer']);
    await wait(2 * DAY);
    await told(sold, /^Escrow ends in 1 day:/, ['tbuyer']);
    await wait(DAY + MINUTE);
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
    await told(sold, /^Escrow completed/, ['tbuyer', 'tseller']);
    succeeded(
      await post(buyer, sold, 'dispute', { category: 'NOT_RECEIVED', claim: 20, text: 'Nothing came' }),
      'dispute',
    );
    expect(await transaction(sold)).toMatchObject({
      status: 'ESCROW_COMPLETED',
      dispute: { state: 'awaiting_seller' },
    });
    expect(await armed(sold)).toEqual(expect.arrayContaining(['disputeAnswer']));
    expect(await armed(sold)).not.toContain('payoutRun');
    expect((await events(sold)).slice(-2)).toEqual(expect.arrayContaining(['DisputeOpened', 'ReleaseRevoked']));
  });

  test('becomes a dispute after a 30-day pause, or by the seller after 7 days', async () => {
    const [sold, impatient] = [await shipped(buyer, seller), await shipped(buyer, seller)];
    await wait(10 * DAY);
    for (const each of [sold, impatient])
      succeeded(await post(buyer, each, 'pause-escrow', { reason: 'Not here yet' }), 'pausing');
    await told(sold, /^Escrow paused/, ['tbuyer', 'tseller']);
    const claim = { category: 'PAUSED_TOO_LONG', claim: 0, text: 'It was delivered' };
    expect((await post(seller, impatient, 'dispute', claim)).status).toBe(409);
    await wait(8 * DAY);
    await told(sold, /^Still paused/, ['tbuyer']);
    expect((await post(seller, impatient, 'dispute', claim)).status).toBe(200);
    expect((await events(impatient)).slice(-2)).toContain('DisputeReferred');
    await told(impatient, /^Dispute opened/, ['tbuyer']);
    await wait(23 * DAY);
    expect(await transaction(sold)).toMatchObject({ dispute: { category: 'PAUSE_EXPIRED', openedBy: 'system' } });
    await told(sold, /^Dispute opened/, ['tbuyer', 'tseller']);
    // the buyer’s confirmation also ends a dispute that the pause limit opened
    expect((await post(buyer, sold, 'confirm-delivery')).status).toBe(200);
    expect((await transaction(sold)).dispute.state).toBe('withdrawn');
  });

  test('goes to staff after 75 days, who divide the money under their hold', async () => {
    const sold = await shipped(buyer, seller);
    succeeded(await post(buyer, sold, 'dispute', { category: 'DAMAGED', claim: 20, text: 'A wing' }), 'dispute');
    await wait(76 * DAY);
    expect(await events(sold)).toEqual(expect.arrayContaining(['SellerSilent', 'EscalatedToStaff', 'StaffHoldPlaced']));
    await told(sold, /^On hold/, ['tbuyer', 'tseller']);
    await told(sold, /^Dispute TX/, ['tclerk']);
    expect((await transaction(sold)).holds).toEqual(['staff']);
    const decision = { toBuyer: 0, rationale: 'The photos show nothing' };
    expect((await post(clerk, sold, 'dispute/decide', decision)).status).toBe(200);
    await market().settle();
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
    for (const party of [buyer, seller])
      expect((await transaction(sold, party)).decision).toMatchObject({ by: 'staff', rationale: decision.rationale });
    await told(sold, /^Our staff decided/, ['tbuyer', 'tseller']);
    // and each sees it in their own data
    for (const party of [buyer, seller]) {
      const mine = (await party.get('user/data')).body.transactions.find(({ _id }: { _id: string }) => _id === sold.id);
      expect(mine).toMatchObject({ dispute: { opening: { text: 'A wing' } }, decision: { by: 'staff' } });
    }
  });
});

describe('a return', () => {
  const asked = async () => {
    const sold = await shipped(buyer, seller);
    succeeded(await post(buyer, sold, 'return', { text: 'Too small' }), 'asking');
    return sold;
  };

  test('approved but never sent lapses, and escrow continues', async () => {
    const sold = await asked();
    succeeded(await post(seller, sold, 'return/approve', { to: ADDRESS }), 'approving');
    await told(sold, /^Return approved/, ['tbuyer']);
    expect(await armed(sold)).toContain('returnShipBack');
    await days(9);
    expect(await events(sold)).toContain('ReturnLapsed');
    await told(sold, /^Return expired/, ['tbuyer', 'tseller']);
    expect((await transaction(sold)).escrowEndDate).not.toBeNull();
  });

  test('without answers is approved, received and refunded, and the seller is notified of each', async () => {
    const { country: _, ...address } = ADDRESS;
    succeeded(await seller.put('user/shipping', address), 'an address for returns');
    const sold = await asked();
    await wait(2 * DAY + MINUTE);
    await told(sold, /^Return approved/, ['tbuyer', 'tseller']);
    succeeded(await post(buyer, sold, 'return/shipped', { trackingCode: '3SBACK' }), 'sending back');
    expect(await armed(sold)).toContain('returnInspection');
    await days(13);
    await becomes(buyer, sold, 'REFUNDED');
    await told(sold, /^Return counts as received/, ['tseller']);
    await told(sold, /^Refunded/, ['tbuyer']);
  });
});

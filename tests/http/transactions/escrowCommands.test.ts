import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { shipped, becomes, paid, photographed } = sales(market);
let buyer: Member;
let seller: Member;
let staff: Member;
beforeAll(async () => {
  [buyer, seller, staff] = await Promise.all([
    market().member('ebuyer'),
    market().seller('eseller'),
    market().staff('estaff'),
  ]);
});

const send = (by: Member, id: string, command: string, body: object = {}) =>
  by.post(`transaction/${id}/${command}`, body);
const RETURN_TO = {
  fullName: 'Eva Seller',
  streetAddress1: 'Oude Gracht 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};
const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
const disputed = async () => {
  const sold = await shipped(buyer, seller);
  expect((await send(buyer, sold.id, 'dispute', CLAIM)).body).toMatchObject({
    success: true,
    transaction: { status: 'IN_ESCROW', displayStatus: 'IN_ESCROW_DISPUTED' },
  });
  return sold;
};

describe('a dispute [D2-314]', () => {
  later.test('is withdrawn by the buyer', async () => {
    const { id } = await disputed();
    expect((await send(seller, id, 'dispute/withdraw')).status).toBe(403);
    expect((await send(buyer, id, 'dispute/withdraw')).body.transaction.displayStatus).toBe('IN_ESCROW');
  });

  test('is accepted by the seller, and the claim is refunded', async () => {
    const sold = await disputed();
    expect((await send(seller, sold.id, 'dispute/accept')).body.transaction.status).toBe('REFUND_BUYER');
    await market().settle();
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
  });

  later.test('is settled by an offer that the buyer accepts', async () => {
    const { id } = await disputed();
    expect((await send(seller, id, 'dispute/offer', { toBuyer: 10.5 })).status).toBe(200);
    expect((await send(buyer, id, 'dispute/refuse-offer')).status).toBe(200);
    expect((await send(seller, id, 'dispute/offer', { toBuyer: 15 })).status).toBe(200);
    expect((await send(buyer, id, 'dispute/accept-offer')).body.transaction.status).toBe('REFUND_BUYER');
  });

  test('is contested and decided by staff alone, with a rationale [D2-267] [D2-193]', async () => {
    const sold = await disputed();
    expect((await send(seller, sold.id, 'dispute/contest', { text: 'It left whole' })).status).toBe(200);
    const decision = { toBuyer: 20, rationale: 'The photos show transport damage' };
    for (const party of [buyer, seller])
      expect((await send(party, sold.id, 'dispute/decide', decision)).status).toBe(403);
    expect((await send(staff, sold.id, 'dispute/decide', { toBuyer: 20 })).status).toBe(400);
    expect((await send(staff, sold.id, 'dispute/decide', decision)).body.transaction.status).toBe('REFUND_BUYER');
    await market().settle();
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
  });

  test('is refunded above €50 only after the seller had time to appeal, once, to another member of staff', async () => {
    const sold = await shipped(buyer, seller, '90.00');
    const claim = { category: 'DAMAGED', claim: 90, text: 'A broken wing' };
    expect((await send(buyer, sold.id, 'dispute', claim)).status).toBe(200);
    expect((await send(seller, sold.id, 'dispute/contest', { text: 'It left whole' })).status).toBe(200);
    const decision = { toBuyer: 60, rationale: 'The photos show transport damage' };
    const { transaction } = (await send(staff, sold.id, 'dispute/decide', decision)).body;
    expect(transaction).toMatchObject({ status: 'IN_ESCROW', dispute: { state: 'deferred' } });
    const { dueAt } = transaction.deadlines.find(({ kind }: { kind: string }) => kind === 'decidedRefund');
    expect(transaction.decision.appeals).toEqual({ buyer: dueAt, seller: dueAt });
    const appealed = await send(seller, sold.id, 'dispute/appeal', { text: 'Look at the box' });
    expect(appealed.body.transaction.dispute.state).toBe('under_review');
    expect(appealed.body.transaction.heard.at(-1)).toMatchObject({ kind: 'appeal', by: 'seller' });
    expect((await send(staff, sold.id, 'dispute/decide', decision)).body.code).toBe('ownDecision');
    const other = await market().staff('eother');
    expect((await send(other, sold.id, 'dispute/decide', decision)).body.transaction.status).toBe('REFUND_BUYER');
    expect((await send(seller, sold.id, 'dispute/appeal', { text: 'And again' })).status).toBe(409);
    await market().settle();
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
  });

  test.each([
    ['no category', { category: undefined }, 'Please select what is wrong'],
    ['one of the marketplace’s own', { category: 'PAUSE_EXPIRED' }, 'Please select what is wrong'],
    ['no amount', { claim: 'all' }, 'A valid amount is required'],
    ['no text', { text: ' ' }, 'Please describe what is wrong'],
  ])('with %s is 400', async (_, change, message) => {
    const { status, body } = await send(buyer, '0'.repeat(32), 'dispute', { ...CLAIM, ...change });
    expect({ status, message: body.message }).toEqual({ status: 400, message });
  });
});

describe('a return [D2-314]', () => {
  const requested = async () => {
    const sold = await shipped(buyer, seller);
    const { body } = await send(buyer, sold.id, 'return', { text: 'Not as described' });
    expect(body.transaction).toMatchObject({ status: 'IN_ESCROW', displayStatus: 'RETURN_IN_PROGRESS' });
    return sold;
  };

  test('is approved, sent back, received and refunded [D2-196]', async () => {
    const sold = await requested();
    expect((await send(buyer, sold.id, 'return/approve', { to: RETURN_TO })).status).toBe(403);
    expect((await send(seller, sold.id, 'return/approve', { to: RETURN_TO })).status).toBe(200);
    expect((await send(buyer, sold.id, 'return/shipped')).body.message).toBe('A tracking code is required');
    expect((await send(buyer, sold.id, 'return/shipped', { trackingCode: '3SBACK' })).status).toBe(200);
    expect((await send(seller, sold.id, 'return/received')).body.transaction.status).toBe('REFUND_BUYER');
    await market().settle();
    await becomes(buyer, sold, 'REFUNDED');
  });

  later.test('that is refused becomes a dispute', async () => {
    const { id } = await requested();
    const { body } = await send(seller, id, 'return/refuse', { text: 'It is as described' });
    expect(body.transaction.displayStatus).toBe('IN_ESCROW_DISPUTED');
  });

  later.test('that is rejected on arrival needs evidence and becomes a dispute', async () => {
    const { id } = await requested();
    await send(seller, id, 'return/approve', { to: RETURN_TO });
    await send(buyer, id, 'return/shipped', { trackingCode: '3SBACK' });
    expect((await send(seller, id, 'return/reject', { text: 'An empty box', evidence: [] })).status).toBe(400);
    const rejection = { text: 'An empty box', evidence: await photographed(seller, { id }) };
    expect((await send(seller, id, 'return/reject', rejection)).body.transaction.displayStatus).toBe(
      'IN_ESCROW_DISPUTED',
    );
  });

  later.test('shows the buyer the address and who pays the return shipping', async () => {
    const { id } = await requested();
    const seen = async (by: Member) => (await by.get(`transaction/${id}`)).body.return;
    expect(await seen(buyer)).toMatchObject({ to: null, addressed: false, postage: null });
    expect((await send(seller, id, 'return/approve', { to: RETURN_TO, sellerPaysPostage: true })).status).toBe(200);
    for (const party of [buyer, seller])
      expect(await seen(party)).toMatchObject({ to: RETURN_TO, addressed: true, postage: 'seller' });
    const export_ = await seller.get('user/data');
    expect(JSON.stringify(export_.body)).toContain('Oude Gracht 1');
    expect(
      (
        await market()
          .member('ecurious')
          .then((one) => one.get(`transaction/${id}`))
      ).status,
    ).toBe(404);
    expect((await send(seller, id, 'return/address', { to: RETURN_TO })).status).toBe(409);
  });

  later.test.each([
    ['no address', {}, 'to'],
    ['no street', { to: { ...RETURN_TO, streetAddress1: ' ' } }, 'to.streetAddress1'],
    ['a country that is not on the list', { to: { ...RETURN_TO, country: 'Atlantis' } }, 'to.country'],
    ['too long a postal code', { to: { ...RETURN_TO, postalCode: '1'.repeat(21) } }, 'to.postalCode'],
  ])('is not approved with %s', async (_, body, field) => {
    const { id } = await requested();
    const answer = await send(seller, id, 'return/approve', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? answer.body.fields ?? {})).toContain(field);
    expect((await seller.get(`transaction/${id}`)).body.return.state).toBe('requested');
  });

  later.test('that has not arrived is rejected without a photo, and staff decide', async () => {
    const { id } = await requested();
    await send(seller, id, 'return/approve', { to: RETURN_TO });
    await send(buyer, id, 'return/shipped', { trackingCode: 'INVENTED' });
    const { status, body } = await send(seller, id, 'return/reject', { text: 'No such parcel', notArrived: true });
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({
      displayStatus: 'IN_ESCROW_DISPUTED',
      dispute: { category: 'RETURN_NOT_ARRIVED', state: 'under_review' },
    });
    await market().advance(13 * DAY);
    const again = await market().signIn(buyer.email, buyer.password, buyer);
    expect((await again.get(`transaction/${id}`)).body.status).toBe('IN_ESCROW');
  });

  later.test('that is not answered is approved after 2 days [D2-194] [D2-197]', async () => {
    const sold = await requested();
    await market().advance(2 * DAY + 1);
    const again = await market().signIn(buyer.email, buyer.password, buyer);
    const { body } = await again.get(`transaction/${sold.id}`);
    expect(body.paymentHistory.map(({ event }: { event: string }) => event)).toContain('ReturnApproved');
  });
});

describe('a staff hold', () => {
  test('is placed and lifted by staff with a reason, and blocks meanwhile', async () => {
    const { id } = await paid(buyer, seller);
    expect((await send(seller, id, 'hold', { reason: 'x' })).status).toBe(403);
    expect((await send(staff, id, 'hold')).body.message).toBe('A reason is required');
    expect((await send(staff, id, 'hold', { reason: 'Police enquiry' })).status).toBe(200);
    expect((await send(seller, id, 'confirm-shipment')).status).toBe(409);
    expect((await send(staff, id, 'hold/lift', { reason: 'Cleared' })).status).toBe(200);
    expect((await send(seller, id, 'confirm-shipment')).status).toBe(200);
  });
});

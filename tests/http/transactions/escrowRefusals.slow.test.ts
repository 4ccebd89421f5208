import { beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { shipped, photographed } = sales(market);
let buyer: Member;
let seller: Member;
let staff: Member;
beforeAll(async () => {
  [buyer, seller, staff] = await Promise.all([
    market().member('fbuyer'),
    market().seller('fseller'),
    market().staff('fstaff'),
  ]);
});

const send = (by: Member, { id }: { id: string }, command: string, body: object = {}) =>
  by.post(`transaction/${id}/${command}`, body);
/** Status, text and field of a refusal; the call must have been refused. */
const refusal = async (reply: ReturnType<typeof send>) => {
  const { status, body } = await reply;
  expect(status).toBeGreaterThanOrEqual(400);
  return [status, body.message, ...Object.keys(body.errors ?? {})];
};
const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
const disputed = async () => {
  const sold = await shipped(buyer, seller);
  expect((await send(buyer, sold, 'dispute', CLAIM)).status).toBe(200);
  return sold;
};
const NOT_NOW = 'This is not possible in the current state of the transaction';
const NOT_YOURS = 'You cannot do this in this transaction';
const LONG = 'x'.repeat(1001);

describe('a dispute is refused', () => {
  test.each([
    ['no category', { category: undefined }, 'Please select what is wrong', 'category'],
    ['no sum', { claim: 'all' }, 'A valid amount is required', 'claim'],
    ['no text', { text: '  ' }, 'Please describe what is wrong', 'text'],
    ['a text that is too long', { text: LONG }, 'At most 1000 characters', 'text'],
    ['more than was paid', { claim: 500 }, 'This amount is not possible here'],
    ['a sum of nothing', { claim: 0 }, 'This amount is not possible here'],
  ])('with %s', async (_, change, ...said) => {
    const sold = await shipped(buyer, seller);
    expect(await refusal(send(buyer, sold, 'dispute', { ...CLAIM, ...change }))).toEqual([400, ...said]);
  });

  test('from the seller without a pause, and a second time from anyone [D2-255]', async () => {
    const sold = await disputed();
    expect(await refusal(send(buyer, sold, 'dispute', CLAIM))).toEqual([409, NOT_NOW]);
    const other = await shipped(buyer, seller);
    expect(await refusal(send(seller, other, 'dispute', CLAIM))).toEqual([409, NOT_NOW]);
  });

  test('without an open dispute, and from the wrong party', async () => {
    const sold = await shipped(buyer, seller);
    const answer = { text: 'It left whole' };
    expect(await refusal(send(seller, sold, 'dispute/accept'))).toEqual([409, NOT_NOW]);
    expect(await refusal(send(seller, sold, 'dispute/contest', answer))).toEqual([409, NOT_NOW]);
    expect(await refusal(send(buyer, sold, 'dispute/withdraw'))).toEqual([409, NOT_NOW]);
    const open = await disputed();
    for (const [command, body] of [
      ['accept', {}],
      ['contest', answer],
      ['offer', { toBuyer: 5 }],
    ] as const)
      expect(await refusal(send(buyer, open, `dispute/${command}`, body))).toEqual([403, NOT_YOURS]);
    for (const command of ['withdraw', 'accept-offer', 'refuse-offer'])
      expect(await refusal(send(seller, open, `dispute/${command}`))).toEqual([403, NOT_YOURS]);
  });

  test('with an empty answer, an impossible offer, or an answer without an offer', async () => {
    const sold = await disputed();
    expect(await refusal(send(seller, sold, 'dispute/contest'))).toEqual([400, 'Please answer the claim', 'text']);
    expect(await refusal(send(seller, sold, 'dispute/contest', { text: LONG }))).toEqual([
      400,
      'At most 1000 characters',
      'text',
    ]);
    expect(await refusal(send(seller, sold, 'dispute/offer'))).toEqual([400, 'A valid amount is required', 'toBuyer']);
    for (const toBuyer of [0, 57.9, 1000])
      expect(await refusal(send(seller, sold, 'dispute/offer', { toBuyer }))).toEqual([
        400,
        'This amount is not possible here',
      ]);
    for (const command of ['accept-offer', 'refuse-offer'])
      expect(await refusal(send(buyer, sold, `dispute/${command}`))).toEqual([409, NOT_NOW]);
    expect((await send(seller, sold, 'dispute/offer', { toBuyer: 5 })).status).toBe(200);
    expect(await refusal(send(seller, sold, 'dispute/offer', { toBuyer: 4 }))).toEqual([409, NOT_NOW]);
  });

  test('decided without a rationale, with an impossible amount, or before its review', async () => {
    const sold = await disputed();
    const decision = { toBuyer: 5, rationale: 'The photos show it' };
    expect(await refusal(send(staff, sold, 'dispute/decide', decision))).toEqual([409, NOT_NOW]);
    expect((await send(seller, sold, 'dispute/contest', { text: 'No' })).status).toBe(200);
    expect(await refusal(send(staff, sold, 'dispute/decide', { toBuyer: 5 }))).toEqual([
      400,
      'A rationale is required',
      'rationale',
    ]);
    expect(await refusal(send(staff, sold, 'dispute/decide', { ...decision, toBuyer: 999 }))).toEqual([
      400,
      'This amount is not possible here',
    ]);
  });
});

describe('a return is refused', () => {
  const requested = async () => {
    const sold = await shipped(buyer, seller);
    expect((await send(buyer, sold, 'return', { text: 'Not my colour' })).status).toBe(200);
    return sold;
  };

  test('without a reason, during a dispute, a second time, and from the seller', async () => {
    const sold = await shipped(buyer, seller);
    const why = { text: 'Not my colour' };
    expect(await refusal(send(buyer, sold, 'return'))).toEqual([
      400,
      'Please say why you want to return the item',
      'text',
    ]);
    expect(await refusal(send(seller, sold, 'return', why))).toEqual([403, NOT_YOURS]);
    expect(await refusal(send(buyer, await disputed(), 'return', why))).toEqual([409, NOT_NOW]);
    expect(await refusal(send(buyer, await requested(), 'return', why))).toEqual([409, NOT_NOW]);
  });

  test('from the seller without a reason', async () => {
    const sold = await requested();
    expect(await refusal(send(seller, sold, 'return/refuse', { text: '' }))).toEqual([
      400,
      'Please say why you refuse the return',
      'text',
    ]);
    expect(await refusal(send(buyer, sold, 'return/refuse', { text: 'x' }))).toEqual([403, NOT_YOURS]);
  });

  test('out of turn, or on arrival without evidence', async () => {
    const sold = await requested();
    expect(await refusal(send(buyer, sold, 'return/shipped', { trackingCode: '3S' }))).toEqual([409, NOT_NOW]);
    expect(await refusal(send(seller, sold, 'return/received'))).toEqual([409, NOT_NOW]);
    expect((await send(seller, sold, 'return/approve', { to: ADDRESS })).status).toBe(200);
    expect(await refusal(send(buyer, sold, 'return/shipped', { trackingCode: ' ' }))).toEqual([
      400,
      'A tracking code is required',
      'trackingCode',
    ]);
    expect((await send(buyer, sold, 'return/shipped', { trackingCode: '3SBACK' })).status).toBe(200);
    expect(await refusal(send(seller, sold, 'return/reject', { text: 'Empty', evidence: [] }))).toEqual([
      400,
      'Evidence is required',
      'evidence',
    ]);
    const evidence = await photographed(seller, sold);
    expect(await refusal(send(seller, sold, 'return/reject', { text: ' ', evidence }))).toEqual([
      400,
      'Please say why you reject the return',
      'text',
    ]);
  });
});

test('shows statements and photos to both parties and staff only', async () => {
  const sold = await shipped(buyer, seller);
  const photos = [await photographed(buyer, sold)];
  expect((await send(buyer, sold, 'dispute', { ...CLAIM, evidence: photos[0] })).status).toBe(200);
  photos.push(await photographed(seller, sold));
  const { body } = await send(seller, sold, 'dispute/contest', { text: 'It left whole', evidence: photos[1] });
  const decision = { toBuyer: 20, rationale: 'The photos show transport damage' };
  expect((await send(staff, sold, 'dispute/decide', decision)).status).toBe(200);
  expect(body.transaction.dispute.answer.text).toBe('It left whole');
  for (const reader of [buyer, seller, staff]) {
    const { dispute, decision: read } = (await reader.get(`transaction/${sold.id}`)).body;
    expect(dispute).toMatchObject({ opening: { text: 'A broken wing' }, answer: { text: 'It left whole' } });
    expect(read).toMatchObject({ by: 'staff', ...decision });
    for (const { evidence } of [dispute.opening, dispute.answer])
      for (const path of [evidence[0].url, evidence[0].thumbnailUrl])
        expect((await fetch(new URL(path, market().url))).status).toBe(200);
  }
  const stranger = await market().member('fstranger');
  expect((await stranger.get(`transaction/${sold.id}`)).status).toBe(404);
  const list = (await buyer.get('transaction/history?type=purchase')).body;
  expect(JSON.stringify(list)).not.toContain('broken wing');
});

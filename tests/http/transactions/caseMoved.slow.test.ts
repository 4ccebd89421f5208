import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let first: Member;
let second: Member;
beforeAll(async () => {
  [buyer, seller, first, second] = await Promise.all([
    market().member('mbuyer'),
    market().seller('mseller'),
    market().staff('mfirst'),
    market().staff('msecond'),
  ]);
});

const send = (by: Member, id: string, command: string, body: object = {}, options = {}) =>
  by.post(`transaction/${id}/${command}`, body, options);
const reviewed = async () => {
  const { id } = await shipped(buyer, seller);
  await send(buyer, id, 'dispute', { category: 'DAMAGED', claim: 20, text: 'A broken wing' });
  await send(seller, id, 'dispute/contest', { text: 'It left whole' });
  return id;
};
const revisionRead = async (by: Member, id: string): Promise<number> =>
  (await by.get(`staff/cases/${id}`)).body.transaction.revision;
const DECISION = { toBuyer: 13, rationale: 'The photos show it' };

describe('staff decide only on a case they have read', () => {
  test('a newer statement gives 409 with its entry, and nothing changes', async () => {
    const id = await reviewed();
    const basedOn = await revisionRead(first, id);
    await send(buyer, id, 'dispute/statement', { text: 'I dropped it myself' });
    const refused = await send(first, id, 'dispute/decide', { ...DECISION, basedOn });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'caseMoved',
      message: expect.stringContaining('This case has news'),
      revision: basedOn + 1,
      news: [{ event: 'StatementGiven', revision: basedOn + 1, actor: { username: 'mbuyer' } }],
    });
    expect(JSON.stringify(refused.body)).not.toContain('I dropped it');
    const sale = await first.get(`staff/cases/${id}`);
    expect(sale.body.transaction).toMatchObject({ displayStatus: 'IN_ESCROW_DISPUTED', revision: basedOn + 1 });
    const again = await send(first, id, 'dispute/decide', { ...DECISION, basedOn: refused.body.revision });
    expect(again.body.transaction.status).toBe('REFUND_BUYER');
  });

  test('the second decider learns who was first, when and what', async () => {
    const id = await reviewed();
    const basedOn = await revisionRead(first, id);
    expect((await send(second, id, 'dispute/decide', { ...DECISION, basedOn })).status).toBe(200);
    const { status, body } = await send(first, id, 'dispute/decide', { ...DECISION, basedOn });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'caseMoved' });
    expect(body.message).toMatch(/^msecond was first: Our staff decided \(\d\d? \w{3} \d{4}, \d\d:\d\d UTC\)/);
    expect(body.news).toEqual([
      expect.objectContaining({ event: 'DisputeDecided', detail: expect.stringContaining('€13.00') }),
    ]);
  });

  test('the second decider of a hold learns of the decision, not of the end of the hold', async () => {
    const { id } = await shipped(buyer, seller);
    await send(first, id, 'hold', { reason: 'Looks odd' });
    const basedOn = await revisionRead(first, id);
    expect((await send(second, id, 'dispute/decide', { ...DECISION, basedOn })).status).toBe(200);
    const { body } = await send(first, id, 'dispute/decide', { ...DECISION, basedOn });
    expect(body.message).toMatch(/^msecond was first: Our staff decided \(/);
  });

  test('one of two concurrent decisions wins, and the other learns whose', async () => {
    const id = await reviewed();
    const basedOn = await revisionRead(first, id);
    const answers = await Promise.all(
      [first, second].map((by) => send(by, id, 'dispute/decide', { ...DECISION, basedOn })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409)!;
    expect(loser.body).toMatchObject({ code: 'caseMoved', message: expect.stringContaining('was first') });
  });

  test('a repeated decision under its id gets the first answer', async () => {
    const id = await reviewed();
    const basedOn = await revisionRead(first, id);
    const options = { commandId: `decide-${id}` };
    expect((await send(first, id, 'dispute/decide', { ...DECISION, basedOn }, options)).status).toBe(200);
    await market().settle();
    const again = await send(first, id, 'dispute/decide', { ...DECISION, basedOn }, options);
    expect({ status: again.status, message: again.body.message }).toEqual({ status: 200, message: 'Decision made' });
  });

  test.each([
    ['dispute/decide', DECISION],
    ['dispute/confirm-decision', { decisionId: 'd1' }],
    ['dispute/reject-decision', { decisionId: 'd1', reason: 'No' }],
    ['dispute/counter-decision', { decisionId: 'd1', reason: 'No', ...DECISION }],
    ['dispute/ask', { party: 'buyer', question: 'When?' }],
    ['case/close', { kind: 'lateClaim', note: 'Read' }],
    ['chargeback/end', { chargebackId: 'cb', outcome: 'won', rationale: 'The bank said so' }],
    ['chargeback/end/counter', { chargebackId: 'cb', endId: 'c1', reason: 'No', rationale: 'They wrote' }],
    ['outside/settle', { what: 'refund', reference: 'R1', rationale: 'The card is closed' }],
    ['outside/confirm', { settlementId: 'o1' }],
    ['difference/book', { caseId: 'c', rationale: 'A fee' }],
    ['outside/reject', { settlementId: 'o1', reason: 'No' }],
    [
      'outside/counter',
      { settlementId: 'o1', reason: 'No', what: 'refund', reference: 'R2', rationale: 'The card is closed' },
    ],
    ['refund/retry', {}],
    ['hold', { reason: 'Fraud' }],
    ['hold/lift', { reason: 'None' }],
  ])('%s needs a revision that the sale has reached', async (path, body) => {
    const id = await reviewed();
    for (const basedOn of [null, -1, 1.5, 10_000]) {
      const refused = await send(first, id, path, { ...body, basedOn });
      expect(refused.status, `${basedOn}`).toBe(400);
      expect(refused.body.errors).toHaveProperty('basedOn');
    }
  });
});

describe('parties accept the amounts that were shown', () => {
  test('a claim accepted with outdated amounts gives 409 with the current ones, and changes nothing', async () => {
    const { id } = await shipped(buyer, seller);
    const claimed = await send(buyer, id, 'dispute', { category: 'DAMAGED', claim: 20, text: 'A broken wing' });
    const { toBuyer, toSeller, fee } = claimed.body.transaction.dispute.accepted;
    const refused = await send(seller, id, 'dispute/accept', { toBuyer, toSeller: toSeller + 1 });
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 409,
      body: { code: 'sumsChanged', sums: { toBuyer, toSeller, fee } },
    });
    expect((await send(seller, id, 'dispute/accept', { toSeller, toBuyer: '' })).body.errors).toHaveProperty('toBuyer');
    expect((await send(seller, id, 'dispute/accept', { toBuyer, toSeller })).body.transaction.status).toBe(
      'REFUND_BUYER',
    );
  });

  test('accepting an offer fails after the seller made another', async () => {
    const { id } = await shipped(buyer, seller);
    await send(buyer, id, 'dispute', { category: 'DAMAGED', claim: 20, text: 'A broken wing' });
    const { toBuyer, toSeller } = (await send(seller, id, 'dispute/offer', { toBuyer: 15 })).body.transaction.dispute
      .offer;
    await send(buyer, id, 'dispute/refuse-offer');
    await send(seller, id, 'dispute/offer', { toBuyer: 10 });
    const refused = await send(buyer, id, 'dispute/accept-offer', { toBuyer, toSeller });
    expect(refused.body).toMatchObject({ code: 'sumsChanged', sums: { toBuyer: 10 } });
    expect((await send(buyer, id, 'dispute/accept-offer', refused.body.sums)).status).toBe(200);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { conversationKey } from '#application/conversations/conversations.ts';
import { NEW_COLLEAGUE } from '#domain/accounts/limits.ts';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { shipped, becomes } = sales(market);
let buyer: Member;
let seller: Member;
let first: Member;
let second: Member;
let auditor: Member;
let admin: Member;
beforeAll(async () => {
  [buyer, seller, first, second, auditor, admin] = await Promise.all([
    market().member('cbuyer'),
    market().seller('cseller'),
    market().staff('cfirst'),
    market().staff('csecond'),
    market().member('cauditor'),
    market().member('cadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
});

const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
const underReview = async (price: string): Promise<Sold> => {
  const sold = await shipped(buyer, seller, price);
  await buyer.post(`transaction/${sold.id}/dispute`, CLAIM);
  expect((await seller.post(`transaction/${sold.id}/dispute/contest`, { text: 'It left whole' })).status).toBe(200);
  return sold;
};
const decide = (by: Member, { id }: Sold, toBuyer = 600) =>
  by.post(`transaction/${id}/dispute/decide`, { toBuyer, rationale: 'The photos show it' });
const confirm = (by: Member, { id }: Sold, decisionId: string) =>
  by.post(`transaction/${id}/dispute/confirm-decision`, { decisionId });
const fileOf = async (by: Member, { id }: Sold) => (await by.get(`staff/cases/${id}`)).body;

test('a question of staff stays open, visible to both, until the asked party answers', async () => {
  const sold = await underReview('50.00');
  const question = { party: 'seller', question: 'Do you have the receipt?' };
  expect((await first.post(`transaction/${sold.id}/dispute/ask`, question)).body.message).toBe('Question asked');
  const asked = (await buyer.get(`transaction/${sold.id}`)).body;
  expect(asked.questions).toEqual({ buyer: null, seller: asked.heard[0].until });
  expect(Date.parse(asked.questions.seller)).toBeGreaterThan(Date.now());

  const answer = (by: Member) => by.post(`transaction/${sold.id}/dispute/statement`, { text: 'Here it is' });
  expect((await answer(buyer)).body.transaction.questions.seller).toBe(asked.questions.seller);
  expect((await answer(seller)).body.transaction.questions).toEqual({ buyer: null, seller: null });
});

describe('the preview of a decision', () => {
  const preview = (by: Member, { id }: Sold, toBuyer: number) =>
    by.get(`staff/cases/${id}/consequences?toBuyer=${toBuyer}`);

  test('is what then happens: events, entries and e-mails; and it writes nothing', async () => {
    const sold = await underReview('50.00');
    const before = await fileOf(first, sold);
    const shown = (await preview(first, sold, 20)).body;
    expect((await fileOf(first, sold)).timeline).toEqual(before.timeline);
    expect(shown.steps).toHaveLength(1);
    expect(shown.steps[0].emails.map(({ to, subject }: { to: string; subject: string }) => [to, subject])).toEqual(
      expect.arrayContaining([
        ['buyer', expect.stringMatching(/^Our staff decided: TX/)],
        ['seller', expect.stringMatching(/^Our staff decided: TX/)],
      ]),
    );
    const decided = await first.post(`transaction/${sold.id}/dispute/decide`, {
      toBuyer: 20,
      rationale: 'The photos show it',
      consequences: shown.hash,
    });
    expect(decided.status).toBe(200);
    const { timeline } = await fileOf(first, sold);
    const written = timeline.slice(before.timeline.length).map(({ event }: { event: string }) => event);
    expect(written.slice(0, shown.steps[0].events.length)).toEqual(
      shown.steps[0].events.map(({ event }: { event: string }) => event),
    );
  });

  test('refuses a decision whose consequences were shown differently, and changes nothing', async () => {
    const sold = await underReview('50.00');
    const decided = await first.post(`transaction/${sold.id}/dispute/decide`, {
      toBuyer: 20,
      rationale: 'The photos show it',
      consequences: (await preview(first, sold, 10)).body.hash,
    });
    expect([decided.status, decided.body.code]).toEqual([409, 'consequencesChanged']);
    expect((await buyer.get(`transaction/${sold.id}`)).body.decision).toBeNull();
  });

  test('of a proposal is that of its confirmation, with the appeals that it leaves', async () => {
    const sold = await underReview('600.00');
    await decide(first, sold, 20);
    const { steps, appeals } = (await preview(second, sold, 20)).body;
    expect(steps).toMatchObject([{ confirms: 'anotherPerson', events: [{ event: 'DecisionConfirmed' }, {}, {}] }]);
    expect(appeals).toEqual({
      buyer: { until: null, afterRefund: false, why: 'notLost' },
      seller: { until: null, afterRefund: false, why: 'refundLeaves' },
    });
  });

  test('is for staff, and refuses an impossible sum', async () => {
    const sold = await underReview('50.00');
    expect((await preview(auditor, sold, 20)).status).toBe(403);
    expect((await preview(buyer, sold, 20)).status).toBe(403);
    expect((await preview(first, sold, 5_000)).body.code).toBe('amountOutOfRange');
  });
});

describe('a decision over more than €500 [D2-267]', () => {
  test('is proposed by one member of staff and confirmed by another, and both parties read why', async () => {
    const sold = await underReview('600.00');
    const proposed = await decide(first, sold);
    expect(proposed.body).toMatchObject({
      message: 'Decision proposed. A second member of staff must confirm it.',
      transaction: { status: 'IN_ESCROW' },
    });
    expect(proposed.body.transaction.allowed).not.toContain('ConfirmDecision');
    const { pendingDecision, cases } = await fileOf(second, sold);
    expect(cases.map(({ kind }: { kind: string }) => kind)).toEqual(['confirmation']);
    expect(pendingDecision).toMatchObject({
      toBuyer: 600,
      toSeller: 5,
      rationale: 'The photos show it',
      proposedBy: { username: 'cfirst' },
    });
    const party = (await buyer.get(`transaction/${sold.id}`)).body;
    expect(JSON.stringify(party)).not.toContain('DecisionProposed');
    expect(party.heard).toMatchObject([{ kind: 'draft', said: { text: 'The photos show it' } }]);
    expect(party.draft).toEqual({ toBuyer: 600, toSeller: 5, fee: 30.75, until: party.heard[0].until });
    expect(JSON.stringify(party.deadlines)).not.toContain('decisionConfirmation');

    // both parties have read the draft
    await market().advance(DAY);
    expect((await confirm(first, sold, pendingDecision.decisionId)).body.code).toBe('ownDecision');
    const fresh = await market().grant(await market().member('cfresh'), 'staff', { ago: 0 });
    const refused = await confirm(fresh, sold, pendingDecision.decisionId);
    expect([refused.status, refused.body.code]).toEqual([403, 'tooNew']);
    expect(Date.parse(refused.body.possibleAt)).toBeGreaterThan(Date.now() + NEW_COLLEAGUE);
    expect((await decide(fresh, sold)).body.code).toBe('tooNew');
    expect((await fresh.post(`transaction/${sold.id}/hold`, { reason: 'Looks odd' })).body.code).toBe('tooNew');
    const friend = await market().grant(await market().member('cfriend'), 'staff', { by: [first, admin] });
    expect((await confirm(friend, sold, pendingDecision.decisionId)).body.code).toBe('grantedByProposer');
    for (const somebody of [buyer, seller, auditor, admin])
      expect((await confirm(somebody, sold, pendingDecision.decisionId)).status).toBe(403);
    expect((await confirm(second, sold, 'another')).body).toMatchObject({ code: 'decisionChanged' });
    const { transaction } = (await confirm(second, sold, pendingDecision.decisionId)).body;
    expect(transaction.dispute.state).toBe('deferred');
    const { statements, timeline } = await fileOf(second, sold);
    expect(statements.find(({ event }: { event: string }) => event === 'DisputeDecided')).toMatchObject({
      author: { username: 'csecond' },
      proposedBy: { username: 'cfirst' },
    });
    for (const decided of ['DecisionConfirmed', 'DisputeDecided'])
      expect(timeline.find(({ event }: { event: string }) => event === decided).detail).toMatch(
        /Proposed by cfirst, confirmed by csecond\.$/,
      );
    // the seller does not appeal
    await market().passDays(7);
    await becomes(buyer, sold, 'READY_FOR_PAYOUT');
    for (const somebody of [buyer, seller])
      expect((await somebody.get(`transaction/${sold.id}`)).body.decision).toMatchObject({
        toBuyer: 600,
        rationale: 'The photos show it',
      });
  });

  later.test('cannot be confirmed after its author lost the role, and can be decided again', async () => {
    const sold = await underReview('600.00');
    const leaver = await market().staff('cleaver');
    await decide(leaver, sold);
    const { decisionId } = (await fileOf(second, sold)).pendingDecision;
    await market().advance(DAY);
    await admin.post('admin/roles/revoke', { account: leaver.id, role: 'staff' });
    const refused = await confirm(second, sold, decisionId);
    expect([refused.status, refused.body.code]).toEqual([409, 'proposerGone']);
    expect((await becomes(buyer, sold, 'IN_ESCROW')).refund).toBeNull();
    const reject = { decisionId, reason: 'Its proposer has left' };
    expect((await second.post(`transaction/${sold.id}/dispute/reject-decision`, reject)).status).toBe(200);
    expect((await decide(first, sold)).status).toBe(200);
  });

  later.test('is rejected with a reason, and cannot be confirmed after the buyer withdrew the dispute', async () => {
    const sold = await underReview('600.00');
    await decide(first, sold);
    const { pendingDecision } = await fileOf(second, sold);
    const reject = (reason?: string) =>
      second.post(`transaction/${sold.id}/dispute/reject-decision`, { decisionId: pendingDecision.decisionId, reason });
    expect((await reject()).body.message).toBe('A reason is required');
    expect((await reject('Another sword')).body.message).toBe('Decision rejected');
    expect((await fileOf(second, sold)).pendingDecision).toBeNull();
    await decide(first, sold, 0);
    const { decisionId } = (await fileOf(second, sold)).pendingDecision;
    expect((await buyer.post(`transaction/${sold.id}/dispute/withdraw`)).status).toBe(200);
    const late = await confirm(second, sold, decisionId);
    expect([late.status, late.body.code]).toEqual([409, 'notNow']);
  });

  test('is answered by a counter-proposal in one step, which the first proposer confirms', async () => {
    const sold = await underReview('600.00');
    await decide(first, sold);
    const { pendingDecision, timeline } = await fileOf(second, sold);
    const body = {
      decisionId: pendingDecision.decisionId,
      reason: 'They show another sword',
      toBuyer: 300,
      rationale: 'It was loose at the sale',
    };
    const counter = (by: Member, changed: object = {}) =>
      by.post(`transaction/${sold.id}/dispute/counter-decision`, { ...body, ...changed });
    expect((await counter(first)).body.code).toBe('ownDecision');
    for (const somebody of [buyer, seller, auditor, admin]) expect((await counter(somebody)).status).toBe(403);
    for (const [field, value] of [
      ['reason', ' '],
      ['rationale', ''],
      ['toBuyer', 'much'],
      ['decisionId', ''],
      ['consequences', 'x'],
    ] as const) {
      const refused = await counter(second, { [field]: value });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect((await counter(second, { toBuyer: 5_000 })).body.code).toBe('amountOutOfRange');
    expect((await counter(second, { decisionId: 'another' })).body.code).toBe('decisionChanged');
    expect((await fileOf(second, sold)).timeline).toEqual(timeline);

    const shown = (await second.get(`staff/cases/${sold.id}/consequences?toBuyer=300`)).body;
    const other = (await second.get(`staff/cases/${sold.id}/consequences?toBuyer=301`)).body;
    expect((await counter(second, { consequences: other.hash })).body.code).toBe('consequencesChanged');
    const proposed = await counter(second, { consequences: shown.hash });
    expect([proposed.status, proposed.body.message]).toEqual([
      200,
      'Decision proposed. A second member of staff must confirm it.',
    ]);
    const file = await fileOf(first, sold);
    expect(file.timeline.slice(timeline.length).map(({ event }: { event: string }) => event)).toEqual([
      'DecisionRejected',
      'DecisionProposed',
      'DraftShown',
    ]);
    expect(file.pendingDecision).toMatchObject({
      toBuyer: 300,
      rationale: 'It was loose at the sale',
      proposedBy: { username: 'csecond' },
    });
    // the parties read the new draft, and never why the other one was rejected
    const party = (await buyer.get(`transaction/${sold.id}`)).body;
    expect(party.draft.toBuyer).toBe(300);
    expect(JSON.stringify(party)).not.toContain('another sword');
    await market().advance(DAY);
    expect((await confirm(second, sold, file.pendingDecision.decisionId)).body.code).toBe('ownDecision');
    expect((await confirm(first, sold, file.pendingDecision.decisionId)).status).toBe(200);
  });

  test('up to €500 one member of staff decides alone', async () => {
    const sold = await underReview('50.00');
    expect((await decide(first, sold, 20)).body).toMatchObject({
      message: 'Decision made',
      transaction: { status: 'REFUND_BUYER' },
    });
  });
});

describe('the queue of cases [D2-267]', () => {
  test('is open to staff, auditors and admins only [D2-271]', async () => {
    expect((await market().client().get('staff/cases')).status).toBe(401);
    for (const somebody of [buyer, seller]) expect((await somebody.get('staff/cases')).status).toBe(403);
    for (const reader of [first, auditor, admin]) expect((await reader.get('staff/cases')).status).toBe(200);
  });

  test('finds a sale without a case by its number, and opens it', async () => {
    const sold = await shipped(buyer, seller, '72.00');
    const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
    const found = async () => (await first.get(`staff/cases?search=${transactionId.toLowerCase()}`)).body;
    await expect.poll(found).toMatchObject({ cases: [], counts: {}, sales: [{ _id: sold.id, transactionId }] });
    expect((await first.get(`staff/cases/${sold.id}`)).status).toBe(200);
    expect((await first.get('staff/cases')).body.sales).toEqual([]);
  });

  later.test('shows the nearest deadline first, by kind and page by page, until it is dealt with', async () => {
    const sold = await underReview('70.00');
    const held = await shipped(buyer, seller, '71.00');
    await first.post(`transaction/${held.id}/hold`, { reason: 'Looks odd' });
    const { body } = await first.get('staff/cases?limit=100');
    const dues = body.cases.map(({ dueAt }: { dueAt: string }) => dueAt);
    expect(dues).toEqual([...dues].sort());
    expect(body.totalCount).toBe(body.cases.length);
    const review = body.cases.find((one: { sale: { _id: string } }) => one.sale._id === sold.id);
    expect(review).toMatchObject({
      kind: 'disputeReview',
      overdue: false,
      sale: { claim: 20, buyer: { username: 'cbuyer' }, seller: { username: 'cseller' } },
    });
    const holds = (await first.get('staff/cases?kind=staffHold&limit=1')).body;
    expect(holds).toMatchObject({ totalCount: 1, hasMore: false, cases: [{ sale: { _id: held.id } }] });
    expect((await first.get('staff/cases?kind=nonsense')).status).toBe(400);
    await first.post(`transaction/${held.id}/hold/lift`, { reason: 'It was not' });
    await decide(first, sold, 0);
    const after = (await first.get('staff/cases?limit=100')).body.cases;
    expect(after.filter(({ sale }: { sale: Sold & { _id: string } }) => [sold.id, held.id].includes(sale._id))).toEqual(
      [],
    );
  });
});

test('a case says whether its listing is still there to be removed', async () => {
  const sold = await underReview('75.00');
  expect((await fileOf(first, sold)).listingStatus).toBe('sold');
  expect((await first.post(`staff/listings/${sold.listing}/remove`, { reason: 'A counterfeit' })).status).toBe(204);
  expect((await fileOf(first, sold)).listingStatus).toBe('removed');
});

describe('a case [D2-264]', () => {
  let sold: Sold;
  beforeAll(async () => {
    sold = await underReview('80.00');
    const message = new FormData();
    message.set('recipientId', seller.id);
    message.set('listingId', sold.listing);
    message.set('content', 'The wing came off');
    expect((await buyer.call('POST', 'messages/send', { form: message })).status).toBe(201);
  });

  test('shows the transaction, both statements, their messages, the timeline, the books and the accounts', async () => {
    await first.post(`transaction/${sold.id}/hold`, { reason: 'Wait for the bank' });
    const file = await fileOf(first, sold);
    expect(file.transaction).toMatchObject({ _id: sold.id, role: 'staff', shippingAddress: { city: 'Utrecht' } });
    expect(file.statements).toMatchObject([
      { event: 'DisputeOpened', part: 'buyer', author: { username: 'cbuyer' }, text: 'A broken wing', claim: 20 },
      { event: 'DisputeContested', part: 'seller', text: 'It left whole' },
      { event: 'StaffHoldPlaced', part: 'staff', author: { username: 'cfirst' }, text: 'Wait for the bank' },
    ]);
    expect(file.messages).toMatchObject([{ part: 'buyer', content: 'The wing came off', imageUrl: null }]);
    expect(file.sums).toMatchObject({ captured: 89.75, held: 89.75, mostPartialRefund: 85 });
    expect(file.sums).toMatchObject({ needsConfirmation: false, needsDraft: false });
    expect(file.timeline.map(({ revision }: { revision: number }) => revision)).toEqual(
      file.timeline.map((_: unknown, n: number) => n),
    );
    expect(file.timeline.at(-1)).toMatchObject({
      event: 'StaffHoldPlaced',
      actor: { username: 'cfirst', role: 'staff' },
    });
    expect(file.tAccounts).toMatchObject([
      { currency: 'EUR', captured: file.sums.captured, held: file.sums.held, difference: 0 },
    ]);
    expect(file.parties.buyer).toMatchObject({ username: 'cbuyer', status: 'active' });
    expect(file.parties.seller.sales.disputed).toBeGreaterThan(0);
    expect(file.cases.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['disputeReview', 'staffHold']);
  });

  test('is read by auditors and admins too, who change nothing [D2-271]', async () => {
    for (const reader of [auditor, admin]) {
      const file = await fileOf(reader, sold);
      expect(file.statements[0].text).toBe('[personal]');
      expect(file.messages[0].content).toBe('[personal]');
      expect(JSON.stringify(file)).not.toMatch(/A broken wing|The wing came off|Wait for the bank|Lange Straat/);
      expect(file.transaction.sights).toMatchObject({ address: 'masked' });
      expect(file.transaction.allowed).toEqual([]);
      for (const command of ['dispute/decide', 'hold', 'hold/lift', 'case/close', 'refund/retry'])
        expect((await reader.post(`transaction/${sold.id}/${command}`, {})).status).toBe(403);
    }
    expect((await market().client().get(`staff/cases/${sold.id}`)).status).toBe(401);
    for (const party of [buyer, seller]) expect((await party.get(`staff/cases/${sold.id}`)).status).toBe(403);
    expect((await first.get(`staff/cases/${'0'.repeat(32)}`)).body.code).toBe('transactionNotFound');
  });

  test('hides personal data from staff outside a case', async () => {
    const quiet = await shipped(buyer, seller, '12.00');
    const message = new FormData();
    message.set('recipientId', seller.id);
    message.set('listingId', quiet.listing);
    message.set('content', 'A private word');
    await buyer.call('POST', 'messages/send', { form: message });
    await market().settle();
    const file = await eventually(async () => {
      const read = await fileOf(first, quiet);
      return read.messages.length > 0 && read;
    });
    expect(file.cases).toEqual([]);
    expect(file.messages).toMatchObject([{ part: 'buyer', content: '[personal]', imageUrl: null }]);
    expect(file.transaction).toMatchObject({
      shippingAddress: null,
      trackingCode: '[personal]',
      sights: { address: 'openable', words: 'openable', evidence: 'openable', messages: 'openable' },
    });
    const others = [
      `transaction/${quiet.id}`,
      `audit/streams/transaction-${quiet.id}`,
      `audit/sales/${quiet.id}/export`,
    ];
    for (const answer of [file, ...(await Promise.all(others.map(async (path) => (await first.get(path)).body)))])
      expect(JSON.stringify(answer)).not.toMatch(/A private word|Lange Straat/);
  });

  test('of their own transaction is closed to staff', async () => {
    const clerk = await market().seller('cclerk');
    await market().grant(clerk, 'staff');
    const own = await shipped(buyer, clerk, '15.00');
    expect((await clerk.get(`staff/cases/${own.id}`)).status).toBe(403);
    expect((await first.get(`staff/cases/${own.id}`)).status).toBe(200);
    const message = { content: 'Is it ready?', recipientId: clerk.id, listingId: own.listing };
    succeeded(await buyer.post('messages/send', message), 'a message');
    const parties = { buyerId: buyer.id, sellerId: clerk.id, listingId: own.listing };
    const talk = `audit/streams/${conversationStream(conversationKey(parties))}`;
    await market().settle();
    expect([(await clerk.get(talk)).status, (await first.get(talk)).status]).toEqual([403, 200]);
  });

  later.test('becomes overdue without an answer, and stays with staff', async () => {
    await market().advance(9 * DAY);
    const { cases } = await fileOf(first, sold);
    expect(cases.find(({ kind }: { kind: string }) => kind === 'disputeReview')).toMatchObject({ overdue: true });
  });

  test('can be closed only if open, and a refund retried only if one failed', async () => {
    const close = await first.post(`transaction/${sold.id}/case/close`, { kind: 'providerFact', note: 'asked' });
    expect([close.status, close.body.code]).toEqual([409, 'notNow']);
    expect((await first.post(`transaction/${sold.id}/case/close`, { kind: 'staffHold', note: 'x' })).status).toBe(400);
    expect((await first.post(`transaction/${sold.id}/refund/retry`, {})).status).toBe(409);
    expect((await first.post('staff/orphans/evt-unknown/close', { note: 'x' })).status).toBe(404);
    expect((await auditor.post('staff/orphans/evt-unknown/close', { note: 'x' })).status).toBe(403);
  });
});

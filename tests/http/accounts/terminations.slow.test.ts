import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { offer, paid, shipped, becomes } = sales(market);
let buyer: Member;
let first: Member;
let second: Member;
let auditor: Member;
beforeAll(async () => {
  [buyer, first, second, auditor] = await Promise.all([
    market().member('tbuyer'),
    market().staff('tfirst'),
    market().staff('tsecond'),
    market().member('tauditor'),
  ]);
  await market().grant(auditor, 'auditor');
});

const signIn = ({ email, password }: Member) => market().client().post('auth/login', { email, password });
const action = (by: Member, who: Member, name: string, body: object = { reason: 'Sells casts' }) =>
  by.post(`staff/accounts/${who.id}/${name}`, name === 'suspend' ? { ground: 'listings', ...body } : body);
const fileOf = async (reader: Member, who: Member) => (await reader.get(`staff/accounts/${who.id}`)).body;
const terminate = async (who: Member) => {
  await action(first, who, 'suspend');
  await action(first, who, 'terminate');
  await action(second, who, 'terminate/confirm', { reason: 'I read the reports', proposalId: await proposalOf(who) });
};
const caseOf = async ({ id }: Sold) =>
  (await first.get('staff/cases?kind=sellerSuspended&limit=100')).body.cases.find(
    ({ sale: transaction }: { sale: { _id: string } }) => transaction._id === id,
  )?.sale;
const waitingFor = (sold: Sold) => eventually(() => caseOf(sold));
const paidOut = ({ id }: Sold) =>
  market().marketplace.db('read_ledger.entries').where({ transaction_id: id, account: 'seller_paid' });
const proposalOf = async (who: Member): Promise<string> => (await fileOf(first, who)).termination.proposalId;

describe('a termination [D2-268]', () => {
  test('needs a suspension, a reason and a second member of staff; each sees what they may do', async () => {
    const rogue = await market().member('trogue');
    expect((await action(first, rogue, 'terminate')).body).toMatchObject({ code: 'notSuspended' });
    await action(first, rogue, 'suspend');
    expect((await action(first, rogue, 'terminate', {})).body.message).toBe('A reason is required');
    for (const somebody of [buyer, auditor]) expect((await action(somebody, rogue, 'terminate')).status).toBe(403);
    expect((await action(first, rogue, 'terminate')).body).toMatchObject({
      status: 'suspended',
      terminated: false,
      allowed: ['reinstate', 'withdrawTermination'],
      termination: { reason: 'Sells casts', proposedBy: { username: 'tfirst' } },
    });
    expect(await market().mail(second.email, /termination/)).toBeTruthy();
    expect((await market().emails(first.email)).filter(({ subject }) => /termination/.test(subject))).toEqual([]);
    expect((await fileOf(second, rogue)).allowed).toEqual(['reinstate', 'confirmTermination', 'rejectTermination']);
    const waiting = (await second.get('staff/cases?limit=1')).body.terminations;
    expect(waiting).toMatchObject([{ account: { _id: rogue.id }, proposedBy: { username: 'tfirst' } }]);
    const listed = (await second.get('staff/accounts?status=termination_proposed')).body.accounts;
    expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual([rogue.id]);
    expect((await fileOf(auditor, rogue)).allowed).toEqual([]);

    const proposalId = await proposalOf(rogue);
    expect((await action(second, rogue, 'terminate/confirm', { proposalId })).body.message).toBe(
      'A reason is required',
    );
    const own = await action(first, rogue, 'terminate/confirm', { reason: 'I read the reports', proposalId });
    expect([own.status, own.body.message]).toEqual([403, 'A second member of staff must confirm this termination']);
    const fresh = await market().grant(await market().member('tfresh'), 'staff', { ago: 0 });
    expect(
      (await action(fresh, rogue, 'terminate/confirm', { reason: 'I read the reports', proposalId })).body.code,
    ).toBe('tooNew');
    const friend = await market().grant(await market().member('tfriend'), 'staff', { by: [first, second] });
    expect(
      (await action(friend, rogue, 'terminate/confirm', { reason: 'I read the reports', proposalId })).body.code,
    ).toBe('grantedByProposer');
    const other = await action(second, rogue, 'terminate/confirm', {
      reason: 'I read the reports',
      proposalId: '0'.repeat(32),
    });
    expect([other.status, other.body.code]).toEqual([409, 'terminationGone']);
    expect((await signIn(rogue)).body.code).toBe('accountSuspended');
    expect(
      (await action(second, rogue, 'terminate/confirm', { reason: 'I read the reports', proposalId })).body,
    ).toMatchObject({
      status: 'suspended',
      terminated: true,
      termination: null,
      allowed: ['reinstate'],
      history: expect.arrayContaining([
        expect.objectContaining({ event: 'TerminationProposed', detail: 'Sells casts' }),
        expect.objectContaining({
          event: 'AccountTerminated',
          detail: 'I read the reports',
          by: expect.objectContaining({ username: 'tsecond' }),
        }),
      ]),
    });
    const refused = await signIn(rogue);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'accountTerminated',
      'Our staff closed this account. If you think this is a mistake, please contact support.',
    ]);
    expect(await market().mail(rogue.email, /closed by our staff/)).toBeTruthy();
  });

  test('cannot be confirmed after its author lost the staff role', async () => {
    const spared = await market().member('tkept');
    const leaver = await market().staff('tleaver');
    await action(leaver, spared, 'suspend');
    await action(leaver, spared, 'terminate');
    const proposalId = await proposalOf(spared);
    await market()
      .grant(await market().member('tadmin'), 'admin')
      .then((admin) => admin.post('admin/roles/revoke', { account: leaver.id, role: 'staff' }));
    const refused = await action(second, spared, 'terminate/confirm', { reason: 'I read the reports', proposalId });
    expect([refused.status, refused.body.code]).toEqual([409, 'proposerGone']);
    const rejected = await action(second, spared, 'terminate/reject', { proposalId, reason: 'Its proposer has left' });
    expect(rejected.body).toMatchObject({ terminated: false, termination: null });
  });

  test('can be rejected or withdrawn, and then changes nothing', async () => {
    const spared = await market().member('tspared');
    await action(first, spared, 'suspend');
    await action(first, spared, 'terminate');
    const back = { proposalId: await proposalOf(spared), reason: 'Too early' };
    expect((await action(first, spared, 'terminate/reject', back)).body).toMatchObject({
      termination: null,
      terminated: false,
      allowed: ['reinstate', 'terminate'],
    });
    await action(first, spared, 'terminate');
    const rejected = { proposalId: await proposalOf(spared), reason: 'A warning will do' };
    await action(second, spared, 'terminate/reject', rejected);
    const { history, eraseAt } = await fileOf(auditor, spared);
    expect(history.map(({ event }: { event: string }) => event).slice(-4)).toEqual([
      'TerminationProposed',
      'TerminationWithdrawn',
      'TerminationProposed',
      'TerminationRejected',
    ]);
    expect(eraseAt).toBeNull();
  });

  test('is undone by a reinstatement within 30 days: the account is restored, its listings stay archived', async () => {
    const back = await market().seller('tback');
    const { _id } = await offer(back);
    await action(first, back, 'suspend');
    await action(first, back, 'terminate');
    await action(second, back, 'terminate/confirm', {
      reason: 'I read the reports',
      proposalId: await proposalOf(back),
    });
    await eventually(async () => (await market().client().get(`listings/${_id}`)).body.status !== 'active');
    expect((await action(second, back, 'reinstate')).body).toMatchObject({
      status: 'active',
      terminated: false,
      eraseAt: null,
      allowed: ['suspend'],
      listings: { active: 0 },
    });
    await market().signIn(back.email, back.password, back);
    await market().advance(31 * DAY);
    expect((await fileOf(first, back)).status).toBe('active');
  });

  test('stops payouts: staff refund the buyer, and only then, after 30 days, the account is erased', async () => {
    const seller = await market().seller('tseller');
    const transaction = await shipped(buyer, seller);
    await terminate(seller);
    await buyer.post(`transaction/${transaction.id}/confirm-delivery`, {});
    expect(await waitingFor(transaction)).toMatchObject({ seller: { username: 'tseller' } });
    const told = await market().mail(seller.email, /Escrow completed/);
    expect(told?.text).toContain('We start no payout to you while your account is suspended or closed');
    await market().advance(31 * DAY);
    expect((await buyer.get(`transaction/${transaction.id}`)).body.status).toBe('ESCROW_COMPLETED');
    expect((await fileOf(first, seller)).status).toBe('suspended');

    await first.post(`transaction/${transaction.id}/hold`, { reason: 'Sold as an original' });
    const decided = await first.post(`transaction/${transaction.id}/dispute/decide`, {
      toBuyer: 58.25,
      rationale: 'It is a cast',
    });
    expect(decided.status).toBe(200);
    // the refund waits for the seller's appeal
    await market().passDays(8);
    await becomes(buyer, transaction, 'REFUNDED');
    await market().advance(DAY);
    await eventually(async () => (await fileOf(first, seller)).status === 'deleted');
    expect(JSON.stringify(await fileOf(first, seller))).not.toMatch(/tseller|Sells casts/);
    expect((await signIn(seller)).status).toBe(401);
    expect(await paidOut(transaction)).toEqual([]);
  });

  test('that staff undo after 30 days, with an open sale, pays the waiting money', async () => {
    const seller = await market().seller('tlate');
    const transaction = await shipped(buyer, seller);
    await terminate(seller);
    await buyer.post(`transaction/${transaction.id}/confirm-delivery`, {});
    await waitingFor(transaction);
    await market().advance(31 * DAY);
    await action(second, seller, 'reinstate', { reason: 'They were originals' });
    await becomes(buyer, transaction, 'READY_FOR_PAYOUT');
    await eventually(async () => (await caseOf(transaction)) === undefined);
    await market().passDays(8);
    await becomes(buyer, transaction, 'COMPLETED');
    expect(await paidOut(transaction)).toHaveLength(1);
    expect(await fileOf(first, seller)).toMatchObject({ status: 'active', eraseAt: null });
  });
});

test('only a colleague can suspend, terminate or reinstate a party of a staff member’s sale', async () => {
  const [partner, dealer] = await Promise.all([market().member('apartner'), market().seller('adealer')]);
  await market().grant(dealer, 'staff');
  const by = (who: Member, name: string, body: object = {}) =>
    action(who, partner, name, { reason: 'They might dispute', ...body });
  const sold = await paid(partner, dealer);
  expect((await fileOf(dealer, partner)).allowed).toEqual([]);
  expect(await by(dealer, 'suspend')).toMatchObject({ status: 403, body: { code: 'ownSale' } });
  expect((await by(first, 'suspend')).body.status).toBe('suspended');
  expect((await by(first, 'terminate')).status).toBe(200);
  const proposalId = await proposalOf(partner);
  expect((await by(dealer, 'terminate/confirm', { reason: 'I read the reports', proposalId })).body.code).toBe(
    'ownSale',
  );
  expect((await by(dealer, 'terminate/reject', { proposalId })).body.code).toBe('ownSale');
  expect((await by(dealer, 'reinstate')).body.code).toBe('ownSale');
  await dealer.post(`transaction/${sold.id}/cancel`, { reason: 'UNAVAILABLE' });
  await market().settle();
  await becomes(dealer, sold, 'REFUNDED');
  expect((await by(dealer, 'reinstate')).body.status).toBe('active');
});

test('only a colleague can remove listings of the other party in a staff member’s sale', async () => {
  const [clerk, dealer, reader] = await Promise.all([
    market().member('alistclerk'),
    market().seller('alistdealer'),
    market().member('alistreader'),
  ]);
  await market().grant(clerk, 'staff');
  const sold = await paid(clerk, dealer);
  const [removed, reported] = [await market().publish(dealer), await market().publish(dealer)];
  const report = { ground: 'counterfeit', explanation: 'A recast, by its seams.' };
  expect((await reader.post(`listings/${reported._id}/report`, report)).status).toBe(204);
  const ofReport = `staff/listing-reports/${reported._id}`;
  const decision = { case: 1, outcome: 'removed', basis: 'terms', statement: 'The seams say that it is a recast.' };
  const answer = { case: 1, outcome: 'stands', statement: 'The seams are those of a recast.' };
  const own = { status: 403, body: { code: 'ownSale' } };

  expect(await clerk.post(`staff/listings/${removed._id}/remove`, { reason: 'A recast' })).toMatchObject(own);
  expect(await clerk.post(`staff/listings/${sold.listing}/remove`, { reason: 'A recast' })).toMatchObject(own);
  expect(await clerk.post(`${ofReport}/decide`, decision)).toMatchObject(own);
  expect((await first.post(`${ofReport}/decide`, decision)).status).toBe(204);
  expect(
    (await dealer.post(`user/reports/${reported._id}/complain`, { case: 1, text: 'It is no recast.' })).status,
  ).toBe(204);
  expect(await clerk.post(`${ofReport}/answer`, answer)).toMatchObject(own);

  await dealer.post(`transaction/${sold.id}/cancel`, { reason: 'UNAVAILABLE' });
  await market().settle();
  await becomes(dealer, sold, 'REFUNDED');
  expect((await clerk.post(`${ofReport}/answer`, answer)).status).toBe(204);
  expect((await clerk.post(`staff/listings/${removed._id}/remove`, { reason: 'A recast' })).status).toBe(204);
});

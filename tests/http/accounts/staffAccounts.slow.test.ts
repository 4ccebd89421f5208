import { beforeAll, describe, expect, test } from 'vitest';
import { fileUrl } from '#application/contract/photos.ts';
import { ROLE_PROPOSAL } from '#domain/accounts/limits.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { offer, bought, paid } = sales(market);
let seller: Member;
let clerk: Member;
let auditor: Member;
let admin: Member;
beforeAll(async () => {
  [seller, clerk, auditor, admin] = await Promise.all([
    market().seller('aseller'),
    market().staff('aclerk'),
    market().member('aauditor'),
    market().member('aadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
});

describe('accounts', () => {
  test('are found by staff, auditors and admins by name and id, or by readable address [D2-271]', async () => {
    const found = async (reader: Member, search: string) => (await reader.get(`staff/accounts?search=${search}`)).body;
    const one = { totalCount: 1, accounts: [{ _id: seller.id, username: 'aseller', status: 'active' }] };
    for (const reader of [clerk, auditor, admin])
      for (const search of ['ASELL', seller.id]) expect(await found(reader, search)).toMatchObject(one);
    for (const reader of [clerk, admin]) expect(await found(reader, seller.email)).toMatchObject(one);
    expect(await found(auditor, seller.email)).toMatchObject({ totalCount: 0, accounts: [] });
    expect((await clerk.get('staff/accounts?search=%25')).body.totalCount).toBe(0);
    expect((await clerk.get('staff/accounts?limit=2')).body).toMatchObject({ totalCount: 4, hasMore: true });
    expect((await market().client().get('staff/accounts')).status).toBe(401);
    expect((await seller.get('staff/accounts')).status).toBe(403);
  });

  test('are shown without passwords, tokens, addresses and bank data', async () => {
    const { body } = await clerk.get(`staff/accounts/${seller.id}`);
    expect(body).toMatchObject({
      username: 'aseller',
      seller: { feeAccepted: true, bankVerified: true },
      allowed: ['suspend'],
      history: [{ event: 'AccountRegistered' }, { event: 'EmailVerified' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/NL91|iban|password|token|street/i);
    expect((await auditor.get(`staff/accounts/${seller.id}`)).body.allowed).toEqual([]);
    expect((await clerk.get(`staff/accounts/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await seller.get(`staff/accounts/${seller.id}`)).status).toBe(403);
  });

  test('list unpaid purchases, newest first', async () => {
    const lapser = await market().member('alapser');
    const [first, second] = [await bought(lapser, seller), await bought(lapser, seller)];
    await lapser.post(`transaction/${first.id}/cancel`);
    await market().settle();
    await market().advance(31 * 60_000);
    const { body } = await clerk.get(`staff/accounts/${lapser.id}`);
    expect(body.letGo).toEqual({
      times: 2,
      last: [
        { how: 'lapsed', at: expect.any(String), listing: second.listing },
        { how: 'abandoned', at: expect.any(String), listing: first.listing },
      ],
    });
  });

  test('are suspended and reinstated by staff with a reason, their sessions end, and emails tell [D2-268]', async () => {
    const rogue = await market().member('arogue');
    const suspend = (by: Member, reason?: string) =>
      by.post(`staff/accounts/${rogue.id}/suspend`, { reason, ground: 'listings' });
    for (const somebody of [seller, auditor, admin]) expect((await suspend(somebody, 'no')).status).toBe(403);
    expect((await suspend(clerk)).body.message).toBe('A reason is required');
    expect((await suspend(clerk, 'Sells casts as originals')).body).toMatchObject({
      status: 'suspended',
      allowed: ['reinstate', 'terminate'],
      history: [
        {},
        {},
        {
          event: 'AccountSuspended',
          detail: 'Listings of the account break the terms: Sells casts as originals',
          by: { username: 'aclerk' },
        },
      ],
    });
    expect(await rogue.get('user/profile')).toMatchObject({
      status: 401,
      body: { message: 'This account is suspended. Please contact support.', code: 'sessionSuspended' },
    });
    const again = await market().client().post('auth/login', { email: rogue.email, password: rogue.password });
    expect([again.status, again.body.code]).toEqual([403, 'accountSuspended']);
    expect(await market().mail(rogue.email, /suspended/)).toBeTruthy();
    const reinstated = await clerk.post(`staff/accounts/${rogue.id}/reinstate`, { reason: 'They were originals' });
    expect(reinstated.body).toMatchObject({ status: 'active', allowed: ['suspend'] });
    await market().signIn(rogue.email, rogue.password, rogue);
    expect((await rogue.get('user/profile')).status).toBe(200);
  });

  test('the reason of a suspension is encrypted; staff and auditors can read it', async () => {
    const rogue = await market().member('ascribbled');
    await clerk.post(`staff/accounts/${rogue.id}/suspend`, { reason: 'Jan de Vries sells casts', ground: 'listings' });
    const stream = `account-${rogue.id}`;
    expect(JSON.stringify(await market().marketplace.store.readStream(stream))).not.toContain('de Vries');
    const readBy = async (reader: Member) => {
      const { events } = (await reader.get(`audit/streams/${stream}`)).body;
      return [events[0].data.email, events.at(-1).data.reason];
    };
    expect(await readBy(clerk)).toEqual([rogue.email, 'Jan de Vries sells casts']);
    expect(await readBy(auditor)).toEqual(['[personal]', 'Jan de Vries sells casts']);
  });

  test('with a role cannot be suspended: an admin must revoke the role first', async () => {
    const refused = await clerk.post(`staff/accounts/${clerk.id}/suspend`, { reason: 'mine', ground: 'listings' });
    expect([refused.status, refused.body.code]).toEqual([409, 'holdsRole']);
    expect((await clerk.get(`staff/accounts/${admin.id}`)).body.allowed).toEqual([]);
  });
});

test('a listing is removed by staff with a reason, and nobody finds it any more [D2-269]', async () => {
  const { _id } = await offer(seller);
  const remove = (by: Member, reason?: string) => by.post(`staff/listings/${_id}/remove`, { reason });
  for (const somebody of [seller, auditor, admin]) expect((await remove(somebody, 'no')).status).toBe(403);
  expect((await remove(clerk)).status).toBe(400);
  expect((await remove(clerk, 'A counterfeit')).status).toBe(204);
  await market().settle();
  expect((await market().client().get(`listings/${_id}`)).status).toBe(404);
  const again = await remove(clerk, 'A recast');
  expect([again.status, again.body.code]).toEqual([409, 'listingRemovedAlready']);
  expect((await clerk.post(`staff/listings/${'0'.repeat(32)}/remove`, { reason: 'x' })).status).toBe(404);
});

describe('roles [D1-348] [D2-270]', () => {
  const change = (by: Member, action: 'grant' | 'revoke', account: string, role: string) =>
    by.post(`admin/roles/${action}`, { account, role });
  const answer = (
    by: Member,
    action: 'confirm' | 'withdraw',
    proposal: { account: { _id: string }; proposalId: string },
  ) => by.post(`admin/roles/${action}`, { account: proposal.account._id, proposalId: proposal.proposalId });
  const proposalFor = async (account: Member) => {
    const { proposals } = (await admin.get('admin/accounts-with-roles')).body;
    return proposals.find(({ account: { _id } }: { account: { _id: string } }) => _id === account.id);
  };

  test('are proposed by one admin and confirmed by another, by address or id', async () => {
    const helper = await market().member('ahelper');
    for (const somebody of [helper, clerk, auditor])
      expect((await change(somebody, 'grant', helper.email, 'staff')).status).toBe(403);
    expect((await change(admin, 'grant', helper.email, 'king')).body.message).toBe('Please select a role');
    expect((await change(admin, 'grant', 'nobody@example.com', 'staff')).status).toBe(404);
    expect((await change(admin, 'grant', helper.email, 'staff')).body).toMatchObject({
      message: 'ahelper is given the role staff once another admin confirms it',
      account: { roles: ['member'] },
    });
    const proposal = await proposalFor(helper);
    expect(proposal).toMatchObject({
      role: 'staff',
      account: { username: 'ahelper' },
      proposedBy: { username: 'aadmin' },
    });
    expect(Date.parse(proposal.lapsesAt) - Date.parse(proposal.proposedAt)).toBe(ROLE_PROPOSAL);
    expect((await answer(admin, 'confirm', proposal)).body.code).toBe('ownRoleProposal');
    for (const somebody of [helper, clerk, auditor])
      expect((await answer(somebody, 'confirm', proposal)).status).toBe(403);
    const second = await market().grant(await market().member('asecond'), 'admin');
    expect((await answer(second, 'withdraw', proposal)).body.code).toBe('notYourProposal');
    expect((await answer(second, 'confirm', proposal)).body).toMatchObject({
      message: 'ahelper holds the proposed role',
      account: { roles: ['member', 'staff'] },
    });
    expect((await answer(second, 'confirm', proposal)).body.code).toBe('roleProposalGone');
    expect(await proposalFor(helper)).toBeUndefined();
    await change(admin, 'revoke', second.id, 'admin');
    expect((await helper.get('staff/cases')).status).toBe(401);
    await market().signIn(helper.email, helper.password, helper);
    expect((await helper.get('staff/cases')).status).toBe(200);
    const holders = (await admin.get('admin/accounts-with-roles')).body.accounts;
    expect(holders.map(({ username }: { username: string }) => username)).toEqual([
      'aadmin',
      'aauditor',
      'aclerk',
      'ahelper',
    ]);
    expect((await change(admin, 'revoke', helper.id, 'staff')).body.account.roles).toEqual(['member']);
    await market().signIn(helper.email, helper.password, helper);
    expect((await helper.get('staff/cases')).status).toBe(403);
    const events = await market().marketplace.journal.load(`account-${helper.id}`);
    expect(events.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['RoleGranted', 'RoleRevoked']));
  });

  test('cannot be given to yourself, nor to an account with another role', async () => {
    expect((await change(admin, 'grant', admin.id, 'auditor')).body.code).toBe('ownRole');
    expect(await change(admin, 'grant', clerk.id, 'auditor')).toMatchObject({
      status: 409,
      body: { code: 'rolesExclude', message: expect.stringContaining('already has the role staff') },
    });
  });

  test('can be withdrawn while proposed, and cannot be proposed twice', async () => {
    const hopeful = await market().member('ahopeful');
    await change(admin, 'grant', hopeful.id, 'staff');
    expect((await change(admin, 'grant', hopeful.id, 'auditor')).body.code).toBe('roleProposed');
    const proposal = await proposalFor(hopeful);
    expect((await answer(admin, 'withdraw', proposal)).status).toBe(200);
    expect(await proposalFor(hopeful)).toBeUndefined();
  });

  test('send an e-mail to every admin and auditor when they change', async () => {
    const promoted = await market().member('apromoted');
    await change(admin, 'grant', promoted.id, 'staff');
    for (const reader of [admin, auditor]) {
      const { text } = await market().mail(reader.email, new RegExp(`/staff/accounts/${promoted.id}`));
      expect(text).toContain('An admin proposes the role staff for an account.');
    }
    await answer(admin, 'withdraw', await proposalFor(promoted));
    await market().grant(promoted, 'staff');
    await market().mail(auditor.email, /The role staff was given to an account at the command line/);
    await change(admin, 'revoke', promoted.id, 'staff');
    await market().mail(admin.email, /The role staff was taken from an account/);
  });

  test('are read by admins and auditors', async () => {
    expect((await auditor.get('admin/accounts-with-roles')).status).toBe(200);
    for (const somebody of [seller, clerk]) expect((await somebody.get('admin/accounts-with-roles')).status).toBe(403);
  });

  test('can be granted at the command line, which explains a refusal', async () => {
    const variables = { DATABASE_URL: market().config.databaseUrl ?? '', DATA_DIR: market().dataDir };
    const roles = (...words: string[]) => runProgram('roles', words, variables);
    const promoted = await market().member('aoperator');
    expect(await roles('grant', promoted.email, 'staff')).toEqual({
      code: 0,
      output: `${promoted.email} has the roles member, staff.\n`,
    });
    expect(await roles('grant', promoted.email, 'auditor')).toEqual({
      code: 1,
      output: expect.stringMatching(/^this was refused: [A-Z][^\n]* staff[^\n]*\n$/),
    });
    expect(await roles('grant', 'nobody@example.com', 'staff')).toEqual({
      code: 1,
      output: 'nobody is registered as nobody@example.com\n',
    });
  });

  test('must be revoked before an account is deleted', async () => {
    const asked = { password: admin.password };
    const refused = await admin.post('user/deletion', asked);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        message: 'You cannot suspend or delete an account that has a role. An admin must revoke the role first.',
        code: 'holdsRole',
      },
    ]);
    expect((await admin.get('user/profile')).body.status).toBe('active');
  });

  test('the last admin keeps the role; with a second admin it can be revoked', async () => {
    const refused = await change(admin, 'revoke', admin.id, 'admin');
    expect([refused.status, refused.body.code]).toEqual([409, 'lastAdmin']);
    const other = await market().member('aother');
    await market().grant(other, 'admin');
    expect((await change(admin, 'revoke', other.id, 'admin')).status).toBe(200);
    expect((await change(admin, 'revoke', admin.id, 'admin')).status).toBe(409);
  });

  test('two admins who revoke each other at once leave one admin', async () => {
    const other = await market().member('arival');
    await market().grant(other, 'admin');
    const answers = await Promise.all([
      change(admin, 'revoke', other.id, 'admin'),
      change(other, 'revoke', admin.id, 'admin'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await market().signIn(admin.email, admin.password, admin);
    await market().signIn(other.email, other.password, other);
    const stillOne = [await admin.get('admin/accounts-with-roles'), await other.get('admin/accounts-with-roles')];
    expect(stillOne.map(({ status }) => status).sort()).toEqual([200, 403]);
    // restore the admin for the following tests
    if (stillOne[0]?.status === 403) await market().grant(admin, 'admin');
  });
});

describe('a reported listing', () => {
  const REPORT = { ground: 'counterfeit', explanation: 'The mould line is that of a recast.' };
  const REASONS = { statement: 'The photos show the mould line of a recast.' };
  const DECISION = { case: 1, outcome: 'removed', basis: 'terms', ...REASONS };
  const shown = async (by: Member, id: string) =>
    (await by.get('user/reports')).body.reports.filter(
      ({ listing }: { listing: { _id: string } }) => listing._id === id,
    );
  const onDesk = async (by: Member, id: string, state = 'open') =>
    (await by.get(`staff/listing-reports?state=${state}&limit=100`)).body.cases.filter(
      ({ listing }: { listing: { _id: string } }) => listing._id === id,
    );

  test('is one case, decided once and reported to both sides; a complaint to another restores it', async () => {
    const [reporter, second, colleague] = await Promise.all([
      market().member('areporter'),
      market().member('asecondreporter'),
      market().staff('ajudge'),
    ]);
    const { _id: id } = await offer(seller);
    for (const somebody of [reporter, reporter, second])
      expect((await somebody.post(`listings/${id}/report`, REPORT)).status).toBe(204);
    const about = async (who: Member) =>
      (await colleague.get(`staff/listing-reports?state=open&limit=100&about=${who.id}`)).body.cases.length;
    expect(await about(seller)).toBeGreaterThan(0);
    expect(await about(reporter)).toBe(0);
    expect((await colleague.get(`staff/accounts/${seller.id}`)).body).toMatchObject({
      listingsReported: await about(seller),
      reviewsReported: 0,
    });
    expect(await shown(reporter, id)).toMatchObject([
      { case: 1, side: 'reporter', report: REPORT, decision: null, complaint: null, mayComplain: false },
    ]);
    // the seller learns of a decision, not of a report
    expect(await shown(seller, id)).toEqual([]);
    await market().settle();
    expect(await onDesk(clerk, id)).toMatchObject([
      {
        case: 1,
        seller: { _id: seller.id },
        listing: { changedSince: false, images: [{}] },
        reports: [
          { reporter: { _id: reporter.id }, ...REPORT },
          { reporter: { _id: second.id }, ...REPORT },
        ],
        decision: null,
      },
    ]);
    expect((await onDesk(auditor, id))[0].reports[0].explanation).toBe('[personal]');
    const decide = (by: Member, call: string, body: object) => by.post(`staff/listing-reports/${id}/${call}`, body);
    for (const somebody of [seller, reporter, auditor, admin])
      expect((await decide(somebody, 'decide', DECISION)).status).toBe(403);
    expect((await decide(clerk, 'decide', DECISION)).status).toBe(204);
    expect((await decide(clerk, 'decide', DECISION)).body.code).toBe('reportDecided');
    await eventually(async () => (await market().client().get(`listings/${id}`)).status === 404);
    expect((await reporter.post(`listings/${id}/report`, REPORT)).body.code).toBe('listingNotFound');
    expect(await shown(seller, id)).toMatchObject([
      { side: 'seller', report: null, decision: { outcome: 'removed', ...REASONS }, mayComplain: true },
    ]);
    expect((await shown(seller, id))[0].decision).not.toHaveProperty('by');
    expect(await shown(second, id)).toMatchObject([{ decision: { outcome: 'removed' }, mayComplain: false }]);
    const { notifications } = (await seller.get('notifications')).body;
    expect(notifications).toContainEqual(expect.objectContaining({ type: 'report', listing: id, sender: null }));

    const complain = (by: Member) =>
      by.post(`user/reports/${id}/complain`, { case: 1, text: 'I have the invoice of the publisher.' });
    expect((await complain(reporter)).body.code).toBe('noReasonToComplain');
    expect((await complain(colleague)).body.code).toBe('noSuchReport');
    expect((await complain(seller)).status).toBe(204);
    expect((await complain(seller)).body.code).toBe('alreadyComplained');
    await market().settle();
    expect((await onDesk(colleague, id))[0].complaint).toMatchObject({ by: { _id: seller.id }, answer: null });
    const answer = { case: 1, outcome: 'reversed', ...REASONS };
    expect((await decide(clerk, 'answer', answer)).body.code).toBe('anotherPersonDecides');
    expect((await decide(colleague, 'answer', answer)).status).toBe(204);
    await eventually(async () => (await market().client().get(`listings/${id}`)).body.status === 'active');
    expect(await shown(second, id)).toMatchObject([
      { complaint: { text: null, answer: { outcome: 'reversed', removed: false, ...REASONS } } },
    ]);
    expect(await onDesk(clerk, id)).toEqual([]);
    expect(await onDesk(clerk, id, 'decided')).toHaveLength(1);
    const { listingReports, listings } = (await seller.get('user/data')).body;
    expect(listings).toContainEqual(expect.objectContaining({ _id: id, removed: null }));
    expect(listingReports).toContainEqual(expect.objectContaining({ listing: expect.objectContaining({ _id: id }) }));
  });

  test('is removed once, by somebody who neither sells nor reported it', async () => {
    const { _id: id } = await offer(seller);
    const rival = await market().staff('arivalclerk');
    expect((await rival.post(`listings/${id}/report`, REPORT)).status).toBe(204);
    const remove = (by: Member) => by.post(`staff/listings/${id}/remove`, { reason: 'A recast' });
    for (const call of [rival.post(`staff/listing-reports/${id}/decide`, DECISION), remove(rival)])
      expect(await call).toMatchObject({ status: 403, body: { code: 'ownReportDecided' } });
    expect((await remove(clerk)).status).toBe(204);
  });

  test('is refused without a reason, a text or a listing, and changes nothing', async () => {
    const { _id: id } = await offer(seller);
    for (const body of [
      {},
      { ground: 'ugly', explanation: REPORT.explanation },
      { ...REPORT, explanation: '  short ' },
    ])
      expect((await clerk.post(`listings/${id}/report`, body)).status).toBe(400);
    expect(
      (await clerk.post(`listings/${id}/report`, { ...REPORT, explanation: 'x'.repeat(2_001) })).body,
    ).toMatchObject({
      code: 'invalidInput',
      errors: { explanation: 'At most 2000 characters' },
    });
    expect((await seller.post(`listings/${id}/report`, REPORT)).body).toMatchObject({
      code: 'ownListingReported',
      message: 'You cannot report your own listing',
    });
    expect((await clerk.post(`listings/${'0'.repeat(32)}/report`, REPORT)).status).toBe(404);
    expect(await onDesk(clerk, id, 'all')).toEqual([]);
  });

  test('that staff removed without a report can be complained about by its seller', async () => {
    const { _id: id } = await offer(seller);
    expect((await clerk.post(`staff/listings/${id}/remove`, { reason: 'A counterfeit' })).status).toBe(204);
    const [own] = await eventually(async () => {
      const reports = await shown(seller, id);
      return reports.length > 0 && reports;
    });
    expect(own).toMatchObject({
      decision: { outcome: 'removed', ownAccord: true, statement: 'A counterfeit' },
      mayComplain: true,
    });
    const { listings } = (await seller.get('user/data')).body;
    const kept = listings.find(({ _id }: { _id: string }) => _id === id);
    expect(kept).toMatchObject({ removed: { reason: 'A counterfeit', at: own.decision.at } });
    const { s3Key, original } = kept.images[0];
    const photo = await fetch(new URL(fileUrl(s3Key, original), market().url));
    expect([photo.status, (await photo.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    expect((await seller.get('listings/user')).body).not.toContainEqual(expect.objectContaining({ _id: id }));
  });

  test('that is removed shows photos only to staff, seller and transaction parties until restored', async () => {
    type Image = { s3Key: string; original: string; thumbnail: string };
    type Picture = { listing: { _id: string; images: Image[] } };
    const buyer = await market().member('abuyer');
    const sold = await paid(buyer, seller);
    const id = sold.listing;
    const [image] = (await market().client().get(`listings/${id}`)).body.images as Image[];
    const ask = async (found: Image | undefined) => {
      const files = found ? [found.original, found.thumbnail].map((file) => fileUrl(found.s3Key, file)) : [];
      const answers = await Promise.all(files.map((file) => fetch(new URL(file, market().url))));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      return answers.map(({ status }) => status);
    };
    const inTransaction = async (reader: Member) => (await reader.get(`transaction/${sold.id}`)).body.listing.images[0];
    const inList = async (reader: Member, type: string) => {
      const { transactions } = (await reader.get('transaction/history', { type })).body;
      return transactions.find(({ listing }: Picture) => listing._id === id).listing.images[0];
    };
    expect(await ask(image)).toEqual([200, 200]);
    expect(await inTransaction(buyer)).toEqual(image);

    expect((await clerk.post(`staff/listings/${id}/remove`, { reason: 'A counterfeit' })).status).toBe(204);
    await eventually(async () => (await ask(image)).every((status) => status === 404));
    await eventually(async () => (await onDesk(clerk, id, 'decided')).length > 0);
    expect((await clerk.post(`transaction/${sold.id}/hold`, { reason: 'To be looked at' })).status).toBe(200);
    await market().settle();
    type Case = { sale: (Picture & { _id: string }) | null };
    const { cases } = (await clerk.get('staff/cases?limit=50')).body;
    const shownTo = {
      buyer: await inTransaction(buyer),
      'buyer, in the list': await inList(buyer, 'purchase'),
      seller: await inTransaction(seller),
      'seller, in the list': await inList(seller, 'sale'),
      staff: await inTransaction(clerk),
      'staff, among the cases': cases.find(({ sale }: Case) => sale?._id === sold.id).sale.listing.images[0],
      'staff, in the case': (await clerk.get(`staff/cases/${sold.id}`)).body.transaction.listing.images[0],
      'buyer, in their own data': (await buyer.get('user/data')).body.transactions[0].listing.images[0],
      'staff, on the desk': (await onDesk(clerk, id, 'decided'))[0].listing.images[0],
    };
    for (const [who, found] of Object.entries(shownTo)) expect([who, await ask(found)]).toEqual([who, [200, 200]]);
    for (const reader of [auditor, admin])
      expect(await ask((await onDesk(reader, id, 'decided'))[0].listing.images[0])).toEqual([404, 404]);
    expect(await ask(await inTransaction(auditor))).toEqual([404, 404]);

    expect((await seller.post(`user/reports/${id}/complain`, { case: 1, text: 'It is none.' })).status).toBe(204);
    await market().settle();
    const judge = await market().staff('aphotojudge');
    const answer = { case: 1, outcome: 'reversed', statement: 'The invoice shows it.' };
    expect((await judge.post(`staff/listing-reports/${id}/answer`, answer)).status).toBe(204);
    await eventually(async () => (await ask(image)).every((status) => status === 200));
    expect(await inTransaction(buyer)).toEqual(image);
  });
});

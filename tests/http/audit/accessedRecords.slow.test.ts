import { beforeAll, describe, expect, test } from 'vitest';
import type { DataAccess } from '#application/contract/accessLog.ts';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { shipped } = sales(market);
const { send, publishedBy } = talks(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let admin: Member;
let sold: Sold;
let of: string;

beforeAll(async () => {
  [buyer, seller, clerk, auditor, admin] = [
    await market().member('lbuyer'),
    await market().seller('lseller'),
    await market().staff('lclerk'),
    await market().member('lauditor'),
    await market().member('ladmin'),
  ];
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
  sold = await shipped(buyer, seller);
  of = `transaction-${sold.id}`;
  await market().settle();
});

const readOf = async (member: Member): Promise<DataAccess[]> =>
  succeeded(await member.get('user/disclosures'), 'who read my data').disclosures;
/** Who opened whose transaction, how and why, oldest first. */
const looks = async (member: Member) =>
  (await readOf(member))
    .filter((each) => each.of === of || each.of.startsWith('conversation-'))
    .map(({ by, role, fields, reason }) => `${by.username} (${role}): ${fields.join(', ')}; ${reason}`)
    .toReversed();
const view = async (reader: Member) => succeeded(await reader.get(`staff/cases/${sold.id}`), 'a case');
const download = (reader: Member) =>
  fetch(new URL(`/api/transaction/${sold.id}/bundle`, market().url), {
    headers: { Authorization: `Bearer ${reader.token}` },
  });

const NO_CASE = 'Viewed with personal data hidden, because the sale has no open case';
const CASE = 'The case of this sale: A dispute is open';
const IN_CLEAR = 'address, returnAddress, words, evidence, messages';

describe('an access to a transaction is logged for both parties', () => {
  test('outside a case: without personal data in clear', async () => {
    await view(clerk);
    await view(clerk);
    for (const member of [buyer, seller]) expect(await looks(member)).toEqual([`lclerk (staff): caseFile; ${NO_CASE}`]);
  });

  test('of a case: with the fields in clear, once a day per reader', async () => {
    const claim = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
    succeeded(await buyer.post(`transaction/${sold.id}/dispute`, claim), 'dispute');
    await market().settle();
    await Promise.all([view(clerk), view(clerk), view(auditor), view(admin)]);
    await Promise.all([view(clerk), clerk.get(`transaction/${sold.id}`), view(auditor)]);
    for (const member of [buyer, seller]) {
      const [before, ...since] = await looks(member);
      expect(before).toContain(NO_CASE);
      expect(since.sort()).toEqual([
        `ladmin (admin): caseFile; ${CASE}`,
        `lauditor (auditor): caseFile; ${CASE}`,
        `lclerk (staff): caseFile, ${IN_CLEAR}; ${CASE}`,
      ]);
    }
  });

  test('of its history: with clear fields for staff during a case, without any for an auditor', async () => {
    const before = await looks(buyer);
    succeeded(await auditor.get(`audit/streams/${of}`), 'a history');
    expect(await looks(buyer)).toEqual(before);
    succeeded(await clerk.get(`audit/streams/${of}`), 'a history');
    succeeded(await clerk.get(`audit/sales/${sold.id}/export`), 'an export');
    const [history, exported, ...rest] = (await looks(seller)).slice(before.length);
    expect(history).toBe(`lclerk (staff): history, address, trackingCode, text; ${CASE}`);
    expect(exported).toBe(`lclerk (staff): export, address, trackingCode, text; ${CASE}`);
    expect(rest).toEqual([]);
  });

  test('of its bundle: every time, except for a party’s own', async () => {
    const before = await looks(buyer);
    for (const reader of [clerk, clerk, auditor, buyer, seller]) {
      const taken = await download(reader);
      expect(taken.status).toBe(200);
      await taken.arrayBuffer();
    }
    const staff = `lclerk (staff): bundle, ${IN_CLEAR}; ${CASE}`;
    const ours = [staff, staff, `lauditor (auditor): bundle; ${CASE}`];
    for (const member of [buyer, seller]) expect((await looks(member)).slice(before.length)).toEqual(ours);
  });

  test('with its purpose; auditors can replay the log, and it is hash-chained', async () => {
    await market().settle();
    const { disclosures: dataAccesses } = (await auditor.get(`audit/disclosures?who=${clerk.username}`)).body;
    const purposes = dataAccesses.map(({ fields: [how], purpose }: DataAccess) => `${how} ${purpose}`);
    expect(new Set(purposes)).toEqual(
      new Set(['caseFile support', 'caseFile dispute', 'history dispute', 'export dispute', 'bundle dispute']),
    );
    const { events, verification } = (await auditor.get(`audit/streams/disclosure-${buyer.id}`)).body;
    expect(verification.intact).toBe(true);
    const last = (await market().marketplace.store.readStream(of)).at(-1)!;
    expect(events.at(-1).data).toMatchObject({ of, revision: last.revision, event: last.type, purpose: 'audit' });
  });

  test('on another day again', async () => {
    const before = await looks(buyer);
    await market().advance(DAY);
    clerk = { ...clerk, ...(await market().signIn(clerk.email, clerk.password)) };
    buyer = { ...buyer, ...(await market().signIn(buyer.email, buyer.password)) };
    await view(clerk);
    await view(clerk);
    expect((await looks(buyer)).slice(before.length)).toHaveLength(1);
  });

  test('by a command in the case, even if they have not opened it before', async () => {
    const before = await looks(buyer);
    const other = await market().staff('lholder');
    succeeded(await other.post(`transaction/${sold.id}/hold`, { reason: 'A claim to look at' }), 'a hold');
    succeeded(await other.post(`transaction/${sold.id}/hold/lift`, { reason: 'It was looked at' }), 'its end');
    const traces = (await looks(buyer)).slice(before.length);
    expect(traces[0]).toContain(`lholder (staff): caseFile, ${IN_CLEAR}; The case of this sale`);
    expect((await looks(seller)).slice(before.length)).toEqual(traces);
  });
});

describe('an access to an account is logged for its owner', () => {
  let colleague: Member;
  beforeAll(async () => {
    colleague = await market().staff('lcolleague');
  });
  const since = async (member: Member, before: readonly DataAccess[]) => {
    const known = new Set(before.map(({ id }) => id));
    return (await readOf(member))
      .filter(({ id }) => !known.has(id))
      .map(({ by, role, of: what, fields, reason }) => [`${by.username} (${role})`, what, fields.join(', '), reason])
      .toReversed();
  };

  test('of its page: with the fields in clear, once a day per reader', async () => {
    const person = await market().member('lperson');
    await market().settle();
    const look = async (reader: Member) => succeeded(await reader.get(`staff/accounts/${person.id}`), 'an account');
    await look(colleague);
    await Promise.all([look(colleague), look(auditor), look(admin)]);
    const [first, ...others] = await since(person, []);
    const account = `account-${person.id}`;
    expect(first).toEqual([
      'lcolleague (staff)',
      account,
      expect.stringMatching(/^accountFile, email(, fullName)?$/),
      'Looked up the account',
    ]);
    expect(others.map(([by, what, fields]) => [by, what, fields]).sort()).toEqual([
      ['ladmin (admin)', account, 'accountFile, email'],
      ['lauditor (auditor)', account, 'accountFile'],
    ]);
    await market().settle();
    const { disclosures: dataAccesses } = (await auditor.get(`audit/disclosures?who=${person.id}`)).body;
    expect(dataAccesses).toHaveLength(3);
  });

  test('of its history too', async () => {
    const person = await market().member('lhistory');
    succeeded(await person.put('user/profile', { fullName: 'Lia Historia', country: 'Italy' }), 'a profile');
    await market().settle();
    const read = (reader: Member) => reader.get(`audit/streams/account-${person.id}`);
    const seen = succeeded(await read(colleague), 'a history');
    expect(JSON.stringify(seen)).toContain('Lia Historia');
    await read(colleague);
    await read(auditor);
    expect(await since(person, [])).toEqual([
      ['lcolleague (staff)', `account-${person.id}`, 'history, username, email, fullName', 'Looked up the account'],
      ['lauditor (auditor)', `account-${person.id}`, 'history, username', 'Looked up the account'],
    ]);
    const before = await readOf(colleague);
    succeeded(await colleague.get(`audit/streams/account-${colleague.id}`), 'one’s own');
    expect(await since(colleague, before)).toEqual([]);
  });

  test('of a list with its address, but not without addresses or of your own account', async () => {
    const person = await market().member('llisted');
    await market().settle();
    const search = async (reader: Member) =>
      expect((await reader.get('staff/accounts?search=llisted')).body.totalCount).toBe(1);
    await search(auditor);
    expect(await since(person, [])).toEqual([]);
    await search(colleague);
    await search(colleague);
    expect(await since(person, [])).toEqual([
      ['lcolleague (staff)', `account-${person.id}`, 'accountList, email', 'Found in the list of accounts'],
    ]);
    const before = await readOf(colleague);
    succeeded(await colleague.get(`staff/accounts/${colleague.id}`), 'an account');
    expect(await since(colleague, before)).toEqual([]);
  });

  test('of reported messages, for both people, without revealing who reported', async () => {
    const listingId = await publishedBy(seller);
    const { body } = await send(buyer, { recipientId: seller.id, listingId, content: 'A rude word' });
    await market().settle();
    const [message] = (await seller.get(`messages/conversation/${body.conversationId}`)).body.messages;
    expect((await seller.post(`messages/${message._id}/report`, { reason: 'Rude' })).status).toBe(204);
    await market().settle();
    const before = [await readOf(buyer), await readOf(seller)] as const;
    const read = async (reader: Member) => (await reader.get('staff/message-reports')).body.reports[0].content;
    expect([await read(auditor), await read(admin)]).not.toContain('A rude word');
    expect([await read(colleague), await read(colleague)]).toEqual(['A rude word', 'A rude word']);
    for (const [at, member] of [buyer, seller].entries())
      expect(await since(member, before[at]!)).toEqual([
        [
          'lcolleague (staff)',
          expect.stringMatching(/^conversation-[0-9a-f]{32}$/),
          'reportedMessage, content',
          'A message of it was reported, or stood out by its wording',
        ],
      ]);
  });

  test('of a transaction at a past revision, though it shows no personal data', async () => {
    const before = await readOf(buyer);
    for (const revision of [0, 1, 0])
      succeeded(await auditor.get(`audit/sales/${sold.id}/at?revision=${revision}`), 'a sale at a moment');
    expect((await since(buyer, before)).map(([by, what, fields]) => [by, what, fields])).toEqual([
      ['lauditor (auditor)', of, 'replay'],
    ]);
  });
});

test('gives the reason that holds at the moment, and hides personal data when no case is left', async () => {
  const sale = await shipped(buyer, seller, '60.00');
  const of = `transaction-${sale.id}`;
  const claim = { category: 'DAMAGED', claim: 20, text: 'A torn wing' };
  const judge = await market().staff('ljudge');
  succeeded(await buyer.post(`transaction/${sale.id}/dispute`, claim), 'dispute');
  succeeded(await seller.post(`transaction/${sale.id}/dispute/contest`, { text: 'It was whole' }), 'answer');
  await market().settle();
  const open = async () => JSON.stringify(succeeded(await judge.get(`staff/cases/${sale.id}`), 'a case'));
  expect(await open()).toContain('A torn wing');
  const ruling = { toBuyer: 0, rationale: 'The photos show no damage' };
  succeeded(await judge.post(`transaction/${sale.id}/dispute/decide`, ruling), 'decision');
  await market().settle();
  await open();
  const status = async () => (await market().marketplace.repository.transactions.load(sale.id)).state.status;
  for (let days = 0; days < 30 && (await status()) !== 'COMPLETED'; days += 3) {
    await market().advance(3 * DAY);
    await market().settle();
  }
  for (const member of [judge, buyer, auditor]) await market().signIn(member.email, member.password, member);
  expect(await status()).toBe('COMPLETED');
  expect(await open()).not.toContain('A torn wing');
  const reasons = (await readOf(buyer)).filter((each) => each.of === of).map(({ reason }) => reason);
  expect(reasons.toReversed()).toEqual([
    'The case of this sale: A dispute waits for a decision',
    'The case of this sale: A dispute was decided, and its money is still on the way',
    NO_CASE,
  ]);
});

test('the access log of all finds a person or a sale, and says when a name means nobody', async () => {
  await market().settle();
  const of = `transaction-${sold.id}`;
  const found = async (who: string) => succeeded(await auditor.get(`audit/disclosures?who=${who}`), 'the access log');
  const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
  for (const who of [transactionId, sold.id]) {
    const { about, disclosures, totalCount } = await found(who);
    expect([about, totalCount > 3]).toEqual(['sale', true]);
    expect(new Set(disclosures.map((each: DataAccess) => each.of))).toEqual(new Set([of]));
  }
  expect(await found('lbuyer')).toMatchObject({ about: 'person' });
  for (const who of ['zz', 'TX22222222']) expect(await found(who)).toMatchObject({ about: 'nobody', totalCount: 0 });
});

test('an access that cannot be logged is refused', async () => {
  const { store } = market().marketplace;
  const reader = await market().staff('lother');
  const { append } = store;
  store.append = (stream, ...rest) => {
    if (stream.startsWith('disclosure-')) throw new Error('the disk is full');
    return append(stream, ...rest);
  };
  try {
    for (const answer of [await reader.get(`staff/cases/${sold.id}`), await reader.get(`transaction/${sold.id}`)]) {
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(answer.body)).not.toContain('A broken wing');
    }
    expect((await download(reader)).status).toBeGreaterThanOrEqual(500);
    for (const path of [
      `staff/accounts/${buyer.id}`,
      `audit/streams/account-${buyer.id}`,
      'staff/accounts?search=lbuyer',
      `audit/sales/${sold.id}/at`,
    ])
      expect((await reader.get(path)).status, path).toBeGreaterThanOrEqual(500);
    const reports = await reader.get('staff/message-reports');
    expect([reports.status >= 500, JSON.stringify(reports.body).includes('A rude word')]).toEqual([true, false]);
  } finally {
    store.append = append;
  }
});

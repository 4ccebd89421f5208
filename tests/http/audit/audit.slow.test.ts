import { beforeAll, describe, expect, test } from 'vitest';
import type { DataAccess } from '#application/contract/accessLog.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { isCommittedTo } from '#application/transparency/commitment.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { isWholeRecord } from '#domain/notifications/accessLogText.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openStorage } from '#infrastructure/composition/storage.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { openReadModelChecks } from '#infrastructure/policies/readModelCheck.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { ledger } from '#projections/transactions/ledger/projection.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { photographed, shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let admin: Member;
let sold: Sold;
let stream: string;
beforeAll(async () => {
  [buyer, seller, clerk, auditor, admin] = await Promise.all([
    market().member('hbuyer'),
    market().seller('hseller'),
    market().staff('hclerk'),
    market().member('hauditor'),
    market().member('hadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
  sold = await shipped(buyer, seller, '80.00');
  stream = `transaction-${sold.id}`;
  await buyer.post(`transaction/${sold.id}/dispute`, { category: 'DAMAGED', claim: 20, text: 'A broken wing' });
  await market().settle();
});

const CALLS = () => [
  `audit/streams?search=${sold.id}`,
  `audit/streams/${stream}`,
  `audit/sales/${sold.id}/at`,
  `audit/sales/${sold.id}/export`,
  'audit/ledger',
];
const LIST = (body: { streams: { stream: string }[] }) => body.streams.map((one) => one.stream);

test('only auditors, staff and admins may read [D2-271]', async () => {
  for (const path of CALLS()) {
    expect((await market().client().get(path)).status, path).toBe(401);
    for (const somebody of [buyer, seller]) expect((await somebody.get(path)).status, path).toBe(403);
    for (const reader of [auditor, clerk, admin]) expect((await reader.get(path)).status, path).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await auditor.call(method, path)).status, `${method} ${path}`).toBe(405);
  }
});

describe('a history', () => {
  test('is found by the beginning of a name or number and by words of a title, with the sales of a person', async () => {
    await market().settle();
    const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
    const found = async (search: string) =>
      (await auditor.get(`audit/streams?search=${encodeURIComponent(search)}`)).body as {
        streams: { stream: string; label: string; events: number }[];
      };
    const named = await found('hsel');
    expect(named.streams[0]).toMatchObject({ stream: `account-${seller.id}`, label: 'hseller' });
    expect(LIST(named)).toContain(stream);
    for (const search of ['dragon', 'TX', transactionId.slice(0, 6)]) {
      const sale = (await found(search)).streams.find((one) => one.stream === stream);
      expect([search, sale?.label]).toEqual([search, `${transactionId}, A painted dragon`]);
      expect(sale!.events).toBeGreaterThan(5);
    }
    const { _id } = await market().publish(seller, { title: 'Zephyr lancers' });
    await market().settle();
    expect(LIST(await found('zephyr'))).toEqual([`listing-${_id}`]);
    expect(LIST(await found('')).slice(0, 5)).toContain(`listing-${_id}`);
    expect(LIST(await found('%'))).toEqual([]);
  });

  test('is found by transaction id, short id, account id, username, listing id or stream name', async () => {
    const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
    const found = async (search: string, reader = auditor) =>
      (await reader.get(`audit/streams?search=${encodeURIComponent(search)}`)).body;
    for (const search of [sold.id, transactionId, transactionId.toLowerCase(), stream])
      expect(await found(search)).toMatchObject({
        streams: [{ stream, category: 'transaction', label: `${transactionId}, A painted dragon` }],
      });
    expect(LIST(await found('HSeller'))).toEqual([`account-${seller.id}`, stream]);
    for (const reader of [clerk, admin])
      expect(LIST(await found(seller.email, reader))).toEqual([`account-${seller.id}`]);
    expect(LIST(await found(seller.id))).toContain(`account-${seller.id}`);
    expect(await found(sold.listing)).toMatchObject({
      streams: [{ stream: `listing-${sold.listing}`, label: 'A painted dragon' }],
    });
    expect((await found(seller.id)).streams[0]).toMatchObject({ category: 'account', label: 'hseller' });
    for (const search of ['TX22222222', seller.email, "x' OR 1=1"]) expect(LIST(await found(search))).toEqual([]);
    expect((await auditor.get('audit/streams')).status).toBe(200);
  });

  test('shows every event with its envelope, page by page, and the verified hash chain', async () => {
    const { body } = await auditor.get(`audit/streams/${stream}?limit=2`);
    expect(body).toMatchObject({
      stream,
      masked: true,
      hasMore: true,
      verification: { intact: true, revision: null },
      events: [
        { type: 'TransactionCreated', revision: 0, prevHash: null, actor: { id: buyer.id, role: 'member' } },
        { type: 'ShippingSet', revision: 1 },
      ],
    });
    expect(body.events[1].prevHash).toBe(body.events[0].hash);
    const next = (await auditor.get(`audit/streams/${stream}?limit=2&page=2`)).body;
    expect(next.events[0].revision).toBe(2);
    expect((await auditor.get('audit/streams/transaction-unknown')).body.code).toBe('streamNotFound');
  });

  test('hides personal data from auditors and admins; staff see it for transactions, never for accounts', async () => {
    const personal = /broken wing|Lange Straat|Utrecht|NL91|hseller@/;
    for (const reader of [auditor, admin]) {
      const shown = await reader.get(`audit/streams/${stream}?limit=100`);
      expect(JSON.stringify(shown.body)).not.toMatch(personal);
      const address = shown.body.events.find(({ type }: { type: string }) => type === 'ShippingSet');
      expect(address).toMatchObject({ personal: ['address'], data: { address: '[personal]', shippingCost: 500 } });
    }
    const toStaff = (await clerk.get(`audit/streams/${stream}?limit=100`)).body;
    expect(toStaff.masked).toBe(false);
    expect(JSON.stringify(toStaff)).toMatch(/A broken wing/);
    const accountFor = async (reader: Member) =>
      (await reader.get(`audit/streams/account-${seller.id}?limit=100`)).body;
    const toClerk = await accountFor(clerk);
    expect(toClerk.masked).toBe(true);
    expect(JSON.stringify(toClerk)).toMatch(/hseller@/);
    expect(JSON.stringify(toClerk)).not.toMatch(/Lange Straat|Utrecht|NL91/);
    const toAuditor = await accountFor(auditor);
    expect(JSON.stringify(toAuditor)).not.toMatch(personal);
    const registered = toAuditor.events.find(({ type }: { type: string }) => type === 'AccountRegistered');
    expect(registered).toMatchObject({ data: { username: 'hseller', email: '[personal]' }, openable: ['email'] });
  });

  test('that was tampered with says where', async () => {
    const { db } = market().marketplace;
    const changed = await shipped(buyer, seller, '30.00');
    await db.raw('ALTER TABLE events DISABLE TRIGGER append_only');
    await db.raw(
      `UPDATE events SET data = jsonb_set(data::jsonb, '{amount}', '1')::text::json WHERE stream = ? AND revision = 0`,
      [`transaction-${changed.id}`],
    );
    await db.raw('ALTER TABLE events ENABLE TRIGGER append_only');
    expect((await auditor.get(`audit/streams/transaction-${changed.id}`)).body.verification).toEqual({
      intact: false,
      revision: 0,
      reason: 'it is not what was written',
    });
  });

  test('of their own transaction is closed to staff', async () => {
    const own = await market().seller('hown');
    await market().grant(own, 'staff');
    const transaction = await shipped(buyer, own, '15.00');
    expect((await own.get(`audit/streams/transaction-${transaction.id}`)).status).toBe(403);
    expect((await own.get(`audit/sales/${transaction.id}/at`)).status).toBe(403);
    expect((await own.get(`audit/sales/${transaction.id}/export`)).status).toBe(403);
  });
});

describe('the filter of a history', () => {
  const found = async (filter: Record<string, string>) =>
    (await auditor.get(`audit/streams/${stream}?${new URLSearchParams({ limit: '1', ...filter })}`)).body;

  test('searches the whole history, in visible text and stored values', async () => {
    const all = await found({});
    expect(all.matchCount).toBe(all.totalCount);
    expect(all.types).toContain('DisputeOpened');
    expect(all.actors).toEqual(expect.arrayContaining(['buyer', 'seller', 'provider']));
    for (const text of ['€89.75', '89.75', 'captured', '8975']) {
      const some = await found({ text, type: 'PaymentCaptured' });
      expect([text, some.matchCount, some.events[0]?.type]).toEqual([text, 1, 'PaymentCaptured']);
    }
    const last = await found({ type: 'DisputeOpened', actor: 'buyer' });
    expect(last).toMatchObject({ matchCount: 1, totalCount: all.totalCount, hasMore: false });
    expect(last.events[0].revision).toBeGreaterThan(1);
  });

  test('reports no match only after searching the whole history', async () => {
    expect(await found({ text: 'no event says this' })).toMatchObject({ matchCount: 0, events: [], hasMore: false });
    expect((await auditor.get(`audit/streams/${stream}?text=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('never finds data that its reader may not see', async () => {
    const personal = await found({ text: 'broken wing' });
    expect(personal.matchCount).toBe(0);
  });
});

describe('a sale', () => {
  test('is shown as it was after any event, with its deadlines and books [L-021]', async () => {
    const { events, totalCount } = (await auditor.get(`audit/streams/${stream}?limit=100`)).body;
    const paidAt = events.findIndex(({ type }: { type: string }) => type === 'PaymentCaptured');
    const at = async (revision: number) => (await auditor.get(`audit/sales/${sold.id}/at?revision=${revision}`)).body;
    expect(await at(0)).toMatchObject({ status: 'CREATED', event: 'TransactionCreated', balances: [] });
    expect(await at(paidAt)).toMatchObject({
      revision: paidAt,
      lastRevision: totalCount - 1,
      status: 'AWAIT_SHIPPING',
      balances: [
        { account: 'psp_clearing', amount: -89.75 },
        { account: `escrow:${sold.id}`, amount: 89.75 },
      ],
    });
    const now = (await auditor.get(`audit/sales/${sold.id}/at`)).body;
    expect(now).toMatchObject({ revision: totalCount - 1, displayStatus: 'IN_ESCROW_DISPUTED' });
    expect(now.state).toMatchObject({ dispute: 'awaiting_seller', captured: 8975 });
    expect(now.deadlines.map(({ kind }: { kind: string }) => kind)).toContain('disputeAnswer');
    expect(JSON.stringify(now)).not.toMatch(/broken wing|Lange Straat/);
    expect((await auditor.get(`audit/sales/${sold.id}/at?revision=${totalCount}`)).status).toBe(404);
    expect((await auditor.get(`audit/sales/${sold.id}/at?revision=-1`)).status).toBe(400);
  });

  test('is exported as one file', async () => {
    const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
    const answer = await auditor.call('GET', `audit/sales/${sold.id}/export`);
    expect(answer.body).toMatchObject({ transactionId, stream, masked: true, verification: { intact: true } });
    const whole = (await auditor.get(`audit/streams/${stream}?limit=100`)).body.totalCount;
    expect(answer.body.events).toHaveLength(whole);
    expect(answer.body.entries.length).toBeGreaterThan(0);
    expect(answer.headers.get('content-disposition')).toContain(`sale-${transactionId}.json`);
    expect((await auditor.get(`audit/sales/${'0'.repeat(32)}/export`)).status).toBe(404);
  });
});

describe('the ledger', () => {
  test('shows balances, entries and checks: in total, per transaction and per period', async () => {
    const all = (await auditor.get('audit/ledger?limit=100')).body;
    const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
    expect(sum(all.balances)).toBeCloseTo(0);
    expect(all.checks.slice(0, 3)).toMatchObject([
      { name: 'sumIsZero', holds: true },
      { name: 'balancesAgree', holds: true },
      { name: 'endedSalesAreEmpty', holds: true },
    ]);
    const one = (await auditor.get(`audit/ledger?sale=${sold.id}`)).body;
    expect(one.balances).toEqual([
      {
        account: `escrow:${sold.id}`,
        amount: 89.75,
        opening: 0,
        movement: 89.75,
        debits: 0,
        credits: 89.75,
        currency: 'EUR',
      },
      {
        account: 'psp_clearing',
        amount: -89.75,
        opening: 0,
        movement: -89.75,
        debits: 89.75,
        credits: 0,
        currency: 'EUR',
      },
    ]);
    expect(one.tAccounts).toMatchObject([{ captured: 89.75, held: 89.75, difference: 0 }]);
    expect(all.tAccounts).toEqual([]);
    const { transactionId: shortId } = (await buyer.get(`transaction/${sold.id}`)).body;
    expect(one.entries).toMatchObject([
      { account: `escrow:${sold.id}`, amount: 89.75, shortId },
      { account: 'psp_clearing', amount: -89.75, shortId },
    ]);
    const [{ at }] = one.entries;
    const after = new Date(Date.parse(at) + 1).toISOString();
    const later = (await auditor.get(`audit/ledger?sale=${sold.id}&from=${after}`)).body;
    expect(later.totalCount).toBe(0);
    expect((await auditor.get(`audit/ledger?sale=${sold.id}&to=${at}`)).body.tAccounts).toEqual([]);
    expect(later.balances).toContainEqual({
      account: `escrow:${sold.id}`,
      opening: 89.75,
      movement: 0,
      amount: 89.75,
      debits: 0,
      credits: 89.75,
      currency: 'EUR',
    });
    const escrow = (await auditor.get(`audit/ledger?sale=${sold.id}&account=escrow`)).body;
    expect(escrow.entries).toMatchObject([{ account: `escrow:${sold.id}`, type: 'PaymentCaptured' }]);
    const { transactionId } = (await buyer.get(`transaction/${sold.id}`)).body;
    for (const number of [transactionId, transactionId.toLowerCase()])
      expect((await auditor.get(`audit/ledger?sale=${number}`)).body.entries).toEqual(one.entries);
    for (const unknown of ['TX22222222', '0'.repeat(32)])
      expect(await auditor.get(`audit/ledger?sale=${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'saleNotFound', errors: { sale: 'There is no sale with this number or id' } },
      });
    expect(await auditor.get('audit/ledger?sale=TX1')).toMatchObject({
      status: 400,
      body: { errors: { sale: 'Please give the number of a sale, such as TX7K2M9QPD, or its id' } },
    });
    expect(await auditor.get('audit/ledger?account=cash')).toMatchObject({
      status: 400,
      body: { errors: { account: 'Please give an account of the ledger, such as escrow' } },
    });
    expect(escrow.balances).toMatchObject([{ account: `escrow:${sold.id}`, amount: 89.75 }]);
    expect((await auditor.get(`audit/ledger?sale=${sold.id}&from=${at}&to=${after}`)).body.totalCount).toBe(2);
    const paged = (await auditor.get('audit/ledger?limit=1')).body;
    expect(paged).toMatchObject({ totalCount: all.totalCount, hasMore: true });
    expect(paged.entries).toEqual(
      all.entries.filter(({ eventId }: { eventId: string }) => eventId === all.entries[0].eventId),
    );
  });

  test('finds entries by the number of a sale and by amount, and names an unknown sale', async () => {
    const found = async (query: string) => (await auditor.get(`audit/ledger?${query}`)).body;
    const { transactionId: shortId } = (await buyer.get(`transaction/${sold.id}`)).body;
    for (const amount of ['89.75', '%3E80', '89,00..90'])
      expect(await found(`sale=${shortId}&amount=${amount}`), amount).toMatchObject({ totalCount: 2 });
    expect(await found(`sale=${shortId}&amount=%3E90`)).toMatchObject({ totalCount: 0 });
    expect(await found('sale=TX22222222')).toMatchObject({ code: 'saleNotFound' });
    expect(await auditor.get('audit/ledger?amount=lots')).toMatchObject({
      status: 400,
      body: { errors: { amount: 'Please give an amount, such as 120, >500 or 100..200' } },
    });
  });

  test('exports the entries of a period as CSV, with debits and credits', async () => {
    const file = async (query: string, reader = auditor) =>
      fetch(new URL(`/api/audit/ledger/export?${query}`, market().url), {
        headers: { Authorization: `Bearer ${reader.token}` },
      });
    expect((await file('', buyer)).status).toBe(403);
    const response = await file(`sale=${sold.id}&from=2020-01-01T00:00:00.000Z&to=2090-01-01T00:00:00.000Z`);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ledger-2020-01-01-2089-12-31-[\dT-]+Z\.csv"$/,
    );
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toMatch(/at,account,meaning,sale,debit,credit,currency,event,revision,stream,eventId$/);
    expect(lines.map((line) => line.replace(/^[^,]*,/, '').replace(/,[^,]*,[^,]*,[^,]*$/, ''))).toEqual([
      expect.stringMatching(/^escrow,"Buyers’ money, held for their sales",TX\w{8},,89\.75,EUR,PaymentCaptured$/),
      expect.stringMatching(/^psp_clearing,"Received by .*",TX\w{8},89\.75,,EUR,PaymentCaptured$/),
    ]);
  });

  test('shows the nightly attestations, and whether the provider agrees in total and per object [D2-404]', async () => {
    await market().advance(25 * HOUR);
    await market().settle();
    const { attestations: bookChecks, checks } = (await auditor.get('audit/ledger')).body;
    expect(bookChecks[0]).toMatchObject({ agrees: true, detail: { night: expect.any(String) } });
    expect(checks.slice(-2)).toMatchObject([
      {
        name: 'providerAgrees',
        holds: true,
        detail: expect.stringMatching(
          /^In the night of \d{1,2} [A-Z][a-z]{2} \d{4} the .*: received, after refunds and chargebacks, €[\d.,]+ \(psp_clearing\) − paid out €[\d.,]+ \(seller_paid\)$/,
        ),
      },
      {
        name: 'objectsMatch',
        holds: true,
        detail: expect.stringMatching(/^In the night of \d{1,2} [A-Z][a-z]{2} \d{4} /),
      },
    ]);
  });

  test('shows the last nightly check of the read models', async () => {
    const storage = await openStorage(market().config, openMetrics(), () => undefined);
    const checks = openReadModelChecks(storage, silentLog(), [ledger]);
    const said = async (differing: readonly string[]) => {
      await checks.keep({ ...(await checks.check('ledger')), differing, night: '2026-11-22', checkedAt: 1 });
      return (await auditor.get('audit/ledger')).body.checks.at(-1);
    };
    const onCase = async () => (await clerk.get(`staff/cases/${sold.id}`)).body.proven;
    expect(await onCase()).toBeNull();
    expect(await said([])).toEqual({
      name: 'readModelsAgree',
      holds: true,
      detail: expect.stringMatching(
        /^In the night of 22 Nov 2026 [1-9]\d* rows of 1 read models were compared with the events, up to position [1-9]\d*; all agree$/,
      ),
    });
    expect(await said(['balances ["psp_clearing"] differs'])).toMatchObject({
      holds: false,
      detail: expect.stringMatching(/; these differ: ledger$/),
    });
    expect(await onCase()).toEqual({ night: '2026-11-22', upTo: expect.any(Number), holds: false });
    await storage.close();
  });
});

describe('the log of security', () => {
  const asked = async (query: string) => {
    await market().marketplace.services.security.settled();
    await market().settle();
    return (await auditor.get(`audit/security?${query}`)).body;
  };

  test('shows sign-ins and refusals to auditors and admins only', async () => {
    const { email, username, id } = buyer;
    for (const password of ['Wrong-horse1!', 'Wrong-horse2!'])
      expect((await market().client().post('auth/login', { email, password })).status).toBe(401);
    expect((await buyer.get('audit/security')).status).toBe(403);
    const { facts } = await asked(`who=${username}`);
    const told = facts.map(({ type, why, times }: Record<string, unknown>) => [type, why, times]);
    expect(told).toContainEqual(['AccessRefused', 'role', 1]);
    expect(told).toContainEqual(['SignInRefused', 'wrongCredentials', 2]);
    expect(told.at(-1)).toEqual(['SignInSucceeded', null, 1]);
    for (const reader of [clerk, seller]) {
      expect((await reader.get('audit/security')).status).toBe(403);
      for (const path of [`audit/streams/security-${id}`, `proof/stream/security-${id}`])
        expect((await reader.get(path)).status, path).toBe(403);
    }
    for (const reader of [auditor, admin]) {
      expect((await reader.get('audit/security')).status).toBe(200);
      expect((await reader.get(`audit/streams/security-${id}`)).status).toBe(200);
    }
    const found = async (reader: Member) => LIST((await reader.get(`audit/streams?search=${id}`)).body);
    expect(await found(auditor)).toContain(`security-${id}`);
    expect(await found(clerk)).not.toContain(`security-${id}`);
  });

  test('shows each granted role once', async () => {
    const { facts } = await asked(`who=${auditor.username}&kind=roles`);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ type: 'RoleGranted', role: 'auditor', stream: `account-${auditor.id}` });
  });

  test('holds no address in clear, not even of unknown accounts', async () => {
    const email = 'somebody-who-is-not-there@example.com';
    await market().client().post('auth/login', { email, password: 'Wrong-horse1!' });
    const { facts } = await asked('kind=refusedSignIns');
    expect(facts[0]).toMatchObject({ account: null, why: 'unknownAddress' });
    const stored = JSON.stringify(await market().marketplace.store.readAll({ limit: 10_000 }));
    for (const address of [email, '127.0.0.1']) expect(stored).not.toContain(address);
  });

  test('is hash-chained, and its events are in the transparency log', async () => {
    const stream = `security-${buyer.id}`;
    const { verification, totalCount } = (await auditor.get(`audit/streams/${stream}`)).body;
    expect(verification.intact).toBe(true);
    expect((await auditor.get(`proof/stream/${stream}`)).body.facts).toHaveLength(totalCount);
  });

  test('is verified by the operators’ program, which names a changed row and an unknown model', async () => {
    const { databaseUrl = '', secrets } = market().config;
    const projections = (...words: string[]) =>
      runProgram('projections', words, {
        DATABASE_URL: databaseUrl,
        DATA_DIR: market().dataDir,
        MASTER_KEY: secrets.masterKey.toString('hex'),
        JWT_SECRET: secrets.jwt,
      });
    await market().settle();
    const holds = /^security: [1-9]\d* rows in \d+ tables are what the events say, up to position [1-9]\d*\n$/;
    expect(await projections('verify', 'security')).toEqual({ code: 0, output: expect.stringMatching(holds) });
    const db = connect(databaseUrl, { size: 1 });
    const changedBy = (times: number) =>
      db.raw(
        'UPDATE read_security.facts SET times = times + ? WHERE event_id = (SELECT min(event_id) FROM read_security.facts)',
        [times],
      );
    try {
      await changedBy(1);
      const named = 'is not what the events say: times\n';
      const { code, output } = await projections('verify', 'security');
      expect([code, output]).toEqual([1, expect.stringContaining(named)]);
      expect(output).toMatch(/^security: row \S+ of facts /m);
      expect(output).not.toContain('are what the events say');
      await changedBy(-1);
      expect((await projections('verify', 'security')).code).toBe(0);
    } finally {
      await db.destroy();
    }
    expect(await projections('verify', 'secrecy')).toEqual({
      code: 2,
      output: expect.stringMatching(/npm run projections -- verify \[NAME\](?:.*\n)+Names: .*security/),
    });
  });
});

describe('hidden personal data', () => {
  const REASON = 'A sample of this month’s sales';
  const claimOf = async (reader: Member) => {
    const { events } = (await reader.get(`audit/streams/${stream}`)).body;
    return events.find(({ type }: { type: string }) => type === 'DisputeOpened');
  };
  const opens = async (reader: Member, changes: object = {}) => {
    const { revision } = await claimOf(auditor);
    const asked = { subject: { stream, revision }, fields: ['text'], purpose: 'audit', reason: REASON, ...changes };
    return reader.post('disclosures', asked);
  };
  /** Without access to whole transactions (see `accessedRecords.slow.test.ts`). */
  const openings = (of: readonly DataAccess[]): DataAccess[] => of.filter(({ fields }) => !isWholeRecord(fields));
  const readOf = async (member: Member) => openings((await member.get('user/disclosures')).body.disclosures);

  test('opens for a reason, which the people concerned can read', async () => {
    expect((await claimOf(auditor)).openable).toContain('text');
    expect(await readOf(buyer)).toEqual([]);
    const { status, body } = await opens(auditor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ fields: { text: 'A broken wing' } });
    // anybody can check it against the commitment in the stored event
    const { revision } = await claimOf(auditor);
    const { facts } = (await auditor.get(`proof/stream/${stream}?page=${revision + 1}&limit=1`)).body;
    const sealed = readEntry(facts[0].entry).data.text as { commitment: string };
    expect(body.openings).toEqual([{ path: '/data/text', salt: expect.any(String), plaintext: 'A broken wing' }]);
    const fits = (text: string) => isCommittedTo(sealed.commitment, body.openings[0].salt, canonicalJson(text), sha256);
    expect([fits('A broken wing'), fits('A broken arm')]).toEqual([true, false]);
    expect(body.told).toEqual([{ _id: buyer.id, username: buyer.username }]);
    const [read] = await readOf(buyer);
    expect(read).toMatchObject({
      by: { _id: auditor.id, username: auditor.username },
      role: 'auditor',
      of: stream,
      event: 'DisputeOpened',
      fields: ['text'],
      purpose: 'audit',
      reason: REASON,
    });
    expect(await readOf(seller)).toEqual([]);
    expect(openings((await buyer.get('user/data')).body.openings)).toEqual([read]);
    await market().settle();
    const all = (await auditor.get(`audit/disclosures?who=${buyer.username}`)).body;
    expect(openings(all.disclosures)).toEqual([{ ...read, concerned: { _id: buyer.id, username: buyer.username } }]);
    const byAddress = `audit/disclosures?who=${encodeURIComponent(buyer.email)}`;
    expect(openings((await auditor.get(byAddress)).body.disclosures)).toEqual([]);
    expect(openings((await admin.get(byAddress)).body.disclosures)).toMatchObject([read]);
    const stored = JSON.stringify(await market().marketplace.store.readStream(`disclosure-${buyer.id}`));
    for (const word of ['A broken wing', REASON]) expect(stored).not.toContain(word);
  });

  test('does not open without a reason, without the right, or if it is already open', async () => {
    const before = await readOf(buyer);
    for (const changes of [{ reason: 'short' }, { reason: '' }, { purpose: 'curiosity' }, { fields: [] }])
      expect((await opens(auditor, changes)).status, JSON.stringify(changes)).toBe(400);
    for (const reader of [admin, seller, buyer]) expect((await opens(reader)).status, reader.username).toBe(403);
    for (const fields of [['captured'], ['text', 'invented']])
      expect((await opens(auditor, { fields })).body.code).toBe('notOpenable');
    expect((await opens(clerk)).body.code).toBe('notOpenable');
    const nowhere = { stream: 'transaction-none', revision: 0 };
    expect((await opens(auditor, { subject: nowhere })).body.code).toBe('streamNotFound');
    expect(await readOf(buyer)).toEqual(before);
  });

  test('includes the photo of a statement as a signed link', async () => {
    const claimed = await shipped(buyer, seller, '70.00');
    const claim = { category: 'DAMAGED', claim: 20, text: 'A bent tail', evidence: await photographed(buyer, claimed) };
    succeeded(await buyer.post(`transaction/${claimed.id}/dispute`, claim), 'a claim with a photo');
    const of = `transaction-${claimed.id}`;
    const { events } = (await auditor.get(`audit/streams/${of}`)).body;
    const { revision, data } = events.find(({ type }: { type: string }) => type === 'DisputeOpened');
    expect(data.evidence).toBe('[personal]');
    const { photos } = (await opens(auditor, { subject: { stream: of, revision }, fields: ['evidence'] })).body;
    expect(photos).toHaveLength(1);
    const { status, headers } = await fetch(new URL(photos[0].url, market().url));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('is listed for the owner of the account once opened; staff cannot read that list', async () => {
    const account = (await clerk.get(`audit/streams/account-${seller.id}`)).body;
    const { revision } = account.events.find(({ type }: { type: string }) => type === 'BankDetailsProvided');
    const asked = { subject: { stream: account.stream, revision }, fields: ['bank'], purpose: 'support' };
    const { body } = await clerk.post('disclosures', { ...asked, reason: 'They wrote from another address' });
    expect(body.fields.bank.iban).toBe('NL91ABNA0417164300');
    expect(await readOf(seller)).toMatchObject([{ role: 'staff', fields: ['bank'], purpose: 'support' }]);
    expect((await clerk.get('audit/disclosures')).status).toBe(403);
    expect((await clerk.get(`audit/streams/disclosure-${seller.id}`)).status).toBe(403);
    const { events, verification } = (await auditor.get(`audit/streams/disclosure-${seller.id}`)).body;
    expect(verification.intact).toBe(true);
    const fields = events.map(({ data }: { data: DataAccess }) => data.fields);
    expect(fields.filter((each: string[]) => !isWholeRecord(each))).toEqual([['bank']]);
  });

  test('leaves the log entry without reason and name after an erasure', async () => {
    const leaver = await market().seller('hleaver');
    const account = (await clerk.get(`audit/streams/account-${leaver.id}`)).body;
    const { revision } = account.events.find(({ type }: { type: string }) => type === 'BankDetailsProvided');
    const asked = { subject: { stream: account.stream, revision }, fields: ['bank'], purpose: 'law' };
    succeeded(await clerk.post('disclosures', { ...asked, reason: 'A letter of the court' }), 'an opening');
    expect((await leaver.post('user/deletion', { password: leaver.password })).status).toBe(200);
    await market().advance(31 * DAY);
    await market().settle();
    const reader = await market().signIn(auditor.email, auditor.password);
    const { disclosures: dataAccesses } = (await reader.get(`audit/disclosures?who=${leaver.id}`)).body;
    const nobody = { by: { _id: clerk.id }, reason: null, concerned: { username: '[erased]' } };
    expect(dataAccesses).toMatchObject([
      { ...nobody, fields: ['bank'], purpose: 'law' },
      { ...nobody, fields: expect.arrayContaining(['history']), purpose: 'support' },
    ]);
    const { events, verification } = (await reader.get(`audit/streams/disclosure-${leaver.id}`)).body;
    expect(verification.intact).toBe(true);
    expect(events[0].data.reason).toBeNull();
  });
});

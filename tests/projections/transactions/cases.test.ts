import { beforeEach, describe, expect, test } from 'vitest';
import type { CaseQuery } from '#application/contract/caseQueue.ts';
import type { Viewer } from '#domain/access/right.ts';
import type { DomainEvent } from '#domain/events.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { casePage, casesOf } from '#projections/transactions/cases/queries.ts';
import { cases, transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, openTransaction, TRANSACTION } from './transactionRows.ts';

const database = useDatabase();
type Story = ReturnType<typeof openTransaction>;
const given = (stories: Story[], others: Record<string, DomainEvent[]> = {}) =>
  fill(
    database.knex,
    [accounts, cases, transactions],
    interleave({
      [`account-${BUYER}`]: [registered({ username: 'Bea' })],
      [`account-${SELLER}`]: [registered({ username: 'Sam' })],
      ...Object.fromEntries(stories.map(({ sale: transaction, events }) => [`transaction-${transaction.id}`, events])),
      ...others,
    }),
  );
const CLERK: Viewer = { id: 'e'.repeat(32), roles: ['member', 'staff'] };
const AUDITOR: Viewer = { id: 'f'.repeat(32), roles: ['member', 'auditor'] };
const page = (query: Partial<CaseQuery> = {}, now = NOW, reader = CLERK) =>
  casePage(
    database.knex,
    { kind: 'all', assignee: 'all', snoozed: 'hidden', search: '', sort: 'due', page: 1, limit: 20, ...query },
    reader,
    now,
  );
const id = (n: number) => String(n).repeat(32);
const unmatchedEvent: DomainEvent = {
  type: 'OrphanFactRecorded',
  data: { at: NOW, eventId: 'evt-9', kind: 'payment.paid', reference: 'p9', amount: 700, dueAt: NOW + HOUR },
};

test('the queue is empty without cases', async () => {
  await given([openTransaction().shipped()]);
  expect(await page()).toEqual({ cases: [], totalCount: 0, hasMore: false, counts: {}, sales: [], terminations: [] });
});

test('a case shows its subject, parties, sums and dates', async () => {
  const story = openTransaction({ amount: 90_000 }).proposed();
  await given([story]);
  const { cases: open } = await page({}, story.now);
  expect(open).toEqual([
    {
      kind: 'confirmation',
      about: 'A proposed decision waits to be confirmed',
      since: new Date(story.now).toISOString(),
      dueAt: new Date(story.sale.proposed!.shownUntil!).toISOString(),
      overdue: false,
      assignee: null,
      snoozedUntil: null,
      notes: 0,
      waitsFor: 'comments',
      excludes: [story.sale.proposed!.by],
      next: { waitsFor: 'second', until: new Date(story.sale.proposed!.confirmBy).toISOString() },
      orphan: null,
      quarantine: null,
      sale: expect.objectContaining({
        _id: TRANSACTION,
        transactionId: story.sale.transactionId,
        displayStatus: 'IN_ESCROW_DISPUTED',
        buyer: { _id: BUYER, username: 'Bea' },
        seller: { _id: SELLER, username: 'Sam' },
        captured: story.sale.captured / 100,
        held: story.sale.captured / 100,
        claim: 10,
        category: 'NOT_AS_DESCRIBED',
        lastMove: { event: 'DecisionProposed', at: new Date(story.now).toISOString() },
        evidence: 1,
      }),
    },
  ]);
  expect((await page({}, story.sale.proposed!.confirmBy + 1)).cases[0]?.overdue).toBe(true);
});

test('sorts by deadline, pages, and keeps the counts under a filter', async () => {
  const reviewed = openTransaction({ id: id(1), at: NOW }).proposed();
  const waiting = openTransaction({ id: id(2), at: NOW - DAY, amount: 90_000 }).proposed();
  const strange = openTransaction({ id: id(3), at: NOW - 9 * DAY }).strange();
  await given([reviewed, waiting, strange], { [`orphan-${id(7)}`]: [unmatchedEvent] });
  const all = await page();
  const dues = all.cases.map(({ dueAt }) => dueAt);
  expect(dues).toEqual([...dues].sort());
  expect(all.cases.map(({ kind }) => kind).sort()).toEqual(['confirmation', 'orphanFact', 'providerFact', 'staffHold']);
  expect(all.counts).toEqual({ confirmation: 1, orphanFact: 1, providerFact: 1, staffHold: 1 });
  const pages = [await page({ limit: 3 }), await page({ limit: 3, page: 2 })];
  expect(pages.flatMap(({ cases: some }) => some)).toEqual(all.cases);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false]);
  expect(await page({ kind: 'staffHold' })).toMatchObject({ totalCount: 1, counts: all.counts, hasMore: false });
  expect((await page({ kind: 'orphanFact' })).cases[0]).toMatchObject({
    about: 'The provider sent an event for a sale that does not exist: payment.paid, €7.00',
    sale: null,
    orphan: { eventId: 'evt-9', reference: 'p9', amount: 7 },
  });
  expect((await casesOf(database.knex, id(3), NOW)).map(({ kind }) => kind).sort()).toEqual([
    'providerFact',
    'staffHold',
  ]);
});

test('orders cases by the deadline that it shows, and the case file shows the same', async () => {
  const drafted = openTransaction({ id: id(1), amount: 21_000 }).proposed();
  const asked = openTransaction({ id: id(2) })
    .disputed()
    .later(DAY)
    .seller({ type: 'ContestDispute', text: 'it left whole', evidence: [] })
    .staff({ type: 'AskParty', party: 'buyer', question: 'How?', days: 2 });
  const held = openTransaction({ id: id(3) }).strange();
  await given([drafted, asked, held]);
  for (const now of [drafted.now, drafted.sale.proposed!.shownUntil!, drafted.now + 2 * DAY]) {
    const open = (await page({}, now)).cases;
    const dues = open.map(({ dueAt }) => dueAt);
    expect(dues).toEqual([...dues].sort());
    for (const one of open) expect(await casesOf(database.knex, one.sale!._id, now)).toContainEqual(one);
  }
  const [first] = await casesOf(database.knex, id(2), asked.now);
  expect(first).toMatchObject({ waitsFor: 'buyer', next: { waitsFor: 'staff' }, overdue: false });
  expect((await page({}, drafted.now)).cases.find(({ kind }) => kind === 'confirmation')).toMatchObject({
    waitsFor: 'comments',
    next: { waitsFor: 'confirmation' },
  });
});

test('orders chargebacks that wait for the bank by the date of the bank, where it gave one', async () => {
  const bank = { kind: 'chargeback.opened', chargebackId: 'cb1', amount: 1_000, currency: 'EUR' } as const;
  const claimed = (at: number, asked: { respondBy?: number | null }) =>
    openTransaction({ id: id(at) })
      .shipped()
      .told({ ...bank, ...asked });
  const sentEvidence = claimed(1, { respondBy: NOW + 90 * DAY });
  const pack = { uncategorizedText: 'It was delivered.' };
  sentEvidence.staff({ type: 'SubmitEvidencePack', chargebackId: 'cb1', pack });
  const waiting = claimed(2, { respondBy: NOW + 60 * DAY });
  await given([sentEvidence, waiting, claimed(3, { respondBy: null }), claimed(4, {})]);
  const shown = async (now: number) =>
    (await page({}, now)).cases.map(({ sale, waitsFor, dueAt }) => [sale!._id, waitsFor, dueAt] as const);
  const bankDate = new Date(NOW + 90 * DAY).toISOString();
  const before = await shown(waiting.now);
  expect(before.at(-1)).toEqual([id(1), 'bank', bankDate]);
  expect(before.map(([, waitsFor]) => waitsFor).sort()).toEqual(['bank', 'bank', 'staff', 'staff']);
  const after = await shown(NOW + 61 * DAY);
  expect(after.slice(-2)).toEqual([
    [id(2), 'bank', new Date(NOW + 60 * DAY).toISOString()],
    [id(1), 'bank', bankDate],
  ]);
});

test('shows the sum of an unmatched event in its own currency', async () => {
  const yen: DomainEvent = {
    ...unmatchedEvent,
    data: { ...unmatchedEvent.data, eventId: 'evt-yen', amount: 7_000, currency: 'JPY' },
  };
  await given([], { [`orphan-${id(7)}`]: [yen] });
  expect((await page()).cases).toMatchObject([
    {
      about: 'The provider sent an event for a sale that does not exist: payment.paid, JPY 7,000',
      orphan: { eventId: 'evt-yen', amount: 7_000, currency: 'JPY' },
    },
  ]);
});

test('shows an impossible provider event with its transaction, in both queues', async () => {
  const data = { at: NOW, eventId: 'evt-8', kind: 'refund.done', reference: 'r8', told: '-500 USD', dueAt: NOW + DAY };
  const impossible: DomainEvent = { type: 'ImpossibleFactRecorded', data: { ...data, saleId: id(3) } };
  const unmatched: DomainEvent = { type: 'UnmatchedObjectRecorded', data: { ...data, saleId: null } };
  await given([openTransaction({ id: id(3) }).paid()], {
    [`orphan-${id(7)}`]: [impossible],
    [`orphan-${id(8)}`]: [unmatched],
  });
  expect((await page({ kind: 'impossibleFact' })).cases[0]).toMatchObject({
    about: 'The provider sent an invalid amount, so no sale could record it: refund.done, -500 USD',
    sale: { _id: id(3), status: 'AWAIT_SHIPPING' },
    orphan: { eventId: 'evt-8', fact: 'refund.done', reference: 'r8', amount: null },
  });
  expect((await page({ kind: 'unmatchedObject' })).cases[0]).toMatchObject({ sale: null, orphan: { reference: 'r8' } });
  expect((await casesOf(database.knex, id(3), NOW)).map(({ kind }) => kind)).toEqual(['impossibleFact']);
});

test('removes a closed case', async () => {
  const closed: DomainEvent = { type: 'OrphanFactClosed', data: { at: NOW, note: 'another shop', by: 'x' } };
  const strange = openTransaction({ id: id(3) })
    .strange()
    .staff({ type: 'CloseCase', kind: 'providerFact', note: 'asked' })
    .staff({ type: 'LiftStaffHold', reason: 'all is well', seller: { bankVerified: true, payoutsHeldUntil: null } });
  await given([openTransaction({ amount: 90_000 }).confirmed(), strange], {
    [`orphan-${id(7)}`]: [unmatchedEvent, closed],
  });
  expect((await page()).cases).toEqual([]);
});

describe('the search of the queue', () => {
  const small = openTransaction({ id: id(1), amount: 60_000 });
  const large = openTransaction({ id: id(2), at: NOW - DAY, amount: 90_000 });

  const found = async (search: string, reader = CLERK) =>
    (await page({ search }, NOW, reader)).cases.map(({ sale, orphan }) => sale?._id ?? orphan?.eventId);

  beforeEach(async () => {
    if (small.events.length === 0) {
      small.proposed();
      large.proposed();
    }
    await given([small, large], { [`orphan-${id(7)}`]: [unmatchedEvent] });
  });

  test('finds sale numbers, usernames, titles and references, in any case of letters', async () => {
    expect(await found(small.sale.transactionId.toLowerCase())).toEqual([id(1)]);
    for (const search of ['bea', 'SAM', 'azure keep']) expect((await found(search)).sort()).toEqual([id(1), id(2)]);
    expect(await found('p9')).toEqual(['evt-9']);
    expect(await found('%')).toEqual([]);
  });

  test('finds amounts claimed, held, captured or reported', async () => {
    expect(await found(String(large.sale.captured / 100))).toEqual([id(2)]);
    expect(await found(`€${(small.sale.captured / 100).toFixed(2).replace('.', ',')}`)).toEqual([id(1)]);
    expect((await found('10.00')).sort()).toEqual([id(1), id(2)]);
    expect(await found('7')).toContain('evt-9');
    expect(await found('11.00')).toEqual([]);
    expect(small.sale.captured % 100).not.toBe(0);
    const euros = Math.floor(small.sale.captured / 100);
    for (const whole of [`${euros}`, `€${euros}`, `€ ${euros}`, `${euros}€`, `${euros} €`, `bea ${euros} € knight`])
      expect(await found(whole)).toEqual([id(1)]);
    expect(await found(`${euros}.00`)).toEqual([]);
  });

  test('finds a case only if all words match, each in any field', async () => {
    const { transactionId, captured } = small.sale;
    expect((await found('bea knight')).sort()).toEqual([id(1), id(2)]);
    expect(await found(`${transactionId} sam`)).toEqual([id(1)]);
    expect(await found(`keep ${captured / 100} bea`)).toEqual([id(1)]);
    for (const search of ['bea golem', `${transactionId} zed`, `${captured / 100} golem`])
      expect(await found(search)).toEqual([]);
  });

  test('finds numbers and tracking codes with spaces, recipients, and people by whole e-mail address or id', async () => {
    const { transactionId } = small.sale;
    for (const search of [
      `${transactionId.slice(0, 4)} ${transactionId.slice(4)}`,
      `#${transactionId}`,
      `# ${transactionId}`,
    ])
      expect(await found(search)).toEqual([id(1)]);
    for (const search of ['3S TRACK', 'Buyer', 'Collector@example.com', BUYER])
      expect((await found(search)).sort()).toEqual([id(1), id(2)]);
    for (const search of ['collector@example', BUYER.slice(1)]) expect(await found(search)).toEqual([]);
    for (const search of ['3S TRACK', 'Buyer', 'Collector@example.com'])
      expect(await found(search, AUDITOR)).toEqual([]);
  });

  test('finds tracking codes for staff, and not for readers who need a reason to see them', async () => {
    expect((await found('3strack')).sort()).toEqual([id(1), id(2)]);
    expect(await found('3strack', AUDITOR)).toEqual([]);
    expect((await found('bea', AUDITOR)).sort()).toEqual([id(1), id(2)]);
  });

  test('counts what it found, by kind', async () => {
    const { totalCount, counts } = await page({ search: 'bea', limit: 1 });
    expect([totalCount, counts]).toEqual([2, { confirmation: 2 }]);
  });

  describe('of sales without an open case', () => {
    const closed = openTransaction({ id: id(4) }).shipped();
    const others = async (search: string, query: Partial<CaseQuery> = {}, reader = CLERK) =>
      (await page({ search, ...query }, NOW, reader)).sales.map(({ _id }) => _id);

    beforeEach(() => given([small, large, closed]));

    test('finds a sale by its number, its whole tracking code, and a party', async () => {
      const { sale } = closed;
      expect((await page({ search: sale.transactionId }, NOW)).sales).toEqual([
        {
          _id: id(4),
          transactionId: sale.transactionId,
          title: sale.item.title,
          displayStatus: 'IN_ESCROW',
          createdAt: new Date(sale.createdAt).toISOString(),
          buyer: { _id: BUYER, username: 'Bea' },
          seller: { _id: SELLER, username: 'Sam' },
        },
      ]);
      for (const search of [`#${sale.transactionId}`, '3s track', 'BEA', BUYER, 'collector@example.com'])
        expect(await others(search)).toEqual([id(4)]);
      for (const search of ['3strac', 'be', '', sale.transactionId.slice(0, 9)])
        expect(await others(search)).toEqual([]);
      expect(await others(sale.transactionId, { page: 2 })).toEqual([]);
    });

    test('finds a sale by several words if one of them names it', async () => {
      const { sale } = closed;
      const euros = Math.floor(sale.captured / 100);
      for (const search of [
        'bea knight',
        `${sale.transactionId} sam`,
        `sam keep €${euros}`,
        'collector@example.com azure',
      ])
        expect(await others(search)).toEqual([id(4)]);
      for (const search of ['bea golem', 'azure keep', `${sale.transactionId} zed`])
        expect(await others(search)).toEqual([]);
      expect(await others('collector@example.com azure', {}, AUDITOR)).toEqual([]);
    });

    test('finds no code and no e-mail address for readers who need a reason to see them', async () => {
      expect(await others('3strack', {}, AUDITOR)).toEqual([]);
      expect(await others('collector@example.com', {}, AUDITOR)).toEqual([]);
      expect(await others(closed.sale.transactionId, {}, AUDITOR)).toEqual([id(4)]);
    });

    test('finds a sale whose cases the filters hide', async () => {
      expect(await others(small.sale.transactionId)).toEqual([]);
      expect(await others(small.sale.transactionId, { kind: 'chargeback' })).toEqual([id(1)]);
    });
  });

  test('sorts by sums, by the start and by the latest move', async () => {
    const by = async (sort: CaseQuery['sort']) =>
      (await page({ sort, kind: 'confirmation' })).cases.map(({ sale }) => sale?._id);
    expect(await by('held')).toEqual([id(2), id(1)]);
    expect(await by('since')).toEqual([id(2), id(1)]);
    expect(await by('moved')).toEqual([id(1), id(2)]);
    expect((await page({ sort: 'claim' })).cases.at(-1)?.kind).toBe('orphanFact');
  });
});

describe('terminations that wait for a second person', () => {
  const proposed = (name: string): DomainEvent[] => [
    registered({ username: name }),
    { type: 'AccountSuspended', data: { at: NOW, reason: 'casts' } },
    { type: 'TerminationProposed', data: { at: NOW, proposalId: id(9), reason: 'casts', proposedBy: CLERK.id } },
  ];
  const names = async (query: Partial<CaseQuery>) => {
    const { terminations, totalCount, counts } = await page(query);
    return { names: terminations.map(({ account }) => account.username), totalCount, counted: counts.termination ?? 0 };
  };

  beforeEach(() =>
    given([openTransaction({ id: id(1), amount: 60_000 }).proposed()], {
      [`account-${id(6)}`]: proposed('viktor'),
      [`account-${id(7)}`]: proposed('zoe'),
    }),
  );

  test('are counted with the cases, and found by the search', async () => {
    expect(await names({})).toEqual({ names: ['viktor', 'zoe'], totalCount: 3, counted: 2 });
    expect(await names({ search: 'viktor' })).toEqual({ names: ['viktor'], totalCount: 1, counted: 1 });
    expect(await names({ search: 'viktor bea' })).toEqual({ names: [], totalCount: 0, counted: 0 });
    expect(await names({ kind: 'termination' })).toMatchObject({ names: ['viktor', 'zoe'], totalCount: 2 });
    expect(await names({ kind: 'confirmation' })).toEqual({ names: [], totalCount: 1, counted: 2 });
    for (const query of [{ assignee: 'mine' }, { snoozed: 'only' }] as const)
      expect(await names(query)).toMatchObject({ names: [], counted: 0 });
  });

  test('fill the first page', async () => {
    const pages = [await page({ limit: 2 }), await page({ limit: 2, page: 2 })];
    expect(pages.map(({ terminations, cases: some }) => [terminations.length, some.length])).toEqual([
      [2, 0],
      [0, 1],
    ]);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false]);
  });
});

const MADE_STAFF: DomainEvent = { type: 'RoleGranted', data: { at: NOW, role: 'staff', grantedBy: 'cli' } };

describe('the work of staff', () => {
  const CLERK_NAMED = { [`account-${CLERK.id}`]: [registered({ username: 'Clara' }), MADE_STAFF] };
  const parties = { buyerId: BUYER, sellerId: SELLER };
  const assigned = (at: number, to = CLERK.id): DomainEvent => ({ type: 'CaseAssigned', data: { at, ...parties, to } });
  const snoozed = (at: number, until: number): DomainEvent => ({
    type: 'CaseSnoozed',
    data: { at, ...parties, until },
  });
  const note: DomainEvent = { type: 'NoteWritten', data: { at: NOW, ...parties, text: 'Ask PostNL' } };
  const story = openTransaction({ id: id(1), amount: 60_000 }).proposed();
  const other = openTransaction({ id: id(2), amount: 90_000 }).proposed();
  const at = story.now;
  const ids = async (query: Partial<CaseQuery>, now = at) =>
    (await page(query, now)).cases.map(({ sale }) => sale?._id);

  test('shows the assignee and counts the notes', async () => {
    await given([story, other], { ...CLERK_NAMED, [`case-${id(1)}`]: [assigned(at), note, note] });
    expect((await page({ assignee: 'mine' }, at)).cases).toMatchObject([
      { sale: { _id: id(1) }, assignee: { _id: CLERK.id, username: 'Clara' }, notes: 2, snoozedUntil: null },
    ]);
    expect(await ids({ assignee: 'none' })).toEqual([id(2)]);
    expect(await ids({})).toHaveLength(2);
  });

  test('leaves a case to nobody if its assignee is no longer staff', async () => {
    const left = { [`account-${CLERK.id}`]: [registered({ username: 'Clara' })] };
    await given([story], { ...left, [`case-${id(1)}`]: [assigned(at)] });
    expect(await ids({ assignee: 'mine' })).toEqual([]);
    expect((await page({ assignee: 'none' }, at)).cases).toMatchObject([{ assignee: null }]);
  });

  test('hides a snoozed case until that day', async () => {
    const due = story.sale.proposed!.confirmBy;
    const until = due - DAY - HOUR;
    await given([story, other], { [`case-${id(1)}`]: [snoozed(at, until)] });
    expect(await ids({}, at)).toEqual([id(2)]);
    expect((await page({ snoozed: 'only' }, at)).cases).toMatchObject([
      { sale: { _id: id(1) }, snoozedUntil: new Date(until).toISOString() },
    ]);
    expect((await page({}, at)).counts).toEqual({ confirmation: 1 });
    expect((await page({ snoozed: 'only' }, at)).counts).toEqual({ confirmation: 1 });
    expect((await page({ snoozed: 'shown' }, at)).counts).toEqual({ confirmation: 2 });
    expect(await ids({}, until - 1)).toEqual([id(2)]);
    expect(await ids({}, until)).toContain(id(1));
    expect(await ids({ snoozed: 'only' }, until)).toEqual([]);
  });

  test('brings a snoozed case back a day before its deadline, after news, and when it is woken', async () => {
    const due = story.sale.proposed!.confirmBy;
    await given([story], { [`case-${id(1)}`]: [snoozed(at, due + DAY)] });
    expect(await ids({}, due - DAY - 1)).toEqual([]);
    expect(await ids({}, due - DAY)).toEqual([id(1)]);

    await given([story], { [`case-${id(1)}`]: [snoozed(at - 1, due)] });
    expect(await ids({}, at)).toEqual([id(1)]);

    const woken: DomainEvent = { type: 'CaseSnoozeEnded', data: { at, ...parties } };
    await given([story], { [`case-${id(1)}`]: [snoozed(at, due), woken] });
    expect(await ids({}, at)).toEqual([id(1)]);
  });
});

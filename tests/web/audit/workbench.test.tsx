// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AuditEvent } from '#application/contract/audit.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';
import { BUYER, EVENTS, inSegments, SELLER, STREAM, TRANSACTION } from './aStream.ts';

freshBrowser();
afterEach(() => void vi.restoreAllMocks());

const history = (query = '', replies: Record<string, unknown> = {}, events: readonly AuditEvent[] = EVENTS) =>
  openAs(['auditor'], `/audit/streams/${STREAM}${query}`, { ...inSegments(events), ...replies });

const panel = (name: string | RegExp) => screen.findByRole('region', { name });
const slider = () => screen.findByRole('slider', { name: 'Event' });
const table = async () => within(await screen.findByRole('table', { name: 'Events of the stream, oldest first' }));
const OTHER = `transaction-${'e'.repeat(32)}`;
/** The types of the rows in view. */
const rows = async () =>
  (await table()).getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);

test('replays the states after each event without a request, and dims later events', async () => {
  const { sent, page } = history();
  expect((await panel('State at event 3')).textContent).toContain('Dispute Open');
  expect((await panel('State at event 3')).textContent).toContain('stopped, 2 d 22 h left');
  expect((await panel('State at event 3')).textContent).toContain(
    'The moneyIn escrowHoldsa dispute is openDisputeWaiting for the seller',
  );
  expect((await panel('Deadlines at event 3')).textContent).toContain('Seller must answer');
  const asked = sent.length;
  await userEvent.click(screen.getByRole('button', { name: 'Previous event' }));
  expect((await panel('State at event 2')).textContent).toContain('StatusIn Escrow');
  fireEvent.change(await slider(), { target: { value: '0' } });
  expect((await panel('State at event 0')).textContent).toContain('StatusCreated');
  expect((await panel('Ledger at event 0')).textContent).toContain('No money has moved yet');
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?e=0`));
  expect(screen.getByRole('button', { name: 'Previous event' }).getAttribute('aria-disabled')).toBe('true');
  const row = screen.getByRole('button', { name: 'DisputeOpened' }).closest('tr');
  expect(row?.classList.contains('future')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Replay to event 1' }));
  expect((await panel('State at event 1')).textContent).toContain('StatusAwaiting Shipping');
  expect((await panel('Ledger at event 1')).textContent).toContain('Sums to zero');
  const since = sent.slice(asked).map(({ path }) => path);
  expect(since.filter((path) => path.startsWith('audit/'))).toEqual([]);
  expect(to(sent, `audit/sales/${TRANSACTION}/at`)).toEqual([]);
});

test('says what changed between two handles, in words', async () => {
  history('?a=0&b=1');
  const changed = await panel('What changed, 0 → 1');
  const text = changed.textContent;
  expect(text).toContain('StatusCreated → Awaiting Shipping');
  expect(text).toContain('The moneyNothing paid → In escrow');
  expect(text).toContain('escrow€0.00 → €171.15');
  expect(text).toMatch(/armed .*ended /);
  await userEvent.keyboard('d');
  expect(await screen.findByRole('region', { name: 'Every field that differs, as JSON' })).toBeTruthy();
});

test('says what each party could do then, and why not the rest', async () => {
  history();
  const next = await panel('What can happen next, after event 3');
  const lines = [...next.querySelectorAll('ul.next:not(.forbidden) > li')].map(({ textContent }) => textContent);
  expect(lines.find((line) => line?.startsWith('Accept the claim'))).toMatch(
    /^Accept the claimThe seller.*Dispute: Settled/,
  );
  expect(lines.at(-1)).toMatch(/UTC/);
  const pause = within(within(next).getByRole('list', { name: 'Blocked' }))
    .getByText('Pause the escrow')
    .closest('li');
  expect(pause?.textContent).toContain('not while a dispute is open (event 3, buyer, 17 Nov 2026)');
  const answer = within(next).getByText('Accept the offer').closest('li');
  expect(answer?.dataset.code).toMatch(/^condition\./);
  expect(answer?.textContent).toContain('only if');
  expect(within(next).getByText('Confirm shipment').closest('li')?.textContent).toContain('not while status is “');
});

test('names the event that blocks the end of escrow and the payout', async () => {
  const held: AuditEvent = {
    ...(EVENTS[3] as AuditEvent),
    type: 'StaffHoldPlaced',
    actor: { id: '2'.repeat(32), role: 'staff' },
    data: { at: Date.UTC(2026, 10, 17, 12), reason: '[personal]', by: '2'.repeat(32), remaining: 172_800_000 },
  };
  const events = [...EVENTS.slice(0, 3), held];
  history('', inSegments(events, { named: [{ _id: '2'.repeat(32), username: 'warden' }] }), events);
  const next = await panel('What can happen next, after event 3');
  const blocked = within(next).getByRole('list', { name: 'Blocked' });
  const why = 'not while staff hold the sale (event 3, warden, 17 Nov 2026)';
  expect(within(blocked).getByText('Send the payout').closest('li')?.textContent).toContain(why);
  expect(blocked.textContent).toMatch(/^Escrow ends, money released.*, (2 d|48 h).* left/);
});

test('opens the data of the chosen event only, and keeps that in the address', async () => {
  const { page } = history();
  await panel('State at event 3');
  await userEvent.click((await table()).getByRole('button', { name: 'PaymentCaptured' }));
  await panel('What changed, 0 → 1');
  expect(await panel('Event 1 as JSON')).toBeTruthy();
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?e=1&open=1`));
  await userEvent.click(screen.getByRole('button', { name: 'Replay to event 2' }));
  await panel('State at event 2');
  expect(screen.queryByRole('region', { name: /^Event \d+ as JSON$/ })).toBeNull();
});

test('opens the data of the event that an address names', async () => {
  history('?e=1&open=1');
  expect(await panel('Event 1 as JSON')).toBeTruthy();
  await panel('State at event 1');
});

test('goes back to the place before a jump, and past steps', async () => {
  const { page } = history();
  await panel('State at event 3');
  const go = async (text: string) => {
    const field = screen.getByRole('textbox', { name: 'Go to' });
    await userEvent.clear(field);
    await userEvent.type(field, `${text}{Enter}`);
    await waitFor(() => expect(page.address()).toContain(`e=${text}`));
  };
  await go('0');
  await go('2');
  await userEvent.click(screen.getByRole('button', { name: 'Previous event' }));
  await waitFor(() => expect(page.address()).toContain('e=1'));
  await page.goBack();
  await panel('State at event 0');
  await page.goBack();
  await panel('State at event 3');
});

test('steps by key, also in one lane, and sets the handles', async () => {
  const { page } = history();
  await panel('State at event 3');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await panel('State at event 0');
  await userEvent.keyboard('[[');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}]{ArrowRight}');
  await panel('What changed, 0 → 2');
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?e=3&a=0&b=2`));
  await userEvent.keyboard('?');
  expect((await screen.findByRole('dialog', { name: 'Keys' })).textContent).toContain('Step in the same lane');
});

test('shows the state of the event in the bar while handle B is fixed, and says how to release it', async () => {
  const { page } = history('?e=1&a=0&b=3');
  await panel('What changed, 0 → 3');
  await panel('State at event 1');
  await userEvent.click(screen.getByRole('button', { name: 'Next event' }));
  expect((await screen.findByText('Event 2', { selector: 'output b' })).textContent).toBe('Event 2');
  for (const name of ['State', 'Deadlines', 'Ledger']) await panel(`${name} at event 2`);
  await panel('What can happen next, after event 2');
  expect((await panel('Cause and effect')).textContent).toContain('Why event 2 happened');
  await panel('What changed, 0 → 3');
  await userEvent.keyboard('{ArrowLeft}');
  await panel('State at event 1');
  expect(screen.getByText('Handle B is fixed at event 3.').closest('[role="status"]')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Release B' }));
  await panel('What changed, 0 → 1');
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Handle B' }));
  await userEvent.click(screen.getByRole('button', { name: 'Release A' }));
  expect(screen.queryByText(/is fixed at event/)).toBeNull();
  await waitFor(() => expect(page.address()).toBe(`/audit/streams/${STREAM}?e=1`));
});

test('marks a deadline that is due after the end of the timeline, with its date', async () => {
  history();
  const words = /^Seller must answer the dispute: due 20 Nov 2026, 19:34:02 UTC, after the timeline ends/;
  const mark = (await screen.findByText(words)).parentElement;
  expect(mark?.title).toMatch(words);
  expect(mark?.textContent).toContain('→ 20 Nov');
});

test('names the fee among the colours of the money', async () => {
  history();
  expect(await screen.findByText('our fee', { selector: '.strip-legend span' })).toBeTruthy();
});

test('moves a handle by its own keys', async () => {
  history('?a=1&b=3');
  const handle = await screen.findByRole('slider', { name: 'Handle A' });
  expect(handle.getAttribute('aria-valuetext')).toBe('A at event 1, PaymentCaptured');
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  await panel('What changed, 2 → 3');
  fireEvent.keyDown(handle, { key: 'Home' });
  await panel('What changed, 0 → 3');
});

test.each([
  ['?at=1', 'Event 1, 2 of 4, PaymentCaptured'],
  ['?e=2', 'Event 2, 3 of 4, ShipmentConfirmed'],
  ['?e=99', 'Event 3, 4 of 4, DisputeOpened'],
  ['?e=x', 'Event 3, 4 of 4, DisputeOpened'],
])('opens %s at the event that it names', async (query, text) => {
  history(query);
  await waitFor(async () => expect((await slider()).getAttribute('aria-valuetext')).toBe(text));
});

test.each([
  ['1', 'State at event 1'],
  ['2026-11-16 20:00', 'State at event 2'],
  ['first *Captured', 'State at event 1'],
  ['first Dispute', 'State at event 3'],
  ['last', 'State at event 3'],
  ['16 Nov 2026, 19:34:02', 'State at event 2'],
  ['2026-11-16T20:34:02+01:00', 'State at event 2'],
  ['2026-11-16 19:34:01', 'State at event 1'],
  ['+1d 2h', 'State at event 1'],
])('goes to %s', async (typed, name) => {
  history();
  const field = await screen.findByRole('textbox', { name: 'Go to' });
  await userEvent.type(field, `${typed}{Enter}`);
  await panel(name);
});

test.each([
  ['9', 'There is no event 9. The last one is 3.'],
  ['1999-01-01', 'The history begins later.'],
  ['first Refund*', 'No event is called Refund*.'],
  ['25.11.2026', /^“25.11.2026” is no event, time or kind. Write 9,/],
])('says why it cannot go to %s', async (typed, problem) => {
  history();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Go to' }), `${typed}{Enter}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(problem);
  await panel('State at event 3');
});

test('shows the times in the chosen zone and names it', async () => {
  const { page } = history();
  expect((await table()).getByText('15 Nov 2026, 19:34:02')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Amsterdam' }));
  expect((await table()).getByText('15 Nov 2026, 20:34:02')).toBeTruthy();
  expect((await table()).getByRole('columnheader', { name: 'Time (Amsterdam)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Elapsed' }));
  expect((await table()).getByText('+1 d')).toBeTruthy();
  await waitFor(() => expect(page.address()).toContain('tz=elapsed'));
});

test('writes the times of the details in the chosen zone too', async () => {
  history('?tz=amsterdam&e=1');
  expect((await table()).getByText(/answer by 20 Nov 2026, 20:34:02/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Elapsed' }));
  expect((await table()).getByText(/answer by \+6 d/)).toBeTruthy();
});

test('names both parties, and each leads to the account', async () => {
  const people = [
    { part: 'buyer' as const, _id: BUYER, username: 'elena' },
    { part: 'seller' as const, _id: SELLER, username: 'matthias' },
  ];
  history('', inSegments(EVENTS, { people }));
  expect((await screen.findByRole('link', { name: 'elena' })).getAttribute('href')).toBe(`/staff/accounts/${BUYER}`);
  expect(screen.getByRole('link', { name: 'matthias' }).parentElement?.textContent).toBe('seller matthias');
});

const [ARCHIVIST, WARDEN] = ['1'.repeat(32), '2'.repeat(32)] as const;
const DECIDED: AuditEvent = {
  ...(EVENTS[3] as AuditEvent),
  id: '4'.repeat(32),
  revision: 4,
  type: 'DisputeDecided',
  prevHash: (EVENTS[3] as AuditEvent).hash,
  hash: '4'.repeat(64),
  actor: { id: WARDEN, role: 'staff' },
  data: {
    at: Date.UTC(2026, 10, 18),
    toBuyer: 6000,
    toSeller: 8375,
    fee: 740,
    rationale: '[personal]',
    decidedBy: ARCHIVIST,
  },
};
const NAMED = [
  { _id: ARCHIVIST, username: 'archivist' },
  { _id: WARDEN, username: 'warden' },
];

test('names the two people of a confirmed decision in its row, its data and the changes', async () => {
  history('', inSegments([...EVENTS, DECIDED], { named: NAMED }), [...EVENTS, DECIDED]);
  expect((await table()).getByText(/^proposed by archivist, confirmed by warden, to buyer €60.00/)).toBeTruthy();
  const changed = await panel('What changed, 3 → 4');
  const name = within(changed).getByRole('link', { name: 'archivist' });
  expect(name.getAttribute('href')).toBe(`/audit/streams/account-${ARCHIVIST}`);
  expect(changed.textContent).not.toContain(ARCHIVIST);
  await userEvent.click((await table()).getByRole('button', { name: 'DisputeDecided' }));
  const data = await panel('Event 4 as JSON');
  expect(data.textContent).toContain(`"decidedBy": "${ARCHIVIST}"  archivist`);
  expect(within(data).getByRole('link', { name: 'archivist' })).toBeTruthy();
  expect(screen.getByText(/^staff/, { selector: 'dd' }).textContent).toBe('staff warden');
});

test.each([
  ['?e=99', 'There is no event 99. The last one is 3.'],
  ['?e=abc', 'There is no event abc. The last one is 3.'],
  ['?e=-1', 'There is no event -1. The last one is 3.'],
  ['?a=99&b=2', 'Handle A: There is no event 99. The last one is 3.'],
  ['?tz=mars', 'The address says tz=mars, which is not one of utc, amsterdam, local, elapsed.'],
])('says what the address %s asks for in vain', async (query, words) => {
  history(query);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test.each([
  [
    'foo:bar',
    'Character 1: “foo:” is not a field. The fields are type, actor, amount, after, before, on, cause, text.',
  ],
  ['knee type:Disput', 'Character 6: There is no event type “Disput”.'],
  ['after:yesterday', /^Character 1: “after:yesterday” is not a day or time\./],
])('refuses the search %s and shows no event', async (q, words) => {
  history(`?q=${encodeURIComponent(q)}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect((await table()).queryAllByRole('button')).toEqual([]);
});

test('shows the whole state for the first event', async () => {
  history('?e=0');
  expect((await panel('What changed, start → 0')).textContent).toContain('StatusNot yet bought → Created');
});

test('marks events that were stored on another date', async () => {
  const late = EVENTS.map((event) =>
    event.revision === 1 ? { ...event, recordedAt: '2026-11-29T10:00:00.000Z' } : event,
  );
  history('', {}, late);
  expect((await table()).getByTitle('Stored 29 Nov 2026, 10:00:00 UTC').closest('tr')?.textContent).toContain(
    'PaymentCaptured',
  );
  expect((await table()).getAllByTitle(/^Stored/)).toHaveLength(1);
});

test('brings what a key asks for into view and gives it the focus', async () => {
  history('?side=chart', { [`GET audit/streams/${STREAM}/effects`]: json({}, 500) });
  await screen.findByRole('img', { name: /^Status/ });
  await userEvent.keyboard('c');
  const causes = await panel('Cause and effect');
  await waitFor(() => expect(document.activeElement?.contains(causes)).toBe(true));
  expect(within(causes).getByRole('button', { name: 'Hide' })).toBeTruthy();
  await userEvent.keyboard('d');
  const changed = await panel('What changed, 2 → 3');
  await waitFor(() => expect(document.activeElement?.contains(changed)).toBe(true));
});

test('lists why not by party, with the states or the time in which it is possible', async () => {
  history();
  const next = await panel('What can happen next, after event 3');
  const seller = within(next)
    .getByText(/^The seller: why not the other \d+$/)
    .closest('details');
  expect(seller?.textContent).toContain(
    'Confirm shipmentnot while status is “In Escrow”, only while it is “Awaiting Shipping”',
  );
  const payout = within(within(next).getByRole('list', { name: 'Blocked' }))
    .getByText('Send the payout')
    .closest('li');
  expect(payout?.textContent).toContain('not while a dispute is open (event 3, buyer, 17 Nov 2026)');
});

test('finds the other history by the number of its sale, and names the first value that differs', async () => {
  const dearer = EVENTS.map((event) =>
    event.revision === 1 ? { ...event, data: { ...event.data, captured: 62_000 } } : event,
  );
  const streams = [{ stream: OTHER, category: 'transaction', label: 'TXAAAAAAAA', events: 4 }];
  const { page } = history('', {
    ...inSegments(dearer, { stream: OTHER }),
    'GET audit/streams': { streams },
  });
  await panel('State at event 3');
  await userEvent.type(screen.getByRole('textbox', { name: 'Compare with' }), 'TXAAAAAAAA{Enter}');
  const compared = await panel('Compared');
  expect((await within(compared).findByText(/first value that differs/)).textContent).toBe(
    'The first 4 events are of the same kinds. Between events of the same kind, the first value that differs is of event 1 (PaymentCaptured): captured €171.15 here, €620.00 there.',
  );
  await waitFor(() => expect(page.address()).toContain(`with=${OTHER}`));
});

test('searches all events by words, type, actor and amount', async () => {
  const { page } = history();
  await panel('State at event 3');
  await userEvent.keyboard('/');
  await userEvent.keyboard('type:PaymentC*');
  await waitFor(async () => expect(await rows()).toEqual(['PaymentCaptured']));
  expect(screen.getByText('1 of 4 events shown.')).toBeTruthy();
  await waitFor(() => expect(page.address()).toContain('q=type'));
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search events' }));
  await waitFor(async () => expect(await rows()).toHaveLength(4));
  await userEvent.selectOptions(screen.getByLabelText('Actor'), 'buyer');
  await waitFor(async () => expect(await rows()).toEqual(['TransactionCreated', 'DisputeOpened']));
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'PaymentCaptured');
  expect(await screen.findByText('None of the 4 events matches. Masked texts are not searched.')).toBeTruthy();
});

test('completes the search of a history with its own kinds and actors', async () => {
  history();
  await panel('State at event 3');
  await userEvent.keyboard('/');
  await userEvent.keyboard('type:');
  await screen.findByRole('option', { name: 'DisputeOpened Dispute opened' });
  const suggested = () =>
    within(screen.getByRole('listbox', { name: 'Suggestions' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(suggested()).toHaveLength(4);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(async () => expect(await rows()).toEqual(['DisputeOpened']));
  await userEvent.keyboard('actor:s');
  await waitFor(() => expect(suggested()).toEqual(['seller role']));
});

test('draws the path up to the replayed event and keeps it in view while stepping', async () => {
  history('?side=chart');
  const drawing = (to: string) =>
    screen.findByRole('img', {
      name: `Status: the states and the arrows between them, and the path of this sale to ${to}`,
    });
  const taken = async (to: string) => (await drawing(to)).querySelectorAll('.arrow.taken').length;
  expect(await taken('In Escrow')).toBe(3);
  expect(screen.getByRole('img', { name: /^Dispute: .* to Waiting for the seller$/ })).toBeTruthy();
  fireEvent.change(await slider(), { target: { value: '0' } });
  expect(await taken('Created')).toBe(1);
  expect(screen.queryByRole('img', { name: /^Dispute/ })).toBeNull();
});

/** Messages of a conversation, long enough for several parts. */
const LONG = 'conversation-1';
const talk = (length: number): AuditEvent[] =>
  Array.from({ length }, (_, revision) => ({
    ...(EVENTS[0] as AuditEvent),
    id: String(revision),
    stream: LONG,
    revision,
    type: revision === 0 ? 'ConversationStarted' : 'MessageSent',
    prevHash: revision === 0 ? null : `hash ${revision - 1}`,
    hash: `hash ${revision}`,
    data:
      revision === 0
        ? { at: 1, buyerId: BUYER, sellerId: 's', listingId: 'l' }
        : { at: revision * 1000, messageId: String(revision), senderId: BUYER, content: '[personal]' },
  }));
const openTalk = (events: AuditEvent[], replies: Record<string, unknown> = {}) =>
  openAs(['auditor'], `/audit/streams/${LONG}`, { ...inSegments(events, { stream: LONG }), ...replies });

test('draws only the rows in view of a long history, and says how many there are', async () => {
  openTalk(talk(600));
  await screen.findByText(/^600 events/);
  const list = await screen.findByRole('table', { name: 'Events of the stream, oldest first' });
  expect(list.getAttribute('aria-rowcount')).toBe('601');
  const drawn = within(list).getAllByRole('button', { name: /^Replay to event/ });
  expect(drawn.length).toBeLessThan(60);
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to' }), '2{Enter}');
  expect(
    within(list).getByRole('button', { name: 'Replay to event 2' }).closest('tr')?.getAttribute('aria-rowindex'),
  ).toBe('4');
});

test('keeps room for rows of two lines, as a narrow list has them', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.classList.contains('event-row') ? 54 : 0;
  });
  openTalk(talk(600));
  await screen.findByText(/^600 events/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to' }), '300{Enter}');
  const list = await screen.findByRole('region', { name: 'Event list' });
  await waitFor(() => {
    const unseen = [...list.querySelectorAll<HTMLElement>('.unseen td')].map(({ style }) =>
      Number.parseInt(style.height, 10),
    );
    const drawn = list.querySelectorAll('.event-row').length;
    expect(unseen.reduce((sum, height) => sum + height, 0) + drawn * 54).toBe(600 * 54);
  });
  expect(within(list).getByRole('button', { name: 'Replay to event 300' })).toBeTruthy();
});

test('shows the state of another stream as JSON', async () => {
  openTalk(talk(3));
  const state = await screen.findByRole('region', { name: 'State at event 2 as JSON' });
  expect(state.textContent).toContain('"unread"');
  expect((await panel('What changed, 1 → 2')).textContent).toContain('unread › seller1 entries → 2 entries');
});

test('keeps what has loaded when the server goes away, and goes on from there', async () => {
  const events = talk(600);
  let isAway = true;
  const path = `GET audit/streams/${LONG}/segments/1`;
  const { [path]: part } = inSegments(events, { stream: LONG });
  const { sent } = openTalk(events, {
    [path]: () => (isAway ? json({ message: 'Not now', code: 'x' }, 500) : part?.clone()),
  });
  expect((await screen.findByText(/Not now 256 of 600 events are here/)).textContent).toBeTruthy();
  expect(await panel('State at event 255')).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Load the rest' }));
  await screen.findByText(/^600 events/);
  await panel('State at event 599');
  expect(to(sent, `audit/streams/${LONG}/segments/0`)).toHaveLength(1);
});

test('names the event where the chain breaks and shows the others', async () => {
  const events = EVENTS.map((event) => (event.revision === 2 ? { ...event, prevHash: 'another' } : event));
  history('', {}, events);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Event 2 does not follow the event before it. The events after it are shown as stored.',
  );
  expect((await table()).getByText('Does not follow the event before')).toBeTruthy();
  await panel('State at event 3');
});

test('says where the states end when an event cannot be replayed', async () => {
  const events = EVENTS.map((event) =>
    event.revision === 2 ? { ...event, data: {}, unreadable: true as const } : event,
  );
  history('', {}, events);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The states end before event 2/);
  expect((await panel('State at event 3')).textContent).toContain('not known');
  fireEvent.change(await slider(), { target: { value: '1' } });
  expect((await panel('State at event 1')).textContent).toContain('StatusAwaiting Shipping');
});

const delivered = EVENTS.map((event) =>
  event.revision === 3 ? { ...event, type: 'DeliveryConfirmed', data: { at: event.data.at } } : event,
);

test('compares two histories up to the first event that differs', async () => {
  const { page } = history('', inSegments(delivered, { stream: OTHER }));
  await panel('State at event 3');
  await userEvent.keyboard('x');
  await userEvent.keyboard(`https://example.test/audit/streams/${OTHER}?e=1{Enter}`);
  const compared = await panel('Compared');
  await within(compared).findByText(
    /^The kinds of their events differ from event 3 on: DisputeOpened here, DeliveryConfirmed there. Between events of the same kind no value differs/,
  );
  const lines = within(compared).getAllByRole('row').slice(1);
  expect(lines).toHaveLength(5);
  expect(lines[3]?.getAttribute('aria-current')).toBe('true');
  expect((await within(compared).findByText('States after event 2')).nextElementSibling?.textContent).toContain(
    'the same',
  );
  const after = await within(compared).findByText('States after event 3');
  expect(after.nextElementSibling?.textContent).toContain('Disputethis Waiting for the seller, the other No dispute');
  await waitFor(() => expect(page.address()).toContain(`with=${OTHER}`));
  await userEvent.click(screen.getByRole('button', { name: 'End' }));
  expect(screen.queryByRole('region', { name: 'Compared' })).toBeNull();
});

test('keeps this history when the other one does not exist or has no name', async () => {
  history(`?with=${OTHER}`, { 'GET audit/streams': json({ streams: [] }) });
  expect(await screen.findByText('Failed to load the other history')).toBeTruthy();
  await panel('State at event 3');
  const field = screen.getByRole('textbox', { name: 'Compare with' });
  for (const [typed, problem] of [
    [STREAM, 'This is the same history.'],
    [
      'the other one',
      'No history of this kind matches “the other one”. Enter a sale’s number, an id or the name of a history.',
    ],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect((await screen.findByText(problem)).getAttribute('role')).toBe('alert');
  }
});

test('leaves out of the compact view what the marketplace noted and nothing moved', async () => {
  const fact = {
    ...(EVENTS[3] as AuditEvent),
    id: 'fact',
    revision: 4,
    type: 'ProviderFactRecorded',
    prevHash: EVENTS[3]?.hash ?? null,
    hash: 'fact',
    actor: { id: 'provider', role: 'provider' },
    data: { at: Date.UTC(2026, 10, 18), kind: 'other', reference: 'x', amount: null, currency: 'EUR' },
  };
  history('', {}, [...EVENTS, fact]);
  await waitFor(async () => expect(await rows()).toHaveLength(5));
  await userEvent.click(screen.getByRole('button', { name: 'Compact' }));
  await waitFor(async () => expect(await rows()).not.toContain('ProviderFactRecorded'));
  expect(screen.getByText('4 of 5 events shown.')).toBeTruthy();
});

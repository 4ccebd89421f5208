// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CaseFile } from '#application/contract/cases.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { aStream, EVENTS } from '../../audit/aStream.ts';
import { aCaseFile, aCasePage, BUYER, CONVERSATION, SELLER, TRANSACTION } from './aCase.ts';
import { allowing, openCase, press } from './openCase.ts';

freshBrowser();

test('shows both sides with statements, timeline and money', async () => {
  openCase(aCaseFile());
  expect(await screen.findByRole('heading', { level: 1, name: 'Damaged in transit, claim €60.00' })).toBeTruthy();
  const side = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(side('As sold')).toContain('Magnetised wings, no repairs.');
  expect(side('As sold')).toContain('revision 4');
  expect(side('As claimed')).toContain('Damaged in transit · €60.00 of €171.15');
  const said = within(screen.getByRole('region', { name: 'Statements' })).getAllByRole('listitem');
  expect(said[0]?.className).toContain('buyer');
  expect(said[0]?.textContent).toContain('Refund requested: €60.00');
  expect(side('Statements')).toContain('It was whole when I packed it.');
  expect(side('Messages between the parties')).toContain('The horn is broken.');
  expect(side('Timeline')).toContain('internal');
  await screen.findByRole('region', { name: 'Money' });
  expect(side('Money')).toContain('Held€171.15');
  expect(side('Money')).toContain('Captured = refunded + paid out + fees + heldHolds');
  await screen.findByRole('region', { name: 'What happens next' });
  expect(side('What happens next')).toContain(
    'These follow, in this order:We are reminded if it is not decided by 4 Dec.',
  );
  expect(side('What happens next')).toContain('Money held for 75 days');
});

test('shows money owed to the buyer outside the transaction', async () => {
  const file = aCaseFile();
  openCase({ ...file, transaction: { ...file.transaction, owed: '€20.00 has not reached the buyer yet.' } });
  const money = await screen.findByRole('region', { name: 'Money' });
  expect(money.textContent).toContain('Also owed: €20.00 has not reached the buyer yet.');
});

test.each([
  [null, undefined],
  [
    { night: '2026-11-22', upTo: 263, holds: true },
    'Checked in the night of 22 Nov 2026: this screen agreed with the events, up to position 263.',
  ],
  [
    { night: '2026-11-22', upTo: null, holds: false },
    'The check in the night of 22 Nov 2026 found read models that disagree',
  ],
])('shows the result of the last nightly check: %j', async (proven, words) => {
  openCase(aCaseFile({ proven }));
  const ledger = await screen.findByRole('region', { name: 'Money' });
  if (words === undefined) expect(ledger.textContent).not.toContain('night');
  else await waitFor(() => expect(ledger.textContent).toContain(words));
});

describe('a transaction that is no case', () => {
  const closed = (): CaseFile => {
    const file = aCaseFile();
    const sights = {
      address: 'openable',
      returnAddress: 'openable',
      words: 'openable',
      evidence: 'openable',
      messages: 'openable',
    } as const;
    return { ...file, transaction: { ...file.transaction, sights } };
  };
  const heard = aStream({
    stream: CONVERSATION,
    events: [
      {
        ...EVENTS[0]!,
        type: 'ConversationStarted',
        data: { buyerId: BUYER._id, sellerId: SELLER._id, listingId: 'l' },
      },
      {
        ...EVENTS[1]!,
        type: 'MessageSent',
        stream: CONVERSATION,
        actor: { id: SELLER._id, role: 'member' },
        data: { content: '[personal]' },
        openable: ['content'],
      },
    ],
  });

  test('shows data that opens with a reason once requested, in transaction and messages', async () => {
    const { sent } = openCase(closed(), ['staff'], {
      [`GET audit/streams/transaction-${TRANSACTION}`]: aStream(),
      [`GET audit/streams/${CONVERSATION}`]: heard,
      'POST disclosures': {
        fields: { content: 'It was whole.' },
        photos: [],
        told: [SELLER],
        at: '2026-11-23T10:00:00.000Z',
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'You do not have access' }));
    expect(
      panel.getByText(/^The texts marked \[personal\] on this page are hidden from you\. To read one, open it/),
    ).toBeTruthy();
    expect(to(sent, `audit/streams/${CONVERSATION}`)).toEqual([]);
    await userEvent.click(panel.getByRole('button', { name: 'Show what can be opened' }));
    expect(await panel.findByText('There is nothing here that you can open.')).toBeTruthy();
    await userEvent.click(await panel.findByRole('button', { name: 'Open text of a message of MessageSent' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The seller')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('What for'), 'dispute');
    await userEvent.type(dialog.getByLabelText('In your own words'), 'They both refer to it');
    await userEvent.click(dialog.getByRole('button', { name: 'Open' }));
    expect(await panel.findByText('It was whole.')).toBeTruthy();
    expect(panel.getByText(/^Opened by you, to settle a dispute/).textContent).toContain(SELLER.username);
  });

  test('says where hidden data cannot be loaded', async () => {
    openCase(closed());
    await press('Show what can be opened');
    await waitFor(() => expect(screen.getAllByText('Failed to load what can be opened')).toHaveLength(2));
  });
});

test('compares photos as sold and as claimed with one zoom, side by side or one over the other', async () => {
  openCase(aCaseFile());
  await press('Listing photo 1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare the photos' }));
  const shown = () => dialog.getAllByRole('img').map((one) => [one.getAttribute('src'), one.style.transform]);
  const [sold, claimed] = ['/files/listings/wyrm/wyrm.webp', '/files/evidence/1.webp?signed'];
  expect(shown()).toEqual([
    [expect.stringContaining('wyrm.webp'), 'translate(0%, 0%) scale(1)'],
    [claimed, 'translate(0%, 0%) scale(1)'],
  ]);
  expect(sold).toContain('wyrm.webp');
  expect(dialog.getByText(/^Camera: 2026-11-10 17:40:00/).textContent).toContain('b2'.repeat(32));
  expect(dialog.getByText(/^Camera: 2026-11-26 09:12:00/).textContent).toContain('a1'.repeat(32));
  fireEvent.change(dialog.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } });
  fireEvent.keyDown(dialog.getByRole('region', { name: 'As sold' }), { key: 'ArrowLeft' });
  expect(shown().map(([, transform]) => transform)).toEqual(Array(2).fill('translate(5%, 0%) scale(2)'));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'As claimed' }), 'Photo 2: Claim, buyer');
  expect(shown()[1]?.[0]).toBe('/files/evidence/2.webp?signed');
  await userEvent.click(dialog.getByRole('button', { name: 'One over the other' }));
  fireEvent.change(dialog.getByRole('slider', { name: /photo as sold/ }), { target: { value: '30' } });
  expect(dialog.getAllByRole('img')[1]?.parentElement?.style.clipPath).toBe('inset(0 0 0 30%)');
});

test('shows parcels, earlier cases of both parties, and similar decisions', async () => {
  const other = {
    _id: '5'.repeat(32),
    transactionId: 'TXAAAAAAAA',
    title: 'A griffon',
    condition: 'Painted',
    category: 'DAMAGED',
    openedAt: '2026-10-01T09:00:00.000Z',
    claim: 30,
    outcome: { toBuyer: 20, toSeller: 70, held: 100, by: 'staff' as const, appealed: true },
    chargedBack: false,
  };
  const { asSold } = aCaseFile();
  openCase(
    aCaseFile({
      asSold: asSold && { ...asSold, changed: true },
      earlier: {
        buyer: [{ ...other, outcome: null }],
        seller: [{ ...other, _id: '4'.repeat(32), category: 'staffHold', claim: 0 }],
      },
      similar: [other],
    }),
  );
  const similar = await screen.findByRole('region', { name: 'Similar decided cases' });
  expect(similar.textContent).toContain(
    '€30.00 claimed (30 % of the held money); Painted; decided: €20.00 to the buyer, €70.00 to the seller, appealed',
  );
  const parties = screen.getByRole('region', { name: 'Parties' });
  expect(parties.textContent).toContain('€30.00 claimed; not decided');
  expect(parties.textContent).toContain('Held by staff · 1 Oct 2026 · A griffondecided: €20.00 to the buyer');
  expect(within(parties).getAllByRole('link', { name: 'TXAAAAAAAA' })[0]?.getAttribute('href')).toBe(
    `/staff/cases/${other._id}`,
  );
  expect(screen.getByRole('region', { name: 'Parcels' }).textContent).toContain('To the buyer');
  expect(screen.getByText('The seller has changed the listing since.')).toBeTruthy();
});

/** Opens the case for a person who had read this far; `leave` ends with what the browser reported. */
const startRead = (file: CaseFile, readTo: string | null) => {
  const path = `staff/cases/${TRANSACTION}/reading`;
  const replies = {
    [`PUT ${path}`]: { readers: [{ _id: '7'.repeat(32), username: 'warden' }], readTo },
    'GET staff/cases': aCasePage([]),
  };
  const { sent, page } = openCase(file, ['staff'], replies);
  const leave = async (): Promise<unknown[]> => {
    await screen.findAllByText(/warden/);
    await page.goTo('/staff');
    await waitFor(() => expect(to(sent, path)).toHaveLength(2));
    return to(sent, path).map(({ body }) => body);
  };
  return { leave };
};
const NEWEST = '2026-11-27T18:14:00.000Z';

test('marks what has arrived since the reader last had the case on a screen', async () => {
  const file = aCaseFile();
  const later = { ...file.statements[1]!, event: 'StatementGiven', at: '2026-11-28T20:00:00.000Z', text: 'One more' };
  const { leave } = startRead({ ...file, statements: [...file.statements, later] }, NEWEST);
  const said = await screen.findByText('One more');
  expect(await within(said.closest('li')!).findByText('New')).toBeTruthy();
  expect(screen.getAllByText('New')).toHaveLength(1);
  await leave();
});

test('marks nothing as new at the first visit, and reports how far it shows', async () => {
  const { leave } = startRead(aCaseFile(), null);
  await screen.findByRole('region', { name: 'Statements' });
  expect(screen.queryByText('New')).toBeNull();
  const visit = expect.stringMatching(/^[0-9a-f]{32}$/);
  const [read, left] = (await leave()) as { visit: string }[];
  expect([read, left]).toEqual([
    { reading: true, newest: NEWEST, visit },
    { reading: false, newest: NEWEST, visit },
  ]);
  expect(read?.visit).toBe(left?.visit);
});

test('tells that the reader left even before the server answered, and when the page closes', async () => {
  const path = `staff/cases/${TRANSACTION}/reading`;
  const { sent, page } = openCase(aCaseFile(), ['staff'], {
    [`PUT ${path}`]: ({ body }: { body: { reading: boolean } }) =>
      body.reading ? new Promise(() => undefined) : { readers: [], readTo: null },
    'GET staff/cases': aCasePage([]),
  });
  type Said = { reading: boolean; visit: string };
  const said = () => to(sent, path).map(({ body }) => body as Said);
  await waitFor(() => expect(said()).toHaveLength(1));
  window.dispatchEvent(new Event('pagehide'));
  expect(said()).toMatchObject([{ reading: true }, { reading: false, visit: said()[0]?.visit }]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(said().at(-1)?.reading).toBe(true));
  const again = said().at(-1)?.visit;
  expect(again).not.toBe(said()[0]?.visit);
  await page.goTo('/staff');
  await waitFor(() => expect(said().at(-1)).toMatchObject({ reading: false, visit: again }));
});

test('shows the latest 60 events of a long history', async () => {
  const file = aCaseFile();
  const entry = file.timeline[0]!;
  openCase({ ...file, timeline: Array.from({ length: 300 }, (_, revision) => ({ ...entry, revision })) });
  const timeline = await screen.findByRole('region', { name: 'Timeline' });
  expect(within(timeline).getAllByRole('row')).toHaveLength(61);
  expect(timeline.textContent).toContain('The latest 60 of 300 events.');
});

test('shows the words and photos of the claim once, and refers to them from the statements', async () => {
  openCase(aCaseFile());
  expect(await screen.findAllByText('Left horn broken off, base chipped.')).toHaveLength(1);
  const claimed = within(screen.getByRole('region', { name: 'As claimed' }));
  expect(claimed.getAllByRole('button', { name: /^Photo \d: Claim, buyer$/ })).toHaveLength(2);
  const [claim] = within(screen.getByRole('region', { name: 'Statements' })).getAllByRole('listitem');
  expect(claim?.textContent).toContain('Its words and photos are under “As claimed”.');
  expect(claim?.querySelector('img')).toBeNull();
});

test('enlarges evidence, which arrow keys turn', async () => {
  const file = aCaseFile();
  const [claim, answer] = file.statements;
  openCase({
    ...file,
    statements: [
      { ...claim!, evidence: [] },
      { ...answer!, evidence: claim!.evidence },
    ],
  });
  await press(/Evidence of the seller's answer, 1 of 2/);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('img').getAttribute('src')).toBe('/files/evidence/1.webp?signed');
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  await userEvent.keyboard('{ArrowRight}');
  expect(dialog.getByRole('img').getAttribute('src')).toBe('/files/evidence/2.webp?signed');
  expect(dialog.getByText('2 of 2')).toBeTruthy();
});

test('offers to remove a listing until it is removed', async () => {
  openCase({ ...allowing(), listingStatus: 'removed' });
  await screen.findByRole('heading', { level: 1, name: 'Damaged in transit, claim €60.00' });
  expect(screen.queryByRole('region', { name: 'Other actions' })).toBeNull();
});

test.each(['active', 'sold', 'archived'] as const)('lets staff remove a listing that is %s', async (listingStatus) => {
  openCase({ ...allowing(), listingStatus });
  expect(await screen.findByRole('button', { name: 'Remove listing' })).toBeTruthy();
});

test('shows an auditor everything and no action', async () => {
  openCase(allowing(), ['auditor']);
  await screen.findByRole('heading', { level: 1, name: 'Damaged in transit, claim €60.00' });
  for (const name of ['Decide case', 'Place a hold', 'Lift the hold', 'Remove listing'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('says when a transaction is missing or cannot be loaded', async () => {
  openCase(json({ message: 'Transaction not found', code: 'transactionNotFound' }, 404));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sale not found' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('shows a quarantined transaction as such to staff, with something to do', async () => {
  openCase(json({ message: 'Something in these records does not add up', code: 'quarantined' }, 423));
  expect(await screen.findByRole('heading', { level: 1, name: 'This sale is in quarantine' })).toBeTruthy();
  expect(screen.getByText(/until an engineer repairs it/)).toBeTruthy();
  expect(screen.queryByText(/does not add up$/)).toBeNull();
});

test('refuses staff’s own transaction in the server’s words', async () => {
  openCase(json({ message: 'You are not allowed to do this', code: 'notAllowed' }, 403));
  expect(await screen.findByText('You are not allowed to do this')).toBeTruthy();
});

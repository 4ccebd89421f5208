// @vitest-environment happy-dom
import { createHmac } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OpenedData } from '#application/contract/accessLog.ts';
import type { AuditEvent } from '#application/contract/audit.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { entryOf, eventOf } from '#application/transparency/factEntry.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { BUYER, EVENTS, inSegments, STREAM } from '../audit/aStream.ts';
import { openAs } from '../staff/desk.ts';

freshBrowser();

const CLAIM = EVENTS[3]!;
const CLOSED: AuditEvent = {
  ...CLAIM,
  data: { ...CLAIM.data, text: '[personal]', evidence: '[personal]' },
  personal: ['text', 'evidence'],
  openable: ['text', 'evidence'],
};
const REASON = 'A sample of this month';
const TOO_MANY = 'Too many attempts. Please try again in 12 minutes.';
const SALT = Buffer.alloc(32, 7);
const OPENING = { path: '/data/text', salt: SALT.toString('base64'), plaintext: 'Left horn broken off.' };
const commitmentTo = (value: unknown): string =>
  createHmac('sha256', SALT).update(canonicalJson(value)).digest('base64');
/** The stored claim, as in the proof of its stream. */
const proofOf = (data: Record<string, unknown> | null, revision = 3) => {
  const { id, type, version, stream, position, actor } = CLAIM;
  const recordedAt = Date.parse('2026-11-22T10:00:00.000Z');
  const metadata = { actor, correlationId: '', causationId: '', commandId: '', prevHash: null, hash: '' };
  const entry = data && entryOf(eventOf({ id, type, version, stream, revision, position, recordedAt, data, metadata }));
  const facts = [{ entry, leaf: '', index: null, path: [] }];
  return { stream, head: null, map: null, facts, versions: {}, totalCount: 4, hasMore: false };
};
const STORED = proofOf({ text: { $personal: '2.x', commitment: commitmentTo('Left horn broken off.') } });
const answer = (changes: Partial<OpenedData> = {}): OpenedData => ({
  fields: { text: 'Left horn broken off.' },
  openings: [OPENING],
  photos: [],
  told: [{ _id: BUYER, username: 'marta_v' }],
  at: '2026-11-20T10:00:00.000Z',
  ...changes,
});

/** Expands the claim’s row and opens the dialog for the reason. */
const asked = async (reply: unknown, event = CLOSED, stored: unknown = STORED) => {
  const { sent } = openAs(['auditor'], `/audit/streams/${STREAM}`, {
    ...inSegments([...EVENTS.slice(0, 3), event]),
    'POST disclosures': reply,
    [`GET audit/streams/${STREAM}/opened`]: { opened: [] },
    [`GET proof/stream/${STREAM}`]: stored,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'DisputeOpened' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Open .* of DisputeOpened$/ }));
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'Open personal data' })) };
};
type Asked = Awaited<ReturnType<typeof asked>>;

const state = async ({ dialog }: Asked, ...fields: string[]) => {
  for (const field of fields) await userEvent.click(dialog.getByRole('checkbox', { name: field }));
  await userEvent.selectOptions(dialog.getByLabelText('What for'), 'To check our own work');
  await userEvent.type(dialog.getByLabelText('In your own words'), ` ${REASON} `);
  await userEvent.click(dialog.getByRole('button', { name: 'Open' }));
};

test('opens personal data with a purpose and a reason, and then shows both', async () => {
  const opening = await asked(answer());
  expect(screen.getByRole('dialog').textContent).toContain('The buyer can see in their settings that you opened it');
  await state(opening, 'text');
  expect(await screen.findByText('Left horn broken off.')).toBeTruthy();
  expect(screen.getByText(/^Opened by you, /).textContent).toBe(
    `Opened by you, to check our own work: “${REASON}”. marta_v can see this in their settings.`,
  );
  expect(to(opening.sent, 'disclosures').map(({ body }) => body)).toEqual([
    { subject: { stream: STREAM, revision: 3 }, fields: ['text'], purpose: 'audit', reason: REASON },
  ]);
  expect(screen.getByRole('button', { name: 'Open photos of DisputeOpened' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'DisputeOpened' }));
  expect(screen.queryByText('Left horn broken off.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'DisputeOpened' }));
  expect(screen.getByText('Left horn broken off.')).toBeTruthy();
  expect(to(opening.sent, 'disclosures')).toHaveLength(1);
});

test('shows after a reload what was opened today, without another reason', async () => {
  const opened = [{ ...answer(), revision: 3, purpose: 'audit' }];
  const { sent } = openAs(['auditor'], `/audit/streams/${STREAM}`, {
    ...inSegments([...EVENTS.slice(0, 3), CLOSED]),
    [`GET audit/streams/${STREAM}/opened`]: { opened },
    [`GET proof/stream/${STREAM}`]: STORED,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'DisputeOpened' }));
  expect(await screen.findByText('Left horn broken off.')).toBeTruthy();
  expect(screen.getByText(/^Opened by you, /).textContent).toBe(
    'Opened by you, to check our own work. marta_v can see this in their settings.',
  );
  expect(to(sent, 'disclosures')).toEqual([]);
});

test('lets the row search of the history find what was opened', async () => {
  const opening = await asked(answer());
  await state(opening, 'text');
  await screen.findByText('Left horn broken off.');
  await userEvent.type(screen.getByRole('combobox', { name: 'Search events' }), '"left horn"');
  expect(await screen.findByText('1 of 4 events shown.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'DisputeOpened' })).toBeTruthy();
});

const WRITTEN = /Unchanged since 22 Nov 2026.*: this browser compared it with the commitment in the stored event\./;
const OTHER = /This is not what was sealed: text\./;
const BARE = /An earlier release stored this without a commitment, so it cannot be compared with what was sealed\./;
const WITHHELD = /You cannot read the stored event, so this cannot be compared with it here\./;
const OTHER_TEXT = { fields: { text: 'It came whole' } };

test.each<[string, RegExp, Partial<OpenedData>, unknown]>([
  ['confirming the written text', WRITTEN, {}, STORED],
  ['rejecting another text', OTHER, OTHER_TEXT, STORED],
  [
    'rejecting one repeated in its opening',
    OTHER,
    { ...OTHER_TEXT, openings: [{ ...OPENING, plaintext: 'It came whole' }] },
    STORED,
  ],
  ['rejecting one without an opening', OTHER, { openings: [] }, STORED],
  [
    'rejecting one under another salt',
    OTHER,
    { openings: [{ ...OPENING, salt: Buffer.alloc(32, 8).toString('base64') }] },
    STORED,
  ],
  ['rejecting one of another event', OTHER, {}, proofOf({ text: { $personal: '2.x' } }, 2)],
  ['noting a missing commitment', BARE, { openings: [] }, proofOf({ text: { $personal: '1.x' } })],
  ['noting a withheld event', WITHHELD, {}, proofOf(null)],
])('compares opened data with the stored event, %s', async (_, words, changes, stored) => {
  await state(await asked(answer(changes), CLOSED, stored), 'text');
  const said = () => document.querySelector('.opening')?.textContent ?? '';
  await waitFor(() => expect(said()).toMatch(words));
  for (const other of [WRITTEN, OTHER, BARE, WITHHELD]) if (other !== words) expect(said()).not.toMatch(other);
});

test('reports a failed check and retries on request', async () => {
  const { sent } = await asked(answer(), CLOSED, json({}, 400)).then(async (opening) => {
    await state(opening, 'text');
    return opening;
  });
  const failed = await screen.findByText(/^It could not be compared with what was sealed\. /);
  const before = to(sent, `proof/stream/${STREAM}`).length;
  await userEvent.click(within(failed.parentElement!).getByRole('button', { name: 'Try again' }));
  expect(to(sent, `proof/stream/${STREAM}`).length).toBeGreaterThan(before);
});

test('shows the photos of a statement', async () => {
  const photos = [{ url: '/files/evidence/1.webp?signed', thumbnailUrl: '/files/evidence/1-small.webp?signed' }];
  await state(await asked(answer({ fields: { evidence: ['evidence/1.webp'] }, photos })), 'photos');
  const group = await screen.findByRole('group', { name: 'Photos of DisputeOpened' });
  expect(group.querySelector('img')?.getAttribute('src')).toBe('/files/evidence/1-small.webp?signed');
  expect(screen.queryByText('evidence/1.webp')).toBeNull();
});

test('requires fields, purpose and reason before sending', async () => {
  const { sent, dialog } = await asked(answer());
  await userEvent.type(dialog.getByLabelText('In your own words'), 'short');
  await userEvent.click(dialog.getByRole('button', { name: 'Open' }));
  for (const words of [
    'Please say what to open',
    'Please choose what it is for',
    'Please say why, in at least 10 characters',
  ])
    expect(await dialog.findByText(words)).toBeTruthy();
  expect(to(sent, 'disclosures')).toEqual([]);
});

test.each([
  [
    json({ message: 'You cannot open this, even with a reason', code: 'notOpenable' }, 403),
    'You cannot open this, even with a reason',
  ],
  [json({ message: TOO_MANY, code: 'tooManyRequests' }, 429), TOO_MANY],
  [json({}, 500), 'It could not be opened. Please try again.'],
])('shows a refusal in the dialog and no data', async (refusal, words) => {
  const opening = await asked(refusal);
  await state(opening, 'text');
  expect((await opening.dialog.findByRole('alert')).textContent).toBe(words);
  expect(opening.dialog.getByLabelText<HTMLTextAreaElement>('In your own words').value).toContain(REASON);
  expect(screen.queryByText(/^Opened by you/)).toBeNull();
});

test('offers no button for data that no reason opens', async () => {
  openAs(['admin'], `/audit/streams/${STREAM}`, {
    ...inSegments([...EVENTS.slice(0, 3), { ...CLOSED, openable: [] }]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'DisputeOpened' }));
  expect((await screen.findByRole('region', { name: 'Event 3 as JSON' })).textContent).toContain('[personal]');
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull();
});

// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toHex } from '#application/transparency/bytes.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { FindingList } from '#web/transparency/FindingList.tsx';
import { growing, inSegments, EVENTS as SHOWN } from '../audit/aStream.ts';
import { openAs } from '../staff/desk.ts';
import { aLog, chained, entryText, STREAM } from './aLog.ts';

freshBrowser();

const EVENTS = chained(STREAM, [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'PaymentCaptured', data: { captured: 1_600 } },
]);
const OTHERS = chained(
  `listing-${'b'.repeat(32)}`,
  [1, 2, 3].map((at) => ({ type: 'Listed', data: { at } })),
  10,
);
const shownOf = (facts: typeof EVENTS) => {
  const events = SHOWN;
  return facts.map(({ type, data, id, recordedAt, metadata: { hash, prevHash, actor } }, at) => ({
    ...events[at]!,
    id,
    type,
    data,
    hash,
    prevHash,
    actor: { id: actor.id, role: 'member' as const },
    recordedAt: new Date(recordedAt).toISOString(),
    personal: [],
    openable: [],
  }));
};
const LOG = aLog([...OTHERS, ...EVENTS]);

/** The history on the audit page, now stored as `facts`; `size` events of the log are sealed. */
const opened = async (facts = EVENTS, { size = 5, shown = facts, proven = true } = {}) => {
  const note = await LOG.head(size);
  const proof = LOG.proofOf(STREAM, size, note);
  const entries = facts.map(entryText);
  const answered = { ...proof, facts: proof.facts.map((event, at) => ({ ...event, entry: entries[at]! })) };
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  openAs(['auditor'], `/audit/streams/${STREAM}`, {
    ...inSegments(shownOf(shown), { stream: STREAM }),
    ...(proven && { [`GET proof/stream/${STREAM}`]: () => asked.then(() => answered) }),
    'GET proof/log': LOG.state(note),
  });
  return { note, answer };
};
const marks = () =>
  screen
    .getAllByRole('row')
    .filter(({ parentElement }) => parentElement?.tagName === 'TBODY')
    .flatMap((row) => row.querySelector('.chain')?.textContent ?? []);
const proof = async () => within(await screen.findByRole('region', { name: 'Proof' }));
const head = () => within(screen.getByRole('heading', { level: 1 }).closest<HTMLElement>('.workbench-head')!);

test('shows nothing as verified before this browser has checked', async () => {
  const { answer } = await opened();
  expect(await screen.findByText('2 events, not checked yet')).toBeTruthy();
  expect(marks()).toEqual(['Not checked yet', 'Not checked yet']);
  expect(head().getByText('Not checked yet')).toBeTruthy();
  expect(document.querySelector('.badge.done, .chain:not(.off)')).toBeNull();
  answer();
  expect(await screen.findByText('2 events, all in the signed log')).toBeTruthy();
  expect(marks()).toEqual(['In the signed log', 'In the signed log']);
  expect(head().getByText('Verified in this browser')).toBeTruthy();
});

test('says which events the seal covers until this browser has checked the new ones', async () => {
  const three = chained(STREAM, [
    { type: 'TransactionCreated', data: { amount: 1_600 } },
    { type: 'PaymentCaptured', data: { captured: 1_600 } },
    { type: 'ShipmentConfirmed', data: {} },
  ]);
  const log = aLog([...OTHERS, ...three]);
  const [early, late] = [await log.head(5), await log.head(6)];
  const shown = shownOf(three);
  const proofAt = (size: number, note: string) => {
    const { facts, ...rest } = log.proofOf(STREAM, size, note);
    return { ...rest, facts: facts.slice(0, size - 3) };
  };
  let isLate = false;
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const history = growing(shown.slice(0, 2));
  openAs(['auditor'], `/audit/streams/${STREAM}`, {
    ...history.replies,
    [`GET proof/stream/${STREAM}`]: () => (isLate ? asked.then(() => proofAt(6, late)) : proofAt(5, early)),
    'GET proof/log': () => log.state(isLate ? late : early),
    'GET proof/consistency': () => log.consistency(5, 6),
  });
  expect(await screen.findByText('2 events, all in the signed log')).toBeTruthy();
  await waitFor(() => expect(history.isFollowed()).toBe(true));
  isLate = true;
  history.add(shown[2]!);
  expect(await screen.findByText('3 events, the first 2: all in the signed log')).toBeTruthy();
  expect(head().getByText('Verified in this browser (events 0 to 1)').className).not.toContain('done');
  expect((await proof()).getByText('Verified in this browser (events 0 to 1)')).toBeTruthy();
  expect(marks()).toEqual(['In the signed log', 'In the signed log', 'Not checked yet']);
  answer();
  expect(await screen.findByText('3 events, all in the signed log')).toBeTruthy();
  expect(head().getByText('Verified in this browser').className).toContain('done');
});

const rehashed = chained(STREAM, [
  { type: 'TransactionCreated', data: { amount: 9_000 } },
  { type: 'PaymentCaptured', data: { captured: 1_600 } },
]);
const moved = EVENTS.with(1, { ...EVENTS[1]!, recordedAt: 1 });
const unhashed = EVENTS.with(0, { ...EVENTS[0]!, data: { amount: 9_000 } });

test.each([
  ['was changed and hashed anew', rehashed, ['Not in the signed log', 'Not in the signed log']],
  ['has a moved time', moved, ['In the signed log', 'Not in the signed log']],
  ['was changed alone', unhashed, ['Not as recorded', 'In the signed log']],
])('verifies nothing of a history that %s, and names the rows', async (_, facts, expected) => {
  const { answer } = await opened(facts);
  answer();
  expect(await (await proof()).findByText('Not verified')).toBeTruthy();
  expect(head().getByText('Not verified')).toBeTruthy();
  expect(marks()).toEqual(expected);
  expect(
    screen.getByText(`2 events, ${expected.filter((word) => /^Not/.test(word)).length} not as sealed`),
  ).toBeTruthy();
  expect(document.querySelector('.badge.done')).toBeNull();
});

test('marks a row whose time or actor differs from storage', async () => {
  const [first, second] = EVENTS;
  const metadata = { ...second!.metadata, actor: { id: 'another', role: 'member' as const } };
  const shown = [
    { ...first!, recordedAt: 1 },
    { ...second!, metadata },
  ];
  const { answer } = await opened(EVENTS, { shown });
  answer();
  expect(await (await proof()).findByText('Revision 0 is shown differently from how it is stored.')).toBeTruthy();
  expect(marks()).toEqual(['Shown differently from stored', 'Shown differently from stored']);
});

test('greys and counts rows that no head covers', async () => {
  const { answer } = await opened(EVENTS, { size: 4 });
  answer();
  expect(await screen.findByText('2 events, 1 not sealed yet')).toBeTruthy();
  expect(marks()).toEqual(['In the signed log', 'Not sealed yet']);
  expect(document.querySelectorAll('.chain.off')).toHaveLength(1);
});

test('shows what this browser verified, with the path to the signed root', async () => {
  const { note, answer } = await opened();
  answer();
  const panel = await proof();
  expect(await panel.findByText('Verified in this browser')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Show the path of event 1' }));
  const rows = within(panel.getByRole('table', { name: 'From the leaf of event 1 to the root' })).getAllByRole('row');
  const { root } = readHead(readNote(note)!.text)!;
  expect(rows.at(-1)?.textContent).toContain(`${toHex(root).slice(0, 12)}… the signed root`);
  expect(rows).toHaveLength(1 + 1 + 1);
});

test('verifies nothing without a proof and allows a retry', async () => {
  await opened(EVENTS, { proven: false });
  const panel = await proof();
  expect(await panel.findByText('Not verified')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(marks()).toEqual(['Not verified', 'Not verified']);
});

test('announces failures as a list', () => {
  const words = ['It holds.', 'It does not hold.'];
  render(<FindingList said={words.map((each, at) => ({ words: each, bad: at === 1 }))} />);
  const list = within(screen.getByRole('alert')).getByRole('list');
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe('It does not hold.');
});

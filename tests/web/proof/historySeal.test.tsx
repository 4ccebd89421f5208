// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toHex } from '#application/transparency/bytes.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { SaidList } from '#web/proof/SaidList.tsx';
import { aSaleAt, aStream, SALE } from '../audit/aStream.ts';
import { openAs } from '../staff/desk.ts';
import { aLog, chained, STREAM } from './aLog.ts';

freshBrowser();

const FACTS = chained(STREAM, [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'PaymentCaptured', data: { captured: 1_600 } },
]);
const OTHERS = chained(
  `listing-${'b'.repeat(32)}`,
  [1, 2, 3].map((at) => ({ type: 'Listed', data: { at } })),
  10,
);
const shownEvents = () => {
  const { events } = aStream();
  return FACTS.map(({ type, data, id, metadata: { hash, prevHash } }, at) => ({
    ...events[at]!,
    id,
    type,
    data,
    hash,
    prevHash,
    personal: [],
    openable: [],
  }));
};

test('the audit says what this browser has verified, and a press shows the way to the signed root', async () => {
  const log = aLog([...OTHERS, ...FACTS]);
  const note = await log.head(5);
  openAs(['auditor'], `/audit/streams/${STREAM}`, {
    [`GET audit/streams/${STREAM}`]: aStream({ stream: STREAM, events: shownEvents(), totalCount: 2 }),
    [`GET audit/sales/${SALE}/at`]: aSaleAt(1),
    [`GET proof/stream/${STREAM}`]: log.proofOf(STREAM, 5, note),
    'GET proof/log': log.state(note),
  });
  const panel = within(await screen.findByRole('region', { name: 'Proof' }));
  expect(await panel.findByText('Verified in this browser')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Show the path of event 1' }));
  const rows = within(panel.getByRole('table', { name: 'From the leaf of event 1 to the root' })).getAllByRole('row');
  const { root } = readHead(readNote(note)!.text)!;
  expect(rows.at(-1)?.textContent).toContain(`${toHex(root).slice(0, 12)}… the signed root`);
  expect(rows).toHaveLength(1 + 1 + 1);
});

test('a proof that cannot be had verifies nothing, and can be asked for again', async () => {
  openAs(['auditor'], `/audit/streams/${STREAM}`, {
    [`GET audit/streams/${STREAM}`]: aStream({ stream: STREAM, events: shownEvents(), totalCount: 2 }),
    [`GET audit/sales/${SALE}/at`]: aSaleAt(1),
  });
  const panel = within(await screen.findByRole('region', { name: 'Proof' }));
  expect(await panel.findByText('Not verified')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('what does not hold is announced, and stays a list', () => {
  const words = ['It holds.', 'It does not hold.'];
  render(<SaidList said={words.map((each, at) => ({ words: each, bad: at === 1 }))} />);
  const list = within(screen.getByRole('alert')).getByRole('list');
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe('It does not hold.');
});

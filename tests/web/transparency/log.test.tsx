// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { toBase64 } from '#application/transparency/bytes.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { keyText, readNote } from '#application/transparency/signedNote.ts';
import { freshBrowser, json, type Sent } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { headIn } from '#web/transparency/ownHead.ts';
import { openAs } from '../staff/desk.ts';
import { aLog, chained, otherSigner } from './aLog.ts';

freshBrowser();

const EVENTS = chained(
  'listing-1',
  Array.from({ length: 9 }, (_, at) => ({ type: 'Listed', data: { at } })),
);
const LOG = aLog(EVENTS);

const show = async (size: number, log = LOG, changes = {}) => {
  const notes = await Promise.all([log.head(size), log.head(2)]);
  return openAs(['auditor'], '/audit/log', {
    'GET proof/log': log.state(notes[0], { heads: notes, ...changes }),
    'GET proof/consistency': ({ query }: Sent) => log.consistency(Number(query.get('from')), Number(query.get('to'))),
  });
};
const leave = () => {
  cleanup();
  queryClient.clear();
};
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const lineOf = async (log: typeof LOG, size: number) => {
  const { root } = readHead(readNote(await log.head(size))!.text)!;
  return `${size} ${toBase64(root)}`;
};

test('shows heads, witnesses and lag, and that the newest head is verified', async () => {
  await show(9, LOG, { facts: 12, unsealedSince: new Date(Date.now() - 20_000).toISOString() });
  const newest = await panel('Newest head');
  expect(await newest.findByText('Verified in this browser')).toBeTruthy();
  expect(newest.getByText(/^The witness mill\.example has signed it/)).toBeTruthy();
  expect((await panel('The log')).getByText(/^3 events not sealed yet, the first for /)).toBeTruthy();
  expect((await panel('Heads')).getAllByRole('row')).toHaveLength(3);
});

test('verifies a head of an earlier release, which names a check of the read models', async () => {
  await show(9, LOG, { heads: [await LOG.head(9, { models: { root: new Uint8Array(32), position: 1_234 } })] });
  expect((await panel('Newest head')).getByText('Verified in this browser')).toBeTruthy();
});

test('notes a first visit, and later that nothing was rewritten', async () => {
  await show(4);
  expect(await screen.findByText(/^This browser has not seen this log before/)).toBeTruthy();
  leave();
  await show(9);
  expect(
    await screen.findByText(/^Nothing was rewritten since the head that this browser had saved, .* over 4 events/),
  ).toBeTruthy();
});

describe('a log with a new key since the last visit', () => {
  const visited = async (told: boolean) => {
    const change = await changeOfKey(LOG.signer, otherSigner);
    const log = aLog([...EVENTS, ...chained('log-keys', [{ type: 'LogKeyChanged', data: { at: 1, change } }], 10)]);
    await show(9);
    await screen.findByText(/^This browser has not seen this log before/);
    leave();
    const note = await log.head(10, { signer: otherSigner });
    const keyChanges = told ? log.proofOf('log-keys', 10, note).facts : [];
    await openAs(['auditor'], '/audit/log', {
      'GET proof/log': log.state(note, { key: keyText(otherSigner.key), keyChanges }),
      'GET proof/consistency': ({ query }: Sent) => log.consistency(Number(query.get('from')), Number(query.get('to'))),
    });
  };

  test('is the same log if it holds the old key’s statement about the new one', async () => {
    await visited(true);
    expect(
      await screen.findByText(/^Nothing was rewritten.* The log has a new key, which the old key named in the log/),
    ).toBeTruthy();
    expect(await (await panel('Newest head')).findByText('Verified in this browser')).toBeTruthy();
  });

  test('is a different log without that statement', async () => {
    await visited(false);
    expect(await screen.findByText(/^The log is signed with a different key from the head/)).toBeTruthy();
  });
});

test('compares a head from an e-mail with the log', async () => {
  await show(9);
  const own = await panel('A head from elsewhere');
  const compare = async (text: string) => {
    await userEvent.clear(own.getByRole('textbox'));
    await userEvent.type(own.getByRole('textbox'), text);
    await userEvent.click(own.getByRole('button', { name: 'Compare' }));
  };
  await compare(`Sealed in ${await lineOf(LOG, 3)} `);
  expect(await own.findByText('Nothing was rewritten since that head, over 3 events.')).toBeTruthy();
  const forged = aLog(EVENTS.with(0, { ...EVENTS[0]!, recordedAt: 1 }));
  await compare(await lineOf(forged, 3));
  expect(
    await own.findByText('The operator shows you a different log from the one this head belongs to.'),
  ).toBeTruthy();
  await compare((await lineOf(LOG, 3)).replace(/^3/, '99'));
  expect(await own.findByText(/^That head covers 99 events; the log shown here ends with 9 events\.$/)).toBeTruthy();
  await compare('nothing');
  expect(await own.findByText(/^This is not the head of a log/)).toBeTruthy();
});

test('reads a complete signed head and its short form', async () => {
  const note = await LOG.head(5);
  expect(headIn(note)?.size).toBe(5);
  expect(headIn('5 none')).toBeUndefined();
});

test('verifies nothing if the log cannot be reached', async () => {
  openAs(['auditor'], '/audit/log', { 'GET proof/log': json({ message: 'Not now', code: 'x' }, 400) });
  expect(await screen.findByText('The log cannot be reached')).toBeTruthy();
});

test('marks a rewritten earlier head', async () => {
  const notes = [await LOG.head(9), (await LOG.head(4)).replace('\n4\n', '\n5\n')];
  await show(9, LOG, { heads: notes });
  const row = within((await panel('Heads')).getByRole('row', { name: /not the one that was signed/ }));
  expect(row.getByText('5')).toBeTruthy();
  expect((await panel('Newest head')).getByText('Verified in this browser')).toBeTruthy();
});

test('says when the log has no head', async () => {
  openAs(['auditor'], '/audit/log', { 'GET proof/log': LOG.state('', { heads: [] }) });
  expect(await screen.findByText('The log has no signed head yet')).toBeTruthy();
});

test('says that an unwitnessed log is not witnessed', async () => {
  await show(9, LOG, { heads: [await LOG.head(9, { cosigned: false })], witnesses: [] });
  const newest = await panel('Newest head');
  expect(await newest.findByText('Verified, not witnessed')).toBeTruthy();
  expect(newest.getByText(/^No witness signs this log: only the operator/)).toBeTruthy();
  expect(newest.queryByRole('alert')).toBeNull();
});

test('reports a dropped witness until the reader accepts the current ones', async () => {
  await show(4);
  await screen.findByText(/^This browser has not seen this log before/);
  leave();
  await show(9, LOG, { witnesses: [] });
  const newest = await panel('Newest head');
  expect(await newest.findByText(/^The operator no longer names the witness mill\.example/)).toBeTruthy();
  expect(newest.getByText('Not verified')).toBeTruthy();
  await userEvent.click(newest.getByRole('button', { name: 'Accept the witnesses named now' }));
  expect(await newest.findByText('Verified, not witnessed')).toBeTruthy();
  expect(newest.queryByRole('button', { name: 'Accept the witnesses named now' })).toBeNull();
});

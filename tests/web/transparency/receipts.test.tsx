// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { LogState, Receipts } from '#application/contract/transparency.ts';
import { toBase64 } from '#application/transparency/bytes.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { type Receipt, receiptText, type StreamEnd, type WrittenEvent } from '#application/transparency/receipt.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { signNote } from '#application/transparency/signing.ts';
import { leafOf } from '#infrastructure/transparency/hashing.ts';
import { freshBrowser, type Sent, serve } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { ReceiptPanel } from '#web/transactions/components/detail/ReceiptPanel.tsx';
import { promisesOn } from '#web/transparency/checkPromises.ts';
import { ReceiptList } from '#web/transparency/ReceiptList.tsx';
import { checkReceipts } from '#web/transparency/receipts.ts';
import { AT, aLog, chained, entryText, otherSigner, STREAM } from './aLog.ts';

freshBrowser();

const EVENTS = chained(STREAM, [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'ShippingSet', data: { total: 1_600 } },
  { type: 'DeliveryConfirmed', data: {} },
]);
const LOG = aLog(EVENTS);

const fileOf = async (size: number): Promise<Receipts> => {
  const head = await LOG.head(size);
  const { facts: events, map } = LOG.proofOf(STREAM, size, head);
  const { key, witnesses, now } = LOG.state(head);
  const receipts = events.map((event, at) => {
    const { id, type, revision, position, recordedAt } = EVENTS[at]!;
    return { ...event, eventId: id, type, revision, position, at: new Date(recordedAt).toISOString() };
  });
  return { stream: STREAM, transactionId: 'TX7K2M9QPD', key, witnesses, head, now, map, receipts };
};

test('proves receipts under their own head later', async () => {
  const kept: Receipts = JSON.parse(JSON.stringify(await fileOf(3)));
  expect((await checkReceipts(kept, [])).words).toEqual(['proven', 'proven', 'proven']);
  expect((await checkReceipts(await fileOf(2), [])).words).toEqual(['proven', 'proven', 'notSealed']);
});

test.each<[string, Partial<Receipts['receipts'][number]>]>([
  ['another time', { at: '2026-11-22T04:00:00.000Z' }],
  ['another fact', { type: 'PaymentCaptured' }],
  ['another place', { index: 2 }],
])('finds a receipt with %s than the log has', async (_, change) => {
  const file = await fileOf(3);
  const receipts = file.receipts.with(1, { ...file.receipts[1]!, ...change });
  expect((await checkReceipts({ ...file, receipts }, [])).words).toEqual(['proven', 'wrong', 'proven']);
});

const badOf = ({ said }: Awaited<ReturnType<typeof checkReceipts>>): string[] =>
  said.flatMap(({ bad, words }) => (bad ? [words] : []));

/** The server’s answer after the time of an act was changed in its database: its leaf is in no tree. */
const withMovedTime = (file: Receipts, revision: number): Receipts => {
  const recordedAt = AT - 20 * 24 * 3_600_000;
  const entry = entryText({ ...EVENTS[revision]!, recordedAt });
  const moved = { entry, leaf: toBase64(leafOf(entry)), index: null, path: [], at: new Date(recordedAt).toISOString() };
  return { ...file, receipts: file.receipts.with(revision, { ...file.receipts[revision]!, ...moved }) };
};

describe('an act with a changed time', () => {
  test.each([1, 2])(
    'is missing in the log and does not count as waiting for its seal: revision %i',
    async (revision) => {
      const found = await checkReceipts(withMovedTime(await fileOf(3), revision), []);
      expect(found.words).toEqual(['proven', 'proven', 'proven'].with(revision, 'wrong'));
      expect(badOf(found)).toEqual([`Revision ${revision} is not in the log published at 2026-11-22 03:00:00 UTC.`]);
    },
  );

  test('waits for its seal like any other after the sealed end', async () => {
    expect((await checkReceipts(withMovedTime(await fileOf(2), 2), [])).words).toEqual([
      'proven',
      'proven',
      'notSealed',
    ]);
  });

  test('is found with an end that differs from the map, too', async () => {
    const file = withMovedTime(await fileOf(3), 2);
    const { map } = LOG.proofOf(STREAM, 2, '');
    for (const end of [map, { ...file.map!, end: null }, null]) {
      const found = await checkReceipts({ ...file, map: end }, []);
      expect(found.words).toEqual(['proven', 'proven', 'unproven']);
      expect(badOf(found)[0]).toMatch(/^The end of this history is not proven/);
    }
  });
});

test('reports an action that stays unsealed for too long', async () => {
  vi.useFakeTimers({ now: AT + 60_000, toFake: ['Date'] });
  expect((await checkReceipts(await fileOf(2), [])).said.map(({ words }) => words)).toContain(
    '1 newer event is not sealed yet; it will be within 5 minutes.',
  );
  vi.setSystemTime(AT + 3_600_000);
  expect(badOf(await checkReceipts(await fileOf(2), []))).toContainEqual(
    expect.stringMatching(/the log has stalled\.$/),
  );
});

const show = (file: Receipts, log: LogState = LOG.state(''), shown = <ReceiptList sale="s" />) => {
  serve({
    'GET transaction/s/receipts': file,
    'GET proof/log': log,
    'GET proof/consistency': ({ query }: Sent) => LOG.consistency(Number(query.get('from')), Number(query.get('to'))),
  });
  render(<QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>);
};

test('moves the focus to the receipts that appear', async () => {
  show(await fileOf(3), undefined, <ReceiptPanel sale="s" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show my receipts' }));
  expect(await screen.findByText('Purchase created')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Receipts' }).contains(document.activeElement)).toBe(true);
});

test('lists receipts with times and saves them with their proofs', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  // a browser would save the file; happy-dom would navigate to it
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const file = await fileOf(3);
  show(file);
  expect(await screen.findByText('Purchase created')).toBeTruthy();
  expect(screen.getAllByText('In the signed log')).toHaveLength(3);
  expect(screen.getByText('2026-11-22 03:00:01 UTC')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
  const kept = JSON.parse(await (made.mock.calls[0]![0] as Blob).text());
  expect(kept).toMatchObject({ head: file.head, receipts: file.receipts });
  expect(kept.readable[1]).toMatch(/^2026-11-22 03:00:00 UTC: Purchase created\. In the signed log\. Event /);
  expect(click).toHaveBeenCalledOnce();
  made.mockRestore();
  click.mockRestore();
  cleanup();
});

test('says when the reader did nothing', async () => {
  show({ ...(await fileOf(3)), receipts: [] });
  expect(await screen.findByText('You have done nothing in this sale yet.')).toBeTruthy();
});

describe('a promise given when a command was accepted', () => {
  const promise = async (changes: Partial<Receipt> = {}, signer = LOG.signer): Promise<string> => {
    const ends = [{ stream: STREAM, revision: 2, hash: EVENTS[2]!.metadata.hash, facts: [] }];
    const text = receiptText({ origin: signer.key.name, madeAt: AT / 1_000, by: 'me', ends, ...changes });
    return noteText({ text, signatures: [await signNote(text, signer)] });
  };
  const ends = (change: Partial<StreamEnd>): Partial<Receipt> => ({
    ends: [{ stream: STREAM, revision: 2, hash: EVENTS[2]!.metadata.hash, facts: [], ...change }],
  });
  const badWords = async (kept: string[]) => {
    const { said } = await checkReceipts(await fileOf(3), kept);
    return said.filter(({ bad }) => bad).map(({ words }) => words);
  };

  test('is compared with the log', async () => {
    const { said } = await checkReceipts(await fileOf(3), [await promise()]);
    expect(said.map(({ words }) => words)).toContain('The log kept its promise about 1 event of yours.');
  });

  const written = (revision: number, change: Partial<WrittenEvent> = {}): WrittenEvent => {
    const { id, position } = EVENTS[revision]!;
    return { revision, id, position, leaf: toBase64(leafOf(entryText(EVENTS[revision]!))), ...change };
  };

  test('is compared for each single event', async () => {
    const events = [written(1), written(2)];
    const { said } = await checkReceipts(await fileOf(3), [await promise({ ...ends({ facts: events }), head: 3 })]);
    expect(said.map(({ words }) => words)).toContain('The log kept its promise about 2 events of yours.');
  });

  test.each<[string, Partial<WrittenEvent>]>([
    ['time or text', { leaf: toBase64(leafOf('another')) }],
    ['id', { id: 'another' }],
    ['place', { position: '9'.repeat(20) }],
    ['revision', { revision: 7 }],
  ])('is broken by another %s of an event', async (_, change) => {
    const [words, ...more] = await badWords([await promise(ends({ facts: [written(1, change), written(2)] }))]);
    expect(words).toMatch(/^The log broke its promise of .*: event (1|7) of this sale/);
    expect(more).toEqual([]);
  });

  test('is broken by a log shorter than at the time of a promise', async () => {
    const heads = [await promise({ head: 3 }), await promise({ head: 5 }), await promise({ head: 4 })];
    expect(await badWords(heads)).toEqual([
      'The log was cut: 5 events were sealed at 2026-11-22 03:00:00 UTC, and fewer are now. Keep this file: it has the signed promise.',
    ]);
    expect(await badWords(heads.slice(0, 1))).toEqual([]);
  });

  test('counts in the format of an earlier release', async () => {
    const text = `${LOG.signer.key.name}\nreceipt\ntime ${AT / 1_000}\nby me\n${STREAM} 2 `;
    const signed = async (hash: string) =>
      noteText({ text: `${text}${hash}\n`, signatures: [await signNote(`${text}${hash}\n`, LOG.signer)] });
    expect(await badWords([await signed(EVENTS[2]!.metadata.hash)])).toEqual([]);
    expect(await badWords([await signed('a'.repeat(64))])).toHaveLength(1);
  });

  test('is not kept for an act with a changed time, which the log does not hold', async () => {
    const found = await checkReceipts(withMovedTime(await fileOf(3), 2), [await promise()]);
    expect(badOf(found)).toContainEqual(expect.stringMatching(/^The log broke its promise of .* event 2 of/));
    expect(found.said.map(({ words }) => words).join()).not.toContain('The log kept its promise');
  });

  test('is not called kept before a head covers it', async () => {
    const { said } = await checkReceipts(await fileOf(2), [await promise()]);
    expect(said.map(({ words }) => words).join()).not.toContain('promised');
  });

  test.each([
    ['is another event', { hash: 'a'.repeat(64) }],
    ['is missing', { revision: 3 }],
  ])('is broken, with its time, if the event %s', async (_, change) => {
    const [words] = await badWords([await promise(ends(change))]);
    expect(words).toMatch(/^The log broke its promise of 2026-11-22 03:00:00 UTC: event \d of this sale/);
  });

  test('counts with a signature by the previous key, if the log confirms it', async () => {
    const change = await changeOfKey(otherSigner, LOG.signer);
    const log = aLog(chained('log-keys', [{ type: 'LogKeyChanged', data: { at: 1, change } }]));
    const head = await log.head(1);
    serve({ 'GET proof/log': log.state(head, { keyChanges: log.proofOf('log-keys', 1, head).facts }) });
    const [words] = await badWords([await promise(ends({ hash: 'a'.repeat(64) }), otherSigner)]);
    expect(words).toMatch(/^The log broke its promise of/);
  });

  test('is ignored with another key’s signature or an invalid format', async () => {
    serve({ 'GET proof/log': LOG.state(await LOG.head(3)) });
    expect(await badWords([await promise(ends({ hash: 'a'.repeat(64) }), otherSigner), 'x', ''])).toEqual([]);
  });

  test('is found in the browser by stream and author', async () => {
    const own = await promise();
    const kept = [own, await promise({ by: 'another' }), await promise(ends({ stream: 'listing-1' })), 'no note'];
    const stored = kept.map((note) => Buffer.from(note).toString('base64url'));
    expect(promisesOn(STREAM, 'me', [...stored, '%'])).toEqual([own]);
  });
});

describe('a saved file', () => {
  const pick = async (content: string) => {
    show(await fileOf(3), LOG.state(await LOG.head(3)));
    await userEvent.upload(await screen.findByLabelText('A file of receipts'), new File([content], 'receipts.json'));
  };

  test('is proven alone and compared with the current log', async () => {
    await pick(JSON.stringify(await fileOf(2)));
    const kept = within(await screen.findByRole('region', { name: 'The saved file' }));
    expect(kept.getAllByText('In the signed log')).toHaveLength(2);
    expect(kept.getByText('Nothing was rewritten since that head, over 2 events.')).toBeTruthy();
  });

  test('from an earlier release without the end of its history leaves that unproven', async () => {
    const { map: _, ...file } = await fileOf(2);
    await pick(JSON.stringify(file));
    const kept = within(await screen.findByRole('region', { name: 'The saved file' }));
    expect(kept.getAllByText('In the signed log')).toHaveLength(2);
    expect(kept.getByText('Not proven to be sealed')).toBeTruthy();
    expect(kept.queryByRole('alert')).toBeNull();
  });

  test('is compared with the witnesses of the current log', async () => {
    await checkReceipts(await fileOf(2), []);
    show(await fileOf(3), LOG.state(await LOG.head(3), { witnesses: [] }));
    const file = new File([JSON.stringify(await fileOf(2))], 'receipts.json');
    await userEvent.upload(await screen.findByLabelText('A file of receipts'), file);
    const kept = within(await screen.findByRole('region', { name: 'The saved file' }));
    expect(kept.getByText(/^The operator no longer names the witness mill\.example/)).toBeTruthy();
  });

  test('whose receipts differ from its head is reported', async () => {
    const file = await fileOf(3);
    await pick(JSON.stringify({ ...file, receipts: file.receipts.map((receipt) => ({ ...receipt, entry: 'none' })) }));
    const kept = within(await screen.findByRole('region', { name: 'The saved file' }));
    expect(kept.getAllByText('Differs from the log')).toHaveLength(3);
  });

  test.each([['{'], ['[]'], [JSON.stringify({ stream: 1 })]])('is rejected with the content %s', async (content) => {
    await pick(content);
    expect(await screen.findByText('This is not a file of receipts.')).toBeTruthy();
  });
});

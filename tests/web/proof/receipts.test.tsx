// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { LogState, Receipts } from '#application/contract/proofs.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { type Receipt, receiptText, type StreamEnd } from '#application/transparency/receipt.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { signNote } from '#application/transparency/signing.ts';
import { freshBrowser, type Sent, serve } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { promisesOn } from '#web/proof/promises.ts';
import { ReceiptList } from '#web/proof/ReceiptList.tsx';
import { checkReceipts } from '#web/proof/receipts.ts';
import { ReceiptPanel } from '#web/transactions/detail/ReceiptPanel.tsx';
import { AT, aLog, chained, otherSigner, STREAM } from './aLog.ts';

freshBrowser();

const FACTS = chained(STREAM, [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'ShippingSet', data: { total: 1_600 } },
  { type: 'DeliveryConfirmed', data: {} },
]);
const LOG = aLog(FACTS);

const fileOf = async (size: number): Promise<Receipts> => {
  const head = await LOG.head(size);
  const { facts } = LOG.proofOf(STREAM, size, head);
  const { key, witnesses } = LOG.state(head);
  const receipts = facts.map((fact, at) => {
    const { id, type, revision, position, recordedAt } = FACTS[at]!;
    return { ...fact, eventId: id, type, revision, position, at: new Date(recordedAt).toISOString() };
  });
  return { stream: STREAM, transactionId: 'TX7K2M9QPD', key, witnesses, head, receipts };
};

test('receipts are proven in the head that they came with, long after that', async () => {
  const kept: Receipts = JSON.parse(JSON.stringify(await fileOf(3)));
  expect((await checkReceipts(kept, [])).words).toEqual(['proven', 'proven', 'proven']);
  expect((await checkReceipts(await fileOf(2), [])).words).toEqual(['proven', 'proven', 'notSealed']);
});

test.each<[string, Partial<Receipts['receipts'][number]>]>([
  ['another time', { at: '2026-11-22T04:00:00.000Z' }],
  ['another fact', { type: 'PaymentCaptured' }],
  ['another place', { index: 2 }],
])('a receipt with %s than the log has is found', async (_, change) => {
  const file = await fileOf(3);
  const receipts = file.receipts.with(1, { ...file.receipts[1]!, ...change });
  expect((await checkReceipts({ ...file, receipts }, [])).words).toEqual(['proven', 'wrong', 'proven']);
});

const show = (file: Receipts, log: LogState = LOG.state(''), shown = <ReceiptList sale="s" />) => {
  serve({
    'GET transaction/s/receipts': file,
    'GET proof/log': log,
    'GET proof/consistency': ({ query }: Sent) => LOG.consistency(Number(query.get('from')), Number(query.get('to'))),
  });
  render(<QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>);
};

test('who asks for them by key stands where they appear', async () => {
  show(await fileOf(3), undefined, <ReceiptPanel sale="s" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show my receipts' }));
  expect(await screen.findByText('Purchase created')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Receipts' }).contains(document.activeElement)).toBe(true);
});

test('they are listed in words with their times, and kept as a file with everything that proves them', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  // A browser keeps the file; here one would go to it.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const file = await fileOf(3);
  show(file);
  expect(await screen.findByText('Purchase created')).toBeTruthy();
  expect(screen.getAllByText('In the signed log')).toHaveLength(3);
  expect(screen.getByText('2026-11-22 03:00:01 UTC')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep as a file' }));
  const kept = JSON.parse(await (made.mock.calls[0]![0] as Blob).text());
  expect(kept).toMatchObject({ head: file.head, receipts: file.receipts });
  expect(kept.readable[1]).toMatch(/^2026-11-22 03:00:00 UTC: Purchase created\. In the signed log\. Event /);
  expect(click).toHaveBeenCalledOnce();
  made.mockRestore();
  click.mockRestore();
  cleanup();
});

test('who has done nothing is told so', async () => {
  show({ ...(await fileOf(3)), receipts: [] });
  expect(await screen.findByText('You have done nothing in this sale yet.')).toBeTruthy();
});

describe('what was promised when the commands were accepted', () => {
  const promise = async (changes: Partial<Receipt> = {}, signer = LOG.signer): Promise<string> => {
    const ends = [{ stream: STREAM, revision: 2, hash: FACTS[2]!.metadata.hash }];
    const text = receiptText({ origin: signer.key.name, madeAt: AT / 1_000, by: 'me', ends, ...changes });
    return noteText({ text, signatures: [await signNote(text, signer)] });
  };
  const ends = (change: Partial<StreamEnd>): Partial<Receipt> => ({
    ends: [{ stream: STREAM, revision: 2, hash: FACTS[2]!.metadata.hash, ...change }],
  });
  const badWords = async (kept: string[]) => {
    const { said } = await checkReceipts(await fileOf(3), kept);
    return said.filter(({ bad }) => bad).map(({ words }) => words);
  };

  test('is held to what the log says', async () => {
    const { said } = await checkReceipts(await fileOf(3), [await promise()]);
    expect(said.map(({ words }) => words)).toContain(
      'The log holds what it promised when 1 fact of yours was written.',
    );
  });

  test.each([
    ['is another fact', { hash: 'a'.repeat(64) }],
    ['is missing', { revision: 3 }],
  ])('and %s is said, with its time', async (_, change) => {
    const [words] = await badWords([await promise(ends(change))]);
    expect(words).toMatch(/^The log does not hold what it promised at 2026-11-22 03:00:00 UTC: event \d of this sale/);
  });

  test('counts when the key before this one has signed it, as the log says itself', async () => {
    const change = await changeOfKey(otherSigner, LOG.signer);
    const log = aLog(chained('log-keys', [{ type: 'LogKeyChanged', data: { at: 1, change } }]));
    const head = await log.head(1);
    serve({ 'GET proof/log': log.state(head, { keyChanges: log.proofOf('log-keys', 1, head).facts }) });
    const [words] = await badWords([await promise(ends({ hash: 'a'.repeat(64) }), otherSigner)]);
    expect(words).toMatch(/^The log does not hold what it promised/);
  });

  test('counts for nothing when another key has signed it, or it is no receipt', async () => {
    serve({ 'GET proof/log': LOG.state(await LOG.head(3)) });
    expect(await badWords([await promise(ends({ hash: 'a'.repeat(64) }), otherSigner), 'x', ''])).toEqual([]);
  });

  test('is found among what this browser keeps by its stream and by who sent it', async () => {
    const own = await promise();
    const kept = [own, await promise({ by: 'another' }), await promise(ends({ stream: 'listing-1' })), 'no note'];
    const stored = kept.map((note) => Buffer.from(note).toString('base64url'));
    expect(promisesOn(STREAM, 'me', [...stored, '%'])).toEqual([own]);
  });
});

describe('a file that was kept', () => {
  const pick = async (content: string) => {
    show(await fileOf(3), LOG.state(await LOG.head(3)));
    await userEvent.upload(await screen.findByLabelText('A file of receipts'), new File([content], 'receipts.json'));
  };

  test('is proven by itself, and held to the log of today', async () => {
    await pick(JSON.stringify(await fileOf(2)));
    const kept = within(await screen.findByRole('region', { name: 'The kept file' }));
    expect(kept.getAllByText('In the signed log')).toHaveLength(2);
    expect(kept.getByText('Nothing was rewritten since that head, over 2 facts.')).toBeTruthy();
  });

  test('whose receipts say something else than its head is told apart', async () => {
    const file = await fileOf(3);
    await pick(JSON.stringify({ ...file, receipts: file.receipts.map((receipt) => ({ ...receipt, entry: 'none' })) }));
    const kept = within(await screen.findByRole('region', { name: 'The kept file' }));
    expect(kept.getAllByText('Not what is in the log')).toHaveLength(3);
  });

  test.each([['{'], ['[]'], [JSON.stringify({ stream: 1 })]])('%s is none', async (content) => {
    await pick(content);
    expect(await screen.findByText('This is no file of receipts.')).toBeTruthy();
  });
});

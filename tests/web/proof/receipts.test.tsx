// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Receipts } from '#application/contract/proofs.ts';
import { freshBrowser, serve } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { ReceiptList } from '#web/proof/ReceiptList.tsx';
import { checkReceipts } from '#web/proof/receipts.ts';
import { aLog, chained, STREAM } from './aLog.ts';

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
  expect((await checkReceipts(kept)).words).toEqual(['proven', 'proven', 'proven']);
  expect((await checkReceipts(await fileOf(2))).words).toEqual(['proven', 'proven', 'notSealed']);
});

test.each<[string, Partial<Receipts['receipts'][number]>]>([
  ['another time', { at: '2026-11-22T04:00:00.000Z' }],
  ['another fact', { type: 'PaymentCaptured' }],
  ['another place', { index: 2 }],
])('a receipt with %s than the log has is found', async (_, change) => {
  const file = await fileOf(3);
  const receipts = file.receipts.with(1, { ...file.receipts[1]!, ...change });
  expect((await checkReceipts({ ...file, receipts })).words).toEqual(['proven', 'wrong', 'proven']);
});

const show = (file: Receipts) => {
  serve({ 'GET transaction/s/receipts': file });
  render(
    <QueryClientProvider client={queryClient}>
      <ReceiptList sale="s" />
    </QueryClientProvider>,
  );
};

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

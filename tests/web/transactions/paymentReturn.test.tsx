// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { browserHistory } from '#web/routing/browserHistory.ts';
import { Routing } from '#web/routing/Routing.tsx';
import { PaymentReturn } from '#web/transactions/components/payment/PaymentReturn.tsx';
import { aTransaction } from './aSale.ts';

freshBrowser();

const ID = aTransaction()._id;
const [created] = aTransaction().paymentHistory;
const PENDING = aTransaction({ status: 'PAYMENT_PENDING', paymentHistory: [created!], deadlines: [] });

test('works as the first page opened, with its own session and toasts [D2-027] [D2-092] [D2-094] [D2-095]', async () => {
  signedIn();
  let captured = false;
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': { ...MARTA, bankAccount: { verified: false } },
    [`GET transaction/${ID}`]: () => (captured ? aTransaction() : PENDING),
  });
  const page = open(`/payment/complete?transaction_id=${ID}`);
  expect(await screen.findByText('Completing your payment...')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  await waitFor(() => expect(to(sent, `transaction/${ID}`).length).toBeGreaterThan(0));
  expect(to(sent, `transaction/${ID}`)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(screen.queryByText('Payment completed successfully')).toBeNull();
  captured = true;
  await waitFor(() => expect(page.address()).toBe('/transactions'));
  expect(await screen.findByText('Payment completed successfully')).toBeTruthy();
});

/** The page alone, with a fake clock. */
const onItsClock = async (search: string) => {
  vi.useFakeTimers();
  const routes = [
    { path: '/payment/complete', element: <PaymentReturn /> },
    { path: '/transactions', element: <p>The list</p> },
  ];
  window.history.replaceState(null, '', `/payment/complete${search}`);
  render(
    <QueryClientProvider client={queryClient}>
      <Routing routes={routes} history={browserHistory()} />
    </QueryClientProvider>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { pass, place: () => window.location.pathname };
};

test('says for 3 s that the transaction is missing, then opens the list [D2-093] [D2-392]', async () => {
  const sent = serve({});
  const { pass, place } = await onItsClock('');
  expect(screen.getByText('Payment verification failed: Missing transaction ID')).toBeTruthy();
  await pass(2_999);
  expect(place()).toBe('/payment/complete');
  await pass(1);
  expect(place()).toBe('/transactions');
  expect(sent).toEqual([]);
});

test('shows an error for 3 s if the transaction cannot be loaded, then opens the list [D2-096] [D2-392]', async () => {
  const refused = json({ message: 'x' }, 404);
  serve({ [`GET transaction/${ID}`]: refused, [`GET transaction/${ID}/details`]: refused });
  const { pass, place } = await onItsClock(`?transaction_id=${ID}`);
  expect(screen.getByText('Completing your payment...')).toBeTruthy();
  for (let waited = 0; waited < 1_000 && !screen.queryByText('Error completing payment'); waited++) await pass(1);
  for (let shown = 0; shown < 2_900; shown += 100) {
    await pass(100);
    expect(screen.getByText('Error completing payment')).toBeTruthy();
  }
  await pass(99);
  expect(place()).toBe('/payment/complete');
  await pass(1);
  expect(place()).toBe('/transactions');
});

test('shows for 3 s what it does before it reports a known payment [D2-094] [D2-095]', async () => {
  const sent = serve({ [`GET transaction/${ID}`]: aTransaction() });
  const { pass, place } = await onItsClock(`?transaction_id=${ID}`);
  await pass(2_999);
  expect(screen.getByText('Completing your payment...')).toBeTruthy();
  expect(place()).toBe('/payment/complete');
  await pass(1);
  expect(place()).toBe('/transactions');
  expect(to(sent, `transaction/${ID}`)).toHaveLength(1);
});

test('claims nothing while the provider’s message is missing, and finally offers a way on [D2-095]', async () => {
  serve({ [`GET transaction/${ID}`]: PENDING });
  const { pass, place } = await onItsClock(`?transaction_id=${ID}`);
  await pass(44_000);
  expect(screen.getByText('Completing your payment...')).toBeTruthy();
  await pass(5_000);
  expect(screen.getByText('Your payment is still pending')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay again' })).toBeTruthy();
  expect(place()).toBe('/payment/complete');
});

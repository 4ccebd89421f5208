// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TransactionView } from '#application/contract/transactions.ts';
import { freshBrowser, isDisabled, json, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { aTransaction } from './aSale.ts';

freshBrowser();

const ID = aTransaction()._id;
const PAUSABLE: Partial<TransactionView> = { allowed: ['ConfirmDelivery', 'PauseEscrow'] };
const PAUSED: Partial<TransactionView> = {
  displayStatus: 'IN_ESCROW_PAUSED',
  escrowEndDate: null,
  allowed: ['ConfirmDelivery', 'ResumeEscrow'],
  escrowStatus: { isPaused: true, pauseReason: 'It is lost' },
};
const SUCCESS =
  'Escrow period has been paused successfully. The funds will remain in escrow until you confirm receipt of the item.';
const NOT_ELIGIBLE = 'This transaction is not eligible for escrow pausing';

const start = (changes: Partial<TransactionView>, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: () => aTransaction(changes), ...replies });
  const page = open(`/transaction/${ID}/pause-escrow`);
  return { page, commands: () => sent.filter(({ method }) => method === 'POST') };
};

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Reason for pausing escrow');
const pauseButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Pause Escrow' });
const wayOut = (inside: HTMLElement) => inside.querySelector('a')?.getAttribute('href');
const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => [
    toast.getAttribute('data-type'),
    toast.textContent,
  ]);

test('shows a spinner until the transaction is loaded, then asks for the reason [D2-097] [D2-098]', async () => {
  let finish: (sale: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  start(PAUSABLE, { [`GET transaction/${ID}`]: answer });
  expect(await screen.findByText('Loading...')).toBeTruthy();
  expect(screen.queryByLabelText('Reason for pausing escrow')).toBeNull();
  finish(aTransaction(PAUSABLE));
  const reason = await field();
  expect(reason.placeholder).toBe('Please explain why you are pausing the escrow');
  expect(reason.value).toBe('');
  expect(screen.getByRole('heading', { name: 'Vharoth' })).toBeTruthy();
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('returns to the transaction on Cancel and sends nothing [D2-099]', async () => {
  const { page, commands } = start(PAUSABLE);
  await field();
  expect(pauseButton()).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(page.address()).toBe(`/transaction/${ID}`));
  expect(commands()).toEqual([]);
});

test('sends no pause without a reason [D2-240]', async () => {
  const { commands } = start(PAUSABLE);
  await userEvent.type(await field(), '   ');
  await userEvent.click(pauseButton());
  expect(await screen.findByText('Please explain why you are pausing the escrow')).toBeTruthy();
  expect(commands()).toEqual([]);
});

test('disables the button while sending, then shows the success [D2-100] [D2-102] [D2-103] [D2-346]', async () => {
  let finish: (sale: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  let sale = aTransaction(PAUSABLE);
  const { commands } = start(PAUSABLE, {
    [`GET transaction/${ID}`]: () => sale,
    [`POST transaction/${ID}/pause-escrow`]: answer,
  });
  await userEvent.type(await field(), ' It is lost ');
  await userEvent.click(pauseButton());
  const busy = await screen.findByRole('button', { name: 'Processing...' });
  expect(isDisabled(busy)).toBe(true);
  await userEvent.click(busy);
  sale = aTransaction(PAUSED);
  finish({ message: 'x', transaction: sale });
  const text = await screen.findByText(SUCCESS);
  expect(wayOut(text.closest('.state') as HTMLElement)).toBe(`/transaction/${ID}`);
  await waitFor(() => expect(toasts()).toContainEqual(['success', 'SuccessEscrow period has been paused.']));
  expect(commands().map(({ body }) => body)).toEqual([{ reason: 'It is lost' }]);
});

test('shows the success for a paused transaction [D2-183]', async () => {
  start(PAUSED);
  expect(await screen.findByText(SUCCESS)).toBeTruthy();
  expect(screen.queryByLabelText('Reason for pausing escrow')).toBeNull();
});

const beyondPause: [string, Partial<TransactionView>][] = [
  ['is not in escrow', { status: 'AWAIT_SHIPPING', displayStatus: 'AWAIT_SHIPPING', allowed: ['Cancel'] }],
  ['is not in its last days', { allowed: ['ConfirmDelivery'] }],
];

test.each(beyondPause)('refuses to pause a transaction that %s [D2-182] [D2-344] [D2-101]', async (_, changes) => {
  start(changes);
  const alert = await screen.findByRole('alert');
  expect(alert.querySelector('h2')?.textContent).toBe(NOT_ELIGIBLE);
  expect(wayOut(alert)).toBe(`/transaction/${ID}`);
});

test.each([
  ['in the server’s words', { message: 'the vault is sealed' }, 'the vault is sealed'],
  ['in its own words', {}, 'Could not load transaction details'],
])('says %s that the transaction cannot be loaded [D2-101] [D2-343]', async (_, body, words) => {
  const refused = json(body, 400);
  start({}, { [`GET transaction/${ID}`]: refused, [`GET transaction/${ID}/details`]: refused });
  const alert = await screen.findByRole('alert');
  expect(alert.querySelector('h2')?.textContent).toBe(words);
  expect(wayOut(alert)).toBe(`/transaction/${ID}`);
});

test.each([
  ['in the server’s words', { message: 'the vault is sealed' }, 'the vault is sealed'],
  ['in its own words', {}, 'Failed to pause escrow'],
])('shows a failed pause %s, at the field and as a toast [D2-345]', async (_, body, words) => {
  start(PAUSABLE, { [`POST transaction/${ID}/pause-escrow`]: json(body, 400) });
  await userEvent.type(await field(), 'It is lost');
  await userEvent.click(pauseButton());
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  await waitFor(() => expect(toasts()).toContainEqual(['error', `Error${words}`]));
  expect(pauseButton().disabled).toBe(false);
});

// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  aListing,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const LISTING = aListing(1, { price: 100 });
const TRANSACTION = 'd'.repeat(32);
const ADDRESS = {
  fullName: 'Marta Vidal',
  streetAddress1: 'Calle 1',
  streetAddress2: '2 B',
  city: 'Cadiz',
  postalCode: '11001',
};

const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
afterEach(() => void assign.mockClear());

const pageIsBack = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

const start = async (replies: Record<string, unknown> = {}, address: object = ADDRESS) => {
  const user = { ...MARTA, shippingAddress: address };
  signedIn(user);
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET auth/verify': { valid: true, user },
    [`GET listings/${LISTING._id}`]: LISTING,
    'POST shipping/calculate': { shippingCost: 5, zone: 'domestic' },
    'POST transaction': { transaction: { _id: TRANSACTION } },
    [`PUT transaction/${TRANSACTION}/shipping`]: { checkoutUrl: 'https://pay.example/1' },
    ...replies,
  });
  open(`/listings/${LISTING._id}?buy=1`);
  return { sent, review: within(await screen.findByRole('dialog', { name: 'Review purchase' })) };
};
const pay = async () => {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Buy and pay' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
};

test('lets a buyer with a saved address pay in one step for the displayed total', async () => {
  const { sent, review } = await start();
  expect(review.queryByText('Step 1 of 2')).toBeNull();
  const address = review.getByRole('region', { name: 'Shipping address' });
  expect(address.textContent).toContain('To Marta Vidal, Calle 1, 2 B, 11001 Cadiz, Spain');
  expect((await review.findAllByText('€110.75')).length).toBe(2);
  await pay();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
  expect(to(sent, `transaction/${TRANSACTION}/shipping`)[0]?.body).toEqual({
    shippingAddress: { ...ADDRESS, country: 'Spain' },
    shippingCost: 5,
    platformFee: 5.75,
    totalAmount: 110.75,
  });
});

test('asks for another address in the second step', async () => {
  const { sent, review } = await start();
  await userEvent.click(review.getByRole('button', { name: 'Change the shipping address' }));
  expect(await screen.findByRole('dialog', { name: 'Shipping information' })).toBeTruthy();
  expect(to(sent, 'transaction')).toHaveLength(1);
  expect(to(sent, `transaction/${TRANSACTION}/shipping`)).toEqual([]);
});

test('asks for an incomplete address', async () => {
  const { review } = await start({}, { ...ADDRESS, city: ' ' });
  expect(review.getByText('Step 1 of 2')).toBeTruthy();
  expect(review.getByRole('button', { name: 'Continue to shipping' })).toBeTruthy();
});

test('continues with the second step if shipping costs are unknown', async () => {
  const { review } = await start({ 'POST shipping/calculate': json({ message: 'x' }, 400) });
  expect(await review.findByRole('button', { name: 'Continue to shipping' })).toBeTruthy();
});

test('continues in the second step if the checkout does not open, and says why', async () => {
  const { sent } = await start({
    [`PUT transaction/${TRANSACTION}/shipping`]: json({ message: 'The total has changed', code: 'quoteChanged' }, 409),
  });
  await pay();
  const shipping = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  const said = shipping.getByRole('alert');
  expect(said.textContent).toBe('The total has changed');
  await waitFor(() => expect(document.activeElement).toBe(said.parentElement));
  expect(assign).not.toHaveBeenCalled();
  expect(to(sent, 'transaction')).toHaveLength(1);
});

test('shows a refused purchase and stays', async () => {
  const { review } = await start({ 'POST transaction': json({ message: 'Reserved', code: 'listingReserved' }, 409) });
  await pay();
  expect((await review.findByRole('alert')).textContent).toBe('Reserved');
});

test('continues the purchase when the browser’s Back leaves the checkout', async () => {
  const { sent } = await start();
  await pay();
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  pageIsBack();
  const shipping = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  const again = await shipping.findByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
  await waitFor(() => expect(again.disabled).toBe(false));
  await userEvent.click(again);
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  pageIsBack();
  await waitFor(() => expect(again.disabled).toBe(false));
  expect(again.textContent).toBe('Continue to payment');
  expect(to(sent, 'transaction'), 'bought once').toHaveLength(1);
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { INTERNATIONAL_COUNTRIES, REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import {
  aListing,
  freshBrowser,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const LISTING = aListing(1, { price: 100 });
const SALE = 'd'.repeat(32);
const COST: Record<string, number> = { Spain: 5, Germany: 15, Japan: 30 };

const start = (path = `/listings/${LISTING._id}?buy=1`, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    [`GET listings/${LISTING._id}`]: LISTING,
    'POST shipping/calculate': ({ body }: Sent) => ({
      ...{ shippingCost: COST[(body as { buyerCountry: string }).buyerCountry] ?? 15, zone: 'continental' },
    }),
    'POST transaction': { transaction: { _id: SALE } },
    ...replies,
  });
  return { sent, page: open(path) };
};

test('step 1 reviews the purchase; step 2 comes once the sale is created, and asks for the address [D1-109] [D2-084] [D2-085] [D2-087]', async () => {
  const { sent, page } = start();
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  expect(review.getByText('Step 1 of 2')).toBeTruthy();
  expect(review.getAllByText('€100.00').length).toBeGreaterThan(0);
  expect(review.getByText('€5.75')).toBeTruthy();
  expect(screen.queryByLabelText('Postal code')).toBeNull();
  await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
  const shipping = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  expect(to(sent, 'transaction')).toHaveLength(1);
  expect(page.address()).toContain(`transaction=${SALE}`);
  const fields = ['fullName', 'streetAddress1', 'streetAddress2', 'city', 'postalCode', 'country'];
  for (const name of fields) expect(document.querySelector(`form [name="${name}"]`), name).toBeTruthy();
  expect(shipping.getByText('Step 2 of 2')).toBeTruthy();
});

test('closed in step 2 the purchase is kept for 30 minutes, and My Transactions has it [D1-110]', async () => {
  const { page } = start(`/listings/${LISTING._id}?buy=1&transaction=${SALE}`);
  await screen.findByRole('dialog', { name: 'Shipping information' });
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByText('Your purchase is reserved for 30 minutes')).toBeTruthy();
  expect(screen.getByText('Go on with it, or cancel it, from My Transactions.')).toBeTruthy();
  expect(page.address()).toBe(`/listings/${LISTING._id}`);
});

const country = () => screen.getByLabelText<HTMLSelectElement>('Country');

test('the 30 countries are offered, and the seven beyond them [D1-013] [D2-088] [D2-089]', async () => {
  start(`/listings/${LISTING._id}?buy=1&transaction=${SALE}`);
  await screen.findByRole('dialog', { name: 'Shipping information' });
  const offered = within(country())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect([...offered].sort()).toEqual([...REGISTRATION_COUNTRIES, ...INTERNATIONAL_COUNTRIES].sort());
  expect([...INTERNATIONAL_COUNTRIES].sort()).toEqual(
    ['United States', 'Canada', 'Japan', 'South Korea', 'Singapore', 'Australia', 'New Zealand'].sort(),
  );
});

test('another country is calculated anew before it can be paid, and the total is what is sent [D2-090] [D2-091] [D2-086]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const { sent } = start(`/listings/${LISTING._id}?buy=1&transaction=${SALE}`, {
    'POST shipping/calculate': ({ body }: Sent) =>
      (body as { buyerCountry: string }).buyerCountry === 'Japan' ? answer : { shippingCost: 5, zone: 'domestic' },
    [`PUT transaction/${SALE}/shipping`]: { checkoutUrl: 'https://pay.example/1' },
  });
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
  await screen.findByRole('dialog', { name: 'Shipping information' });
  await userEvent.selectOptions(country(), 'Japan');
  await waitFor(() => expect(pay().disabled).toBe(true));
  finish({ shippingCost: 30, zone: 'international' });
  expect(await screen.findByText('€135.75')).toBeTruthy();
  expect(pay().disabled).toBe(false);
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Tokyo', 'Postal code': '100' };
  for (const [label, text] of Object.entries(address)) await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(pay());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
  const [put] = to(sent, `transaction/${SALE}/shipping`);
  expect(put?.body).toMatchObject({ shippingCost: 30, platformFee: 5.75, totalAmount: 135.75 });
  assign.mockRestore();
});

test('the owner of a listing gets no dialog [D2-083]', async () => {
  start(undefined, {
    [`GET listings/${LISTING._id}`]: { ...LISTING, seller: { ...LISTING.seller, _id: MARTA._id } },
  });
  await screen.findByRole('button', { name: 'Your Listing' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '#application/contract/accounts.ts';
import { INTERNATIONAL_COUNTRIES, REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import {
  aListing,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { prefilled } from '#web/transactions/components/purchase/shippingForm.ts';
import { dueTime } from '#web/ui/dates.ts';
import { aTransaction } from '../aSale.ts';

freshBrowser();

const LISTING = aListing(1, { price: 100 });
const TRANSACTION = 'd'.repeat(32);
const SHIPPING = `/listings/${LISTING._id}?buy=1&transaction=${TRANSACTION}`;
const silent = () => json({}, 400);
const COST: Record<string, number> = { Spain: 5, Germany: 15, Japan: 30 };

const start = (
  path = `/listings/${LISTING._id}?buy=1`,
  replies: Record<string, unknown> = {},
  user: object = MARTA,
) => {
  signedIn(user);
  const sent = serve({
    ...MEMBER_REPLIES,
    [`GET listings/${LISTING._id}`]: LISTING,
    'POST shipping/calculate': ({ body }: Sent) => ({
      shippingCost: COST[(body as { buyerCountry: string }).buyerCountry] ?? 15,
      zone: 'continental',
    }),
    'POST transaction': { transaction: { _id: TRANSACTION } },
    ...replies,
  });
  return { sent, page: open(path) };
};

test('reviews the purchase first, and asks for the address once the transaction is created [D1-109] [D2-070] [D2-084] [D2-085] [D2-087]', async () => {
  const { sent, page } = start();
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  expect(review.getByText('Step 1 of 2')).toBeTruthy();
  expect(review.getAllByText('€100.00').length).toBeGreaterThan(0);
  const fee = review.getByText('€5.75').closest('tr');
  expect(fee?.textContent).toContain('Platform Fee (5% + €0.75)');
  expect(screen.queryByLabelText('Postal code')).toBeNull();
  await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
  const shipping = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  expect(to(sent, 'transaction')).toHaveLength(1);
  expect(page.address()).toContain(`transaction=${TRANSACTION}`);
  const fields = ['fullName', 'streetAddress1', 'streetAddress2', 'city', 'postalCode', 'country'];
  for (const name of fields) expect(document.querySelector(`form [name="${name}"]`), name).toBeTruthy();
  expect(shipping.getByText('Step 2 of 2')).toBeTruthy();
});

test('says that shipping costs follow with the address while they are unknown [D2-084]', async () => {
  const never = new Promise(() => undefined);
  start(undefined, { 'POST shipping/calculate': never });
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  expect(review.getByText('Calculated for your address in the next step')).toBeTruthy();
});

test('starts with the buyer’s saved address, in their own country [D2-087]', async () => {
  const shippingAddress = { fullName: 'Marta Vidal', streetAddress1: 'Calle 1', streetAddress2: '2 B' };
  const saved = { ...shippingAddress, city: 'Cadiz', postalCode: '11001' };
  start(
    `/listings/${LISTING._id}?buy=1&transaction=${TRANSACTION}`,
    { 'GET auth/verify': { valid: true, user: { ...MARTA, shippingAddress: saved } } },
    { ...MARTA, shippingAddress: saved },
  );
  await screen.findByRole('dialog', { name: 'Shipping information' });
  for (const [name, value] of Object.entries(saved))
    expect(document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value, name).toBe(value);
  // happy-dom’s select ignores a first value from react-hook-form
  expect(prefilled({ ...(MARTA as SessionUser), shippingAddress: saved }).country).toBe('Spain');
});

test('keeps a purchase closed in step 2 for 30 minutes in My Transactions [D1-110]', async () => {
  const { page } = start(`/listings/${LISTING._id}?buy=1&transaction=${TRANSACTION}`);
  await screen.findByRole('dialog', { name: 'Shipping information' });
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByText('Your purchase is reserved for 30 minutes')).toBeTruthy();
  expect(screen.getByText('Continue or cancel it in My Transactions.')).toBeTruthy();
  expect(page.address()).toBe(`/listings/${LISTING._id}`);
});

/** The button that pays, once the total is calculated. */
const payable = (dialog: Pick<typeof screen, 'getByRole'>) =>
  waitFor(() => {
    const pay = dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
    expect(pay.disabled).toBe(false);
    return pay;
  });

describe('a continued purchase', () => {
  const ENDS = '2026-11-14T19:04:00.000Z';
  const begun = aTransaction({
    _id: TRANSACTION,
    status: 'CREATED',
    allowed: ['SetShipping', 'Cancel'],
    deadlines: [{ kind: 'paymentWindow', dueAt: ENDS }],
  });
  const over = { ...begun, status: 'CANCELLED', allowed: [] } as const;
  const shippingOf = async (sale: unknown, replies: Record<string, unknown> = {}) => {
    const started = start(SHIPPING, { [`GET transaction/${TRANSACTION}`]: sale, ...replies });
    return { ...started, dialog: within(await screen.findByRole('dialog', { name: 'Shipping information' })) };
  };

  test('is reserved until its original end', async () => {
    const { dialog } = await shippingOf(begun);
    await payable(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Later' }));
    expect(await screen.findByText(`Your purchase is reserved until ${dueTime(ENDS)}`)).toBeTruthy();
  });

  test('offers no payment and no reservation once it has ended', async () => {
    const { dialog, page } = await shippingOf(over);
    expect((await dialog.findByRole('alert')).textContent).toContain('This purchase has ended');
    expect(dialog.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
    const way = dialog.getByRole('link', { name: 'View Transaction' });
    expect(way.getAttribute('href')).toBe(`/transactions/${TRANSACTION}`);
    await userEvent.click(dialog.getByRole('button', { name: 'Back to the listing' }));
    await waitFor(() => expect(page.address()).toBe(`/listings/${LISTING._id}`));
    expect(screen.queryByText(/Your purchase is reserved/)).toBeNull();
  });

  test('says that it has ended when a payment is refused', async () => {
    let sale: unknown = begun;
    const refuse = () => {
      sale = over;
      return json({ message: 'This is not possible in the current state of the transaction' }, 409);
    };
    const { dialog } = await shippingOf(() => sale, { [`PUT transaction/${TRANSACTION}/shipping`]: refuse });
    const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
    for (const [label, text] of Object.entries(address)) await userEvent.type(dialog.getByLabelText(label), text);
    await userEvent.click(await payable(dialog));
    expect(await dialog.findByText(/This purchase has ended/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });

  test('says that it has ended, even before the end is stored', async () => {
    const { dialog } = await shippingOf({ ...begun, allowed: ['Cancel'] });
    expect((await dialog.findByRole('alert')).textContent).toContain('This purchase has ended');
  });

  test('says after payment that the address is final', async () => {
    const { dialog } = await shippingOf({ ...over, status: 'AWAIT_SHIPPING', deadlines: [] });
    expect((await dialog.findByRole('alert')).textContent).toContain('is paid, or being paid');
  });
});

test.each([
  ['at the review', `/listings/${LISTING._id}?buy=1`, 'Continue to shipping', { 'POST transaction': () => silent() }],
  ['at the address', SHIPPING, 'Continue to payment', {}],
])('shows a failure %s next to the buttons, in view even on a phone', async (_, path, button, replies) => {
  start(path, { [`PUT transaction/${TRANSACTION}/shipping`]: silent(), ...replies });
  const dialog = within(await screen.findByRole('dialog'));
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  for (const [label, text] of Object.entries(address))
    if (dialog.queryByLabelText(label)) await userEvent.type(dialog.getByLabelText(label), text);
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(false));
  await userEvent.click(dialog.getByRole('button', { name: button }));
  const said = await dialog.findByRole('alert');
  expect(said.closest('.checkout-bar')).toBe(dialog.getByRole('button', { name: button }).closest('.checkout-bar'));
});

const country = () => screen.getByLabelText<HTMLSelectElement>('Country');

test('offers the 30 countries and seven more [D1-013] [D2-088] [D2-089]', async () => {
  start(`/listings/${LISTING._id}?buy=1&transaction=${TRANSACTION}`);
  await screen.findByRole('dialog', { name: 'Shipping information' });
  const offered = within(country())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect([...offered].sort()).toEqual([...REGISTRATION_COUNTRIES, ...INTERNATIONAL_COUNTRIES].sort());
  expect([...INTERNATIONAL_COUNTRIES].sort()).toEqual(
    ['United States', 'Canada', 'Japan', 'South Korea', 'Singapore', 'Australia', 'New Zealand'].sort(),
  );
});

test('recalculates another country before payment and sends the displayed total [D2-090] [D2-091] [D2-086]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const { sent } = start(`/listings/${LISTING._id}?buy=1&transaction=${TRANSACTION}`, {
    'POST shipping/calculate': ({ body }: Sent) =>
      (body as { buyerCountry: string }).buyerCountry === 'Japan' ? answer : { shippingCost: 5, zone: 'domestic' },
    [`PUT transaction/${TRANSACTION}/shipping`]: { checkoutUrl: 'https://pay.example/1' },
  });
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
  await screen.findByRole('dialog', { name: 'Shipping information' });
  await userEvent.selectOptions(country(), 'Japan');
  await waitFor(() => expect(pay().disabled).toBe(true));
  finish({ shippingCost: 30, zone: 'international' });
  expect((await screen.findAllByText('€135.75')).length).toBeGreaterThan(0);
  expect(pay().disabled).toBe(false);
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Tokyo', 'Postal code': '100' };
  for (const [label, text] of Object.entries(address)) await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(pay());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
  const [put] = to(sent, `transaction/${TRANSACTION}/shipping`);
  expect(put?.body).toMatchObject({ shippingCost: 30, platformFee: 5.75, totalAmount: 135.75 });
  assign.mockRestore();
});

test('keeps the promised shipping cost, whatever the seller charges now', async () => {
  start(SHIPPING, {
    'POST shipping/calculate': ({ body }: Sent) => ({
      shippingCost: (body as { transactionId?: string }).transactionId === TRANSACTION ? 9 : 22,
      zone: 'continental',
    }),
  });
  await screen.findByRole('dialog', { name: 'Shipping information' });
  expect((await screen.findAllByText('€114.75')).length).toBeGreaterThan(0);
});

test.each([
  [{ price: 0 }, 'Invalid listing data'],
  [{ seller: { ...LISTING.seller, _id: '' } }, 'Invalid seller information'],
])('buys nothing and says so if the listing lacks data: %o [D1-318] [D1-319]', async (lacking, words) => {
  const { sent } = start(undefined, { [`GET listings/${LISTING._id}`]: { ...LISTING, ...lacking } });
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  expect(review.getByRole('alert').textContent).toBe(words);
  const go = review.queryByRole<HTMLButtonElement>('button', { name: 'Continue to shipping' });
  if (go && !go.disabled) await userEvent.click(go);
  expect(to(sent, 'transaction')).toEqual([]);
});

test('gives the owner no dialog [D2-083]', async () => {
  start(undefined, {
    [`GET listings/${LISTING._id}`]: { ...LISTING, seller: { ...LISTING.seller, _id: MARTA._id } },
  });
  await screen.findByRole('button', { name: 'Your Listing' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says in the first step that the transaction was not created [D2-085] [D2-323]', async () => {
  start(undefined, { 'POST transaction': silent });
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
  expect((await review.findByRole('alert')).textContent).toBe('Failed to create transaction');
  expect(screen.getByRole('dialog', { name: 'Review purchase' })).toBeTruthy();
});

test.each([
  ['without an answer is repeated as the same command', () => Promise.reject(new TypeError('lost')), 1],
  ['that failed is repeated as the same command', () => json({ message: 'Something went wrong' }, 500), 1],
  ['that was refused is a new command next time', () => json({ message: 'Reserved', code: 'listingReserved' }, 409), 2],
])('a purchase %s', async (_, answer, commands) => {
  const { sent } = start(undefined, { 'POST transaction': answer });
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  for (const times of [1, 2]) {
    await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
    await waitFor(() => expect(to(sent, 'transaction')).toHaveLength(times));
    await review.findByRole('alert');
  }
  expect(new Set(to(sent, 'transaction').map(({ headers }) => headers.get('x-command-id'))).size).toBe(commands);
});

test('shows a changed price and then buys at it', async () => {
  let price = 100;
  const { sent } = start(undefined, {
    [`GET listings/${LISTING._id}`]: () => ({ ...LISTING, price }),
    'POST transaction': ({ body }: Sent) =>
      (body as { amount: number }).amount === price
        ? { transaction: { _id: TRANSACTION } }
        : json({ message: 'The price of this listing has changed', code: 'priceChanged' }, 409),
  });
  const review = within(await screen.findByRole('dialog', { name: 'Review purchase' }));
  price = 120;
  await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
  expect((await review.findByRole('alert')).textContent).toBe('The price of this listing has changed');
  expect((await review.findAllByText('€120.00')).length).toBeGreaterThan(0);
  await userEvent.click(review.getByRole('button', { name: 'Continue to shipping' }));
  expect(await screen.findByRole('dialog', { name: 'Shipping information' })).toBeTruthy();
  const amounts = to(sent, 'transaction').map(({ body }) => (body as { amount: number }).amount);
  expect(amounts).toEqual([100, 120]);
});

test('requires all but the second address line, each error at its field [D2-209]', async () => {
  const { sent } = start(SHIPPING);
  const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  await userEvent.click(await payable(dialog));
  const errors = {
    'Full name': 'Full name is required',
    'Street address': 'Street address is required',
    City: 'City is required',
    'Postal code': 'Postal code is required',
  };
  for (const [label, error] of Object.entries(errors)) {
    const said = await dialog.findByText(error);
    expect(dialog.getByLabelText(label).getAttribute('aria-describedby')?.split(' ')).toContain(said.id);
  }
  expect(document.querySelectorAll('form [aria-invalid="true"]')).toHaveLength(4);
  expect(to(sent, `transaction/${TRANSACTION}/shipping`)).toEqual([]);
});

describe('an address typed during a purchase', () => {
  const TYPED = { 'Full name': 'Marta Vidal', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  const ADDRESS = { fullName: 'Marta Vidal', streetAddress1: 'Calle 1', streetAddress2: '', city: 'Cadiz' };
  const pay = async (replies: Record<string, unknown>, { keep }: { keep: boolean }) => {
    const { sent } = start(SHIPPING, {
      [`PUT transaction/${TRANSACTION}/shipping`]: json({ message: 'no' }, 409),
      ...replies,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
    await userEvent.selectOptions(country(), 'Spain');
    for (const [label, value] of Object.entries(TYPED)) await userEvent.type(dialog.getByLabelText(label), value);
    const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Save this address' });
    expect(box.checked).toBe(false);
    if (keep) await userEvent.click(box);
    await userEvent.click(await payable(dialog));
    await dialog.findByRole('alert');
    return { sent, dialog };
  };

  test('is saved in the account before the payment if requested', async () => {
    const { sent } = await pay({ 'PUT user/shipping': {} }, { keep: true });
    const puts = sent.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ path }) => path)).toEqual(['user/shipping', `transaction/${TRANSACTION}/shipping`]);
    expect(puts[0]?.body).toEqual({ ...ADDRESS, postalCode: '11001' });
    expect(JSON.parse(localStorage.getItem('user') ?? '{}').shippingAddress).toMatchObject(ADDRESS);
  });

  test('is not saved otherwise', async () => {
    const { sent } = await pay({}, { keep: false });
    expect(to(sent, 'user/shipping')).toEqual([]);
  });

  test('says that it could not be saved, and nothing is ordered yet', async () => {
    const { sent, dialog } = await pay({ 'PUT user/shipping': json({ message: 'no' }, 500) }, { keep: true });
    expect(dialog.getByRole('alert').textContent).toMatch(/^Your address could not be saved\. Nothing is ordered yet/);
    expect(to(sent, `transaction/${TRANSACTION}/shipping`)).toEqual([]);
  });

  test('cannot be saved for another country than the account’s', async () => {
    start(SHIPPING);
    const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
    await userEvent.selectOptions(country(), 'Germany');
    expect(dialog.queryByRole('checkbox', { name: 'Save this address' })).toBeNull();
  });
});

test('blocks payment while shipping costs cannot be calculated, and says so [D2-317] [D2-090]', async () => {
  let reply: unknown = json({}, 400);
  start(SHIPPING, { 'POST shipping/calculate': () => reply });
  const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Failed to calculate shipping cost. Please try again.',
  );
  const pay = dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
  expect(pay.disabled).toBe(true);
  reply = { shippingCost: 5, zone: 'domestic' };
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await payable(dialog);
});

const submitted = async (reply: unknown) => {
  start(SHIPPING, { [`PUT transaction/${TRANSACTION}/shipping`]: reply });
  const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  for (const [label, text] of Object.entries(address)) await userEvent.type(dialog.getByLabelText(label), text);
  await userEvent.click(await payable(dialog));
  return dialog.findByRole('alert');
};

test('moves the focus of a refused payment to the message, not to a valid field', async () => {
  const alert = await submitted(silent);
  await waitFor(() => expect(document.activeElement).toBe(alert.parentElement));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Later');
});

test('keeps the focus in the address if it has to be corrected', async () => {
  start(SHIPPING);
  const dialog = within(await screen.findByRole('dialog', { name: 'Shipping information' }));
  await userEvent.click(await payable(dialog));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Full name')));
});

test.each([
  ['refused without words', silent, 'Failed to update shipping information'],
  ['refused with words', () => json({ message: 'We do not ship there' }, 400), 'We do not ship there'],
  ['answered without a checkout', { success: true }, 'No checkout URL received'],
])('stays in the dialog with a message if the address is %s [D2-318] [D2-319]', async (_, reply, words) => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  expect((await submitted(reply)).textContent).toBe(words);
  expect(assign).not.toHaveBeenCalled();
  assign.mockRestore();
});

test('shows a checkout error if the checkout cannot be opened [D2-320]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {
    throw new SyntaxError('no such address');
  });
  expect((await submitted({ checkoutUrl: 'https://' })).textContent).toBe('An error occurred during checkout');
  assign.mockRestore();
});

test('says that a payment cannot be opened again [D2-321] [D2-319]', async () => {
  const sale = aTransaction({ status: 'PAYMENT_FAILED', displayStatus: 'PAYMENT_FAILED', allowed: ['OpenCheckout'] });
  let reply: unknown = silent();
  start(`/transactions/${sale._id}`, {
    [`GET transaction/${sale._id}`]: sale,
    [`POST transaction/${sale._id}/initiate-payment`]: () => reply,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay again' }));
  expect(await screen.findByText('Could not initialize payment. Please try again.')).toBeTruthy();
  reply = { success: true };
  await userEvent.click(screen.getByRole('button', { name: 'Pay again' }));
  expect(await screen.findByText('No checkout URL received')).toBeTruthy();
});

test('has no checkout after an empty answer, and allows a retry [D2-282]', async () => {
  const sale = aTransaction({ status: 'PAYMENT_FAILED', displayStatus: 'PAYMENT_FAILED', allowed: ['OpenCheckout'] });
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  start(`/transactions/${sale._id}`, {
    [`GET transaction/${sale._id}`]: sale,
    [`POST transaction/${sale._id}/initiate-payment`]: () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay again' }));
  expect(await screen.findByText('No checkout URL received')).toBeTruthy();
  expect(screen.queryByText('Could not initialize payment. Please try again.')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay again' }).getAttribute('aria-busy')).not.toBe(
    'true',
  );
  expect(assign).not.toHaveBeenCalled();
  assign.mockRestore();
});

test('lets the buyer pay again when the browser’s Back leaves the checkout', async () => {
  const sale = aTransaction({ status: 'PAYMENT_FAILED', displayStatus: 'PAYMENT_FAILED', allowed: ['OpenCheckout'] });
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  start(`/transactions/${sale._id}`, {
    [`GET transaction/${sale._id}`]: sale,
    [`POST transaction/${sale._id}/initiate-payment`]: { checkoutUrl: 'https://pay.example/1' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay again' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
  expect(screen.getByRole('button', { name: 'Opening the checkout…' })).toBeTruthy();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await screen.findByRole('button', { name: 'Pay again' })).toBeTruthy();
  assign.mockRestore();
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';

freshBrowser();

const standing = (changes: object = {}) => ({
  feeAccepted: true,
  hasBankDetails: true,
  bankAccount: { verified: false, rejectedReason: null },
  payoutsHeldUntil: null,
  identityPage: false,
  ...changes,
});
const MASKED = { accountHolder: 'Marta Vidal', iban: 'ES91 •••• •••• 1332', bankName: 'Banco de Ejemplo' };
const silent = () => json({}, 400);

const start = (replies: Record<string, unknown>, path = '/settings?tab=seller') => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': MARTA,
    'GET seller/bank-details': { maskedDetails: null },
    ...replies,
  });
  open(path);
  return sent;
};
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

describe('becoming a seller', () => {
  test('takes the seller terms first, then the bank details [D2-005] [D2-109] [D2-197] [D2-198]', async () => {
    let accepted = false;
    const sent = start({
      'GET seller/status': () => standing({ feeAccepted: accepted, hasBankDetails: false }),
      'POST seller/register': () => {
        accepted = true;
        return { message: 'x' };
      },
    });
    await heading('Become a Seller');
    expect(screen.getByText(/ship it and confirm the shipment within 4 days \(96 hours\) of the payment/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/within \d+ business days after a sale/);
    await userEvent.click(screen.getByRole('button', { name: 'Become a Seller' }));
    expect(await screen.findByText('Please accept the seller terms to continue')).toBeTruthy();
    expect(to(sent, 'seller/register')).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Become a Seller' }));
    await heading('Bank details');
    expect(await screen.findByLabelText('IBAN')).toBeTruthy();
    const words = 'Congratulations! You are now a seller. Please provide your bank information to receive payments.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('shows a failure in its own words or the server’s [D2-356] [D2-358]', async () => {
    let reply: unknown = silent();
    start({ 'GET seller/status': standing({ feeAccepted: false }), 'POST seller/register': () => reply });
    await userEvent.click(await screen.findByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Become a Seller' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to become a seller');
    reply = json({ message: 'User is already registered as seller' }, 409);
    await userEvent.click(screen.getByRole('button', { name: 'Become a Seller' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('User is already registered as seller'));
  });
});

describe('bank details', () => {
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await userEvent.type(await screen.findByLabelText(label), text);
  };
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save bank details' }));

  test('are each required; an error disappears when its field is edited, the others stay [D2-218] [D2-219] [D2-223] [D2-224]', async () => {
    const sent = start({ 'GET seller/status': standing({ hasBankDetails: false }) });
    await heading('Bank details');
    await save();
    expect(await screen.findByText('Account holder name is required')).toBeTruthy();
    expect(screen.getByText('IBAN is required')).toBeTruthy();
    expect(screen.getByText('Bank name is required')).toBeTruthy();
    await fill({ 'Account holder': 'M' });
    await waitFor(() => expect(screen.queryByText('Account holder name is required')).toBeNull());
    expect(screen.getByText('IBAN is required')).toBeTruthy();
    expect(screen.getByText('Bank name is required')).toBeTruthy();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('are not sent with wrong check digits [D2-221] [D2-222]', async () => {
    const sent = start({ 'GET seller/status': standing({ hasBankDetails: false }) });
    await heading('Bank details');
    await fill({ 'Account holder': 'Marta', IBAN: 'NL92 ABNA 0417 1643 00', 'Bank name': 'ABN' });
    await save();
    expect(await screen.findByText('Please enter a valid IBAN')).toBeTruthy();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('are shown masked at once after saving, without a reload [D2-200] [D2-110] [D2-354]', async () => {
    let saved = false;
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
    start({
      'GET seller/status': () => standing({ hasBankDetails: saved }),
      'GET seller/bank-details': () => ({ maskedDetails: saved ? MASKED : null }),
      'POST seller/bank-details': () => {
        saved = true;
        return { message: 'x' };
      },
    });
    await heading('Bank details');
    await fill({ 'Account holder': 'Marta Vidal', IBAN: 'ES91 2100 0418 4502 0005 1332', 'Bank name': 'Banco' });
    await save();
    await heading('Seller Setup Completed');
    expect(screen.getByText(MASKED.iban)).toBeTruthy();
    expect(await screen.findByText('Bank details updated successfully')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    reload.mockRestore();
  });

  test('stay in the form with a message if they cannot be saved [D2-353]', async () => {
    start({ 'GET seller/status': standing({ hasBankDetails: false }), 'POST seller/bank-details': silent });
    await heading('Bank details');
    await fill({ 'Account holder': 'Marta Vidal', IBAN: 'ES91 2100 0418 4502 0005 1332', 'Bank name': 'Banco' });
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update bank details');
    expect(screen.getByLabelText<HTMLInputElement>('Bank name').value).toBe('Banco');
  });

  test('show a message if they cannot be loaded [D2-352]', async () => {
    start({ 'GET seller/status': standing(), 'GET seller/bank-details': silent });
    expect(await heading('Failed to load bank details')).toBeTruthy();
  });
});

describe('the seller account', () => {
  const account = (bankAccount: object) =>
    start({
      'GET seller/status': standing({ bankAccount }),
      'GET seller/bank-details': { maskedDetails: MASKED },
    });

  test('is a completed setup even with unverified details [D2-110]', async () => {
    account({ verified: false, rejectedReason: null });
    expect(await heading('Seller Setup Completed')).toBeTruthy();
    expect(screen.getByText('Your bank account is being checked.')).toBeTruthy();
  });

  test('links to the payment provider’s page if its owner is unknown there, and says why', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
    let answer: unknown = json({ message: 'Away for a moment' }, 503);
    const sent = start({
      'GET seller/status': standing({ identityPage: true }),
      'GET seller/bank-details': { maskedDetails: MASKED },
      'POST seller/identity-page': () => answer,
    });
    const button = await screen.findByRole('button', { name: 'Confirm your identity' });
    expect(screen.getByText(/to know whom it pays/)).toBeTruthy();
    await userEvent.click(button);
    expect(await screen.findByText('Away for a moment')).toBeTruthy();
    answer = { url: 'https://connect.stripe.test/setup/1' };
    await userEvent.click(screen.getByRole('button', { name: 'Confirm your identity' }));
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://connect.stripe.test/setup/1'));
    expect(to(sent, 'seller/bank-details/check')).toEqual([]);
    assign.mockRestore();
  });

  test('says that the page could not be opened if the answer is empty [D2-282]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
    start({
      'GET seller/status': standing({ identityPage: true }),
      'GET seller/bank-details': { maskedDetails: MASKED },
      'POST seller/identity-page': () => new Response(null, { status: 204 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm your identity' }));
    expect(await screen.findByText('The page could not be opened. Please try again.')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    assign.mockRestore();
  });

  test('is checked at once when its owner returns from that page', async () => {
    const replies = {
      'GET seller/status': standing({ identityPage: true }),
      'GET seller/bank-details': { maskedDetails: MASKED },
      'POST seller/bank-details/check': { message: 'x' },
    };
    const sent = start(replies, '/settings?tab=seller&identity=given');
    await screen.findByRole('button', { name: 'Confirm your identity' });
    await waitFor(() => expect(to(sent, 'seller/bank-details/check')).toHaveLength(1));
  });

  test('shows the bank’s reason for a rejection and accepts other details [D2-110]', async () => {
    account({ verified: false, rejectedReason: 'the account is closed' });
    expect(await heading('Seller Setup Completed')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(
      'Your bank did not accept these details. The account is closed. Please correct them',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Change bank details' }));
    expect(screen.getByText(/payouts wait 72 hours/)).toBeTruthy();
    expect(await screen.findByLabelText('IBAN')).toBeTruthy();
  });

  test('shows that it is verified [D2-109] [D2-110]', async () => {
    account({ verified: true, rejectedReason: null });
    const panel = within((await heading('Seller Account')).closest('section') as HTMLElement);
    expect(panel.getByText('Verified seller')).toBeTruthy();
    expect(screen.queryByText('Seller Setup Completed')).toBeNull();
  });

  test.each([
    ['says until when payouts wait', 3_600_000, true],
    ['says nothing of a wait that is over', -3_600_000, false],
  ])('shows after a change of the bank account that %s', async (_, from, waits) => {
    const payoutsHeldUntil = new Date(Date.now() + from).toISOString();
    const verified = { verified: true, rejectedReason: null };
    start({
      'GET seller/status': standing({ bankAccount: verified, payoutsHeldUntil }),
      'GET seller/bank-details': { maskedDetails: MASKED },
    });
    await heading('Seller Account');
    expect(screen.queryByText(/^Payouts wait until/) !== null).toBe(waits);
    expect(screen.queryByText(/paid out to it within 3 business days/) === null).toBe(waits);
  });

  test('shows a message if it cannot be loaded [D2-355]', async () => {
    start({ 'GET seller/status': silent });
    expect(await heading('Failed to load seller profile')).toBeTruthy();
  });
});

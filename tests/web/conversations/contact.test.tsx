// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
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
import { uploadByFetch } from '#tests/support/uploads.ts';
import { contactOf } from '#web/transactions/components/detail/ContactButton.tsx';
import { aTransaction } from '../transactions/aSale.ts';
import { aPageOf, RUIZ } from './talk.ts';

freshBrowser();
beforeEach(uploadByFetch);

const listing = aListing(1);
const TALK = `${MARTA._id}-${RUIZ._id}-${listing._id}`;

const start = (replies: Record<string, unknown> = {}, shown = listing) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    [`GET listings/${shown._id}`]: shown,
    [`GET messages/conversation/${TALK}`]: aPageOf([]),
    ...replies,
  });
  return { sent, page: open(`/listings/${shown._id}`) };
};

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Contact Seller' }));
  return within(await screen.findByRole('dialog', { name: 'Contact Seller' }));
};

test('sends a message from a listing to its seller and opens the conversation with a toast [D1-164] [D1-165] [D1-221] [D1-413] [D1-414]', async () => {
  const { sent, page } = start({
    'POST messages/send': { success: true, message: 'Sent', conversationId: TALK, messageId: '1' },
  });
  const dialog = await openDialog();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Message' }), 'How will you pack the wings?');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.address()).toBe(`/messages/conversation/${TALK}`));
  expect(await screen.findByText('Message sent successfully')).toBeTruthy();
  expect(Object.fromEntries((to(sent, 'messages/send')[0] as Sent).body as FormData)).toEqual({
    recipientId: RUIZ._id,
    listingId: listing._id,
    content: 'How will you pack the wings?',
  });
});

test('shows a refusal in the dialog and keeps the text [D1-467]', async () => {
  const { page } = start({ 'POST messages/send': json({ message: 'This person does not take messages' }, 403) });
  const dialog = await openDialog();
  const text = dialog.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
  await userEvent.type(text, 'Hello');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to send message: This person does not take messages',
  );
  expect(text.value).toBe('Hello');
  expect(page.address()).toBe(`/listings/${listing._id}?contact=1`);
});

test('does not contact the seller of one’s own listing, even by URL [D1-347]', async () => {
  const own = aListing(1, { seller: { ...listing.seller, _id: MARTA._id } });
  const { page } = start({}, own);
  await screen.findByRole('button', { name: 'Your Listing' });
  await page.goTo(`/listings/${own._id}?contact=1`);
  expect(screen.queryByRole('button', { name: 'Contact Seller' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('connects the buyer of a sale with its seller and vice versa [D1-164] [D2-071] [D2-072] [D2-259]', async () => {
  const transaction = aTransaction({ role: 'seller' });
  signedIn();
  serve({ ...MEMBER_REPLIES, [`GET transaction/${transaction._id}`]: transaction });
  open(`/transactions/${transaction._id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Contact Buyer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Contact Buyer' }));
  expect(dialog.getByText(transaction.buyer.username)).toBeTruthy();
  expect(contactOf(aTransaction({ role: 'seller' }))).toMatchObject({
    other: transaction.buyer,
    listing: transaction.listing,
  });
  expect(contactOf(aTransaction({ role: 'buyer' }))).toMatchObject({
    other: transaction.seller,
    listing: transaction.listing,
  });
});

test.each([
  [{ listing: { ...aTransaction().listing, _id: '' } }, 'Transaction information is not available'],
  [{ seller: { ...aTransaction().seller, _id: '' } }, 'Unable to identify the other party'],
])(
  'opens nothing for a sale without its listing or person, and says so: %j [D2-347] [D2-348]',
  async (lacking, words) => {
    const transaction = aTransaction(lacking);
    signedIn();
    serve({ ...MEMBER_REPLIES, [`GET transaction/${transaction._id}`]: transaction });
    open(`/transactions/${transaction._id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Contact Seller' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('says what a sale without listing or other party lacks [D2-347] [D2-348]', () => {
  expect(contactOf({})).toBe('Transaction information is not available');
  const { seller: _seller, ...noSeller } = aTransaction({ role: 'buyer' });
  expect(contactOf(noSeller)).toBe('Unable to identify the other party');
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import type { PriceProposal } from '#application/contract/priceProposals.ts';
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

const DONE = () => new Response(null, { status: 204 });
const PRICED = aListing(1, { price: 45 });
const ID = PRICED._id;
const OWN = { ...PRICED, seller: { ...PRICED.seller, _id: MARTA._id } };
const CALLS = `listings/${ID}/price-proposals`;
const P1 = 'f'.repeat(32);
const UNTIL = '2030-05-07T12:00:00.000Z';
const offer = (changes: Partial<PriceProposal> = {}): PriceProposal => ({
  _id: P1,
  listing: { _id: ID, title: 'Figure 1', image: null, price: 45 },
  side: 'buyer',
  other: { _id: 'e'.repeat(32), username: 'sam' },
  price: 40,
  proposed: 40,
  stage: 'proposed',
  ended: null,
  until: UNTIL,
  proposedAt: UNTIL,
  changedAt: UNTIL,
  ...changes,
});

const page = (listing: Listing, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET listings/${ID}`]: listing, ...replies });
  open(`/listings/${ID}`);
  return sent;
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const proposals = (...all: PriceProposal[]) => ({ 'GET user/price-proposals': { proposals: all } });

describe('a buyer', () => {
  test('makes an offer: it says what they would pay, what cannot be offered stays at its field, and it is sent as it was read', async () => {
    const sent = page(PRICED, {
      [`POST ${CALLS}`]: json({ success: true, message: 'Your offer was sent', id: P1 }, 201),
    });
    await press('Make an offer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Make an offer' }));
    const field = dialog.getByLabelText('Your offer');
    for (const [typed, words] of [
      [' ', 'Please enter a price'],
      ['0,99', 'Please enter at least €1.00'],
      ['45', 'Please enter less than €45.00'],
      ['many', /Enter an amount in euros/],
    ] as const) {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }));
      expect(await dialog.findByText(words)).toBeTruthy();
    }
    expect(to(sent, CALLS)).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '40,50');
    expect(await dialog.findByText(/You would pay/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(to(sent, CALLS)).toMatchObject([{ body: { price: '40.50' } }]);
  });

  test('is told why it is refused, and what was typed stays', async () => {
    const message = '3 offers of yours are open on this listing.';
    page(PRICED, { [`POST ${CALLS}`]: json({ code: 'tooManyProposals', message }, 409) });
    await press('Make an offer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Make an offer' }));
    await userEvent.type(dialog.getByLabelText('Your offer'), '40');
    await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Your offer').value).toBe('40');
  });

  test('accepts what the seller asks for instead', async () => {
    const sent = page(PRICED, {
      ...proposals(offer({ stage: 'countered', price: 42 })),
      [`POST ${CALLS}/${P1}/accept`]: DONE,
    });
    await press('Accept €42.00');
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/accept`)).toMatchObject([{ body: { price: '42.00' } }]));
  });

  test('buys at the price that was agreed on, until when it is reserved for them', async () => {
    page({ ...PRICED, agreed: { price: 40, until: UNTIL } }, proposals(offer({ stage: 'accepted' })));
    expect(await screen.findByRole('button', { name: 'Buy at €40.00' })).toBeTruthy();
    expect(await screen.findByText(/^Agreed on €40.00. Reserved for you until 7 May 2030/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Take back your offer of €40.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make an offer' })).toBeNull();
  });
});

describe('the seller', () => {
  const received = offer({ side: 'seller' });
  test('sees what they would receive and until when, and refuses', async () => {
    const sent = page(OWN, { ...proposals(received), [`POST ${CALLS}/${P1}/refuse`]: DONE });
    expect(await screen.findByText(/^sam offers €40.00. Answer before 7 May 2030/)).toBeTruthy();
    expect(screen.getByText(/^You receive €40.00 and the shipping. Accepting reserves it/)).toBeTruthy();
    await press('Refuse €40.00 from sam');
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/refuse`)).toHaveLength(1));
  });

  test('names another price, above what was offered', async () => {
    const sent = page(OWN, { ...proposals(received), [`POST ${CALLS}/${P1}/counter`]: DONE });
    await press('Name another price than €40.00 from sam');
    const dialog = within(await screen.findByRole('dialog', { name: 'Name another price' }));
    await userEvent.type(dialog.getByLabelText('Your price'), '40');
    await userEvent.click(dialog.getByRole('button', { name: 'Send this price' }));
    expect(await dialog.findByText('Please enter at least €40.01')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Your price'), '.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Send this price' }));
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/counter`)).toMatchObject([{ body: { price: '40.50' } }]));
  });
});

test('an offer that waits for its reader stands on the dashboard with its deadline, one that waits for the other does not', async () => {
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET activity': { activities: [], hasMore: false, currentPage: 1 },
    ...proposals(offer({ side: 'seller' }), offer({ _id: 'd'.repeat(32) })),
  });
  open('/dashboard');
  expect(await screen.findByRole('link', { name: 'Answer the offer: Figure 1' })).toBeTruthy();
  expect(screen.getByText(/sam offers €40.00. Otherwise it lapses./)).toBeTruthy();
});

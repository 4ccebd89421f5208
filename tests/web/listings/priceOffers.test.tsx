// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
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
const offer = (changes: Partial<PriceOffer> = {}): PriceOffer => ({
  _id: P1,
  listing: { _id: ID, title: 'Figure 1', image: null, price: 45, removed: false },
  side: 'buyer',
  other: { _id: 'e'.repeat(32), username: 'sam' },
  price: 40,
  proposed: 40,
  stage: 'proposed',
  ended: null,
  beingBought: false,
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
const proposals = (...all: PriceOffer[]) => ({ 'GET user/price-proposals': { proposals: all } });

describe('a buyer', () => {
  test('makes an offer with the displayed total; an impossible price shows its error at the field', async () => {
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

  test('reads why an offer is refused and keeps the typed price', async () => {
    const message = 'You have 3 open offers on this listing.';
    page(PRICED, { [`POST ${CALLS}`]: json({ code: 'tooManyProposals', message }, 409) });
    await press('Make an offer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Make an offer' }));
    await userEvent.type(dialog.getByLabelText('Your offer'), '40');
    await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Your offer').value).toBe('40');
  });

  test('accepts the seller’s counter-offer', async () => {
    const sent = page(PRICED, {
      ...proposals(offer({ stage: 'countered', price: 42 })),
      [`POST ${CALLS}/${P1}/accept`]: DONE,
    });
    await press('Accept €42.00 for Figure 1');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Accept €42.00?' }));
    expect(dialog.getByText(/is reserved for you for 24 hours at/)).toBeTruthy();
    expect(to(sent, `${CALLS}/${P1}/accept`)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Accept €42.00' }));
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/accept`)).toMatchObject([{ body: { price: '42.00' } }]));
  });

  test('buys at the agreed price, and sees until when it is reserved', async () => {
    page({ ...PRICED, agreed: { price: 40, until: UNTIL } }, proposals(offer({ stage: 'accepted' })));
    expect(await screen.findByRole('button', { name: 'Buy at €40.00' })).toBeTruthy();
    expect(await screen.findByText(/^Agreed on €40.00. Reserved for you until 7 May 2030/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Withdraw your offer of €40.00 for Figure 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make an offer' })).toBeNull();
  });

  test('makes a second offer next to an open one, but not at the same price', async () => {
    page(PRICED, proposals(offer()));
    await press('Make another offer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Make an offer' }));
    await userEvent.type(dialog.getByLabelText('Your offer'), '40');
    await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }));
    expect(await dialog.findByText('You have already offered €40.00')).toBeTruthy();
  });

  test('cannot make a fourth open offer, and reads why', async () => {
    const three = [41, 42, 43].map((price, n) => offer({ _id: `${n}`.repeat(32), price, proposed: price }));
    page(PRICED, proposals(...three));
    expect(await screen.findByText('You have 3 open offers for this. Withdraw one to make another.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make another offer' }).disabled).toBe(true);
  });
});

describe('the seller', () => {
  const received = offer({ side: 'seller' });
  test('sees the proceeds and the deadline, and declines', async () => {
    const sent = page(OWN, { ...proposals(received), [`POST ${CALLS}/${P1}/refuse`]: DONE });
    expect(await screen.findByText(/^sam offers €40.00. Answer before 7 May 2030/)).toBeTruthy();
    expect(screen.getByText(/^You receive €40.00 plus the shipping. Accepting reserves it/)).toBeTruthy();
    await press('Decline €40.00 from sam for Figure 1');
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/refuse`)).toHaveLength(1));
  });

  test('is asked before accepting: proceeds, buyer and length of the reservation', async () => {
    const sent = page(OWN, { ...proposals(received), [`POST ${CALLS}/${P1}/accept`]: DONE });
    await press('Accept €40.00 from sam for Figure 1');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Accept €40.00?' }));
    expect(dialog.getByText(/It is reserved for sam at this price for 24 hours/)).toBeTruthy();
    expect(dialog.getByText(/plus shipping for “Figure 1”/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(to(sent, `${CALLS}/${P1}/accept`)).toEqual([]);
  });

  test('reads before saving a change which open offers it ends', async () => {
    signedIn();
    serve({
      ...MEMBER_REPLIES,
      [`GET listings/${ID}`]: OWN,
      ...proposals(received, offer({ _id: 'd'.repeat(32), side: 'seller', price: 42 }), offer({ _id: 'c'.repeat(32) })),
    });
    open(`/listings/${ID}/edit`);
    expect(
      await screen.findByText('Saving a change ends 2 open offers, the highest of €42.00.', { exact: false }),
    ).toBeTruthy();
  });

  test('makes a counter-offer above the offered price', async () => {
    const sent = page(OWN, { ...proposals(received), [`POST ${CALLS}/${P1}/counter`]: DONE });
    await press('Counter €40.00 from sam for Figure 1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a counter-offer' }));
    await userEvent.type(dialog.getByLabelText('Your price'), '40');
    await userEvent.click(dialog.getByRole('button', { name: 'Send counter-offer' }));
    expect(await dialog.findByText('Please enter at least €40.01')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Your price'), '.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Send counter-offer' }));
    await waitFor(() => expect(to(sent, `${CALLS}/${P1}/counter`)).toMatchObject([{ body: { price: '40.50' } }]));
  });
});

test('shows an offer that waits for the reader on the dashboard, but no other', async () => {
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET activity': { activities: [], hasMore: false, currentPage: 1 },
    ...proposals(offer({ side: 'seller' }), offer({ _id: 'd'.repeat(32) })),
  });
  open('/dashboard');
  expect(await screen.findByRole('link', { name: 'Answer the offer: Figure 1' })).toBeTruthy();
  expect(screen.getByText(/sam offers €40.00. Otherwise it expires./)).toBeTruthy();
});

describe('the page of all price offers', () => {
  const paged = (all: PriceOffer[], more: object = {}) => ({
    'GET user/price-proposals/all': { proposals: all, total: all.length, currentPage: 1, hasMore: false, ...more },
  });
  const arrive = (replies: Record<string, unknown>, path = '/transactions/offers') => {
    signedIn();
    const sent = serve({ ...MEMBER_REPLIES, ...replies });
    return { sent, page: open(path) };
  };
  const rows = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
  const received = offer({ side: 'seller' });

  test('starts with offers that wait for the reader, and shows how the others ended', async () => {
    const agreed = offer({ _id: '1'.repeat(32), side: 'seller', stage: 'accepted', price: 41 });
    const over = (['refused', 'lapsed', 'withdrawn', 'revised'] as const).map((ended, n) =>
      offer({ _id: `${n + 2}`.repeat(32), side: 'seller', ended }),
    );
    const { sent } = arrive({ ...proposals(received, offer()), ...paged([received, agreed, ...over]) });
    expect(await screen.findByText(/^sam offers €40.00. Answer before 7 May 2030.*or it expires/)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Received 1 waiting' }).getAttribute('aria-selected')).toBe('true');
    expect(rows('Open')).toHaveLength(2);
    expect(rows('Ended').map((row) => row.querySelector('p')?.textContent)).toEqual([
      'You did not accept €40.00.',
      'You did not answer the offer of €40.00 in time.',
      'sam withdrew the offer of €40.00.',
      'You changed the listing, which ended the offer of €40.00.',
    ]);
    expect(to(sent, 'user/price-proposals/all').map(({ query }) => query.get('side'))).toEqual(['seller']);
    await press('Accept €40.00 from sam for Figure 1');
    expect(await screen.findByRole('alertdialog', { name: 'Accept €40.00?' })).toBeTruthy();
  });

  test('leads a buyer to an agreed offer, and to no page of a removed listing', async () => {
    const gone = offer({ _id: '1'.repeat(32), ended: 'removed', listing: { ...offer().listing, removed: true } });
    arrive({ ...proposals(offer({ stage: 'accepted' })), ...paged([offer({ stage: 'accepted' }), gone]) });
    const buy = await screen.findByRole('link', { name: 'Buy at €40.00: Figure 1' });
    expect(buy.getAttribute('href')).toBe(`/listings/${ID}?buy=1`);
    expect(within(rows('Ended')[0]!).queryByRole('link')).toBeNull();
  });

  test('says when there are none', async () => {
    arrive(paged([]));
    expect(await screen.findByText('You have not made any offers yet.')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Received' }));
    expect(await screen.findByText('You have not received any offers yet.')).toBeTruthy();
  });

  test('says when they could not be loaded', async () => {
    arrive(
      { 'GET user/price-proposals/all': json({ message: 'down', code: 'internal' }, 400) },
      '/transactions/offers?tab=received',
    );
    expect(await screen.findByText('Failed to load the offers')).toBeTruthy();
  });

  test('is linked from transactions and listings with the number that wait', async () => {
    const { page: opened } = arrive(
      { ...proposals(received), 'GET listings/user': [], ...paged([received]) },
      '/listings/my-listings',
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Offers 1 waiting for you' }));
    await waitFor(() => expect(opened.address()).toBe('/transactions/offers'));
  });
});

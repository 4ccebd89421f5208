// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SellerReview, SellerReviews } from '#application/contract/reviews.ts';
import type { AroundListing, SellerOffers, SellerPage } from '#application/contract/sellerPages.ts';
import { FIGURES_IN_WORDS } from '#domain/accounts/sellerFigures.ts';
import {
  aListing,
  freshBrowser,
  json,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import { clearSession } from '#web/api/sessionStore.ts';
import { keepViewed, viewedBefore } from '#web/listings/components/around/recent.ts';

freshBrowser();

const ID = aListing(1)._id;
const { _id: SELLER } = aListing(1).seller;

const RUIZ: SellerPage = {
  _id: SELLER,
  username: 'ruiz',
  reputation: 9,
  ratingCount: 2,
  joinDate: '2025-03-01T00:00:00.000Z',
  country: 'Netherlands',
  figures: {
    sold: 1_204,
    response: { minutes: 100, answered: 9, begun: 10 },
    shipsIn: { businessDays: 1, shipments: 12 },
    disputes: { lost: 1, paid: 14 },
  },
};
const offers = (change: Partial<SellerOffers> = {}): SellerOffers => ({
  listings: [aListing(1)],
  total: 1,
  currentPage: 1,
  hasMore: false,
  ...change,
});
const aReview = (changes: Partial<SellerReview> = {}): SellerReview => ({
  _id: '7'.repeat(32),
  rating: 4,
  text: 'Well packed.',
  writtenAt: '2026-05-01T10:00:00.000Z',
  answer: null,
  own: null,
  answerable: false,
  ...changes,
});
const reviewsOf = (...reviews: SellerReview[]): SellerReviews => ({
  reviews,
  total: reviews.length,
  currentPage: 1,
  hasMore: false,
});
const serveSeller = (page: unknown = RUIZ, listings: unknown = offers(), replies: Record<string, unknown> = {}) =>
  serve({
    ...MEMBER_REPLIES,
    [`GET sellers/${SELLER}`]: page,
    [`GET sellers/${SELLER}/listings`]: listings,
    [`GET sellers/${SELLER}/reviews`]: reviewsOf(),
    ...replies,
  });

describe('the page of a seller', () => {
  test('shows a visitor labelled figures and the listings on sale', async () => {
    const sent = serveSeller();
    open(`/public/sellers/${SELLER}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'ruiz' })).toBeTruthy();
    expect(screen.getByText('Sells from the Netherlands. Member since March 2025.')).toBeTruthy();
    const figures = await within(screen.getByRole('region', { name: 'At a glance' })).findAllByRole('listitem');
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      `Sold1,204How we work this out: Sold${FIGURES_IN_WORDS.sold}`,
      `Usually replies within2 hours9 of 10 messages answeredHow we work this out: Usually replies within${FIGURES_IN_WORDS.response}`,
      `Ships within1 business day12 shipmentsHow we work this out: Ships within${FIGURES_IN_WORDS.shipsIn}`,
      `Disputes lost1 of 14How we work this out: Disputes lost${FIGURES_IN_WORDS.disputes}`,
    ]);
    expect(await screen.findByRole('heading', { level: 3, name: 'Figure 1' })).toBeTruthy();
    for (const call of [...to(sent, `sellers/${SELLER}`), ...to(sent, `sellers/${SELLER}/listings`)])
      expect(call.headers.has('authorization')).toBe(false);
  });

  test('shows "less than 1 business day" at most, because a weekend may lie between', async () => {
    serveSeller({ ...RUIZ, figures: { ...RUIZ.figures, shipsIn: { businessDays: 0, shipments: 5 } } });
    open(`/public/sellers/${SELLER}`);
    expect(await screen.findByText('Less than 1 business day')).toBeTruthy();
  });

  test('says where there is too little data', async () => {
    const figures = { sold: 0, response: null, shipsIn: null, disputes: { lost: 0, paid: 0 } };
    serveSeller({ ...RUIZ, figures }, offers({ listings: [], total: 0 }));
    open(`/public/sellers/${SELLER}`);
    expect(await screen.findAllByText('Not enough sales yet')).toHaveLength(2);
    expect(await screen.findByText('Nothing for sale at the moment.')).toBeTruthy();
  });

  test('loads more listings page by page', async () => {
    serveSeller(RUIZ, ({ query }: Sent) =>
      query.get('page') === '1'
        ? offers({ total: 2, hasMore: true })
        : offers({ total: 2, currentPage: 2, listings: [aListing(2)] }),
    );
    open(`/public/sellers/${SELLER}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    expect(await screen.findByText('Showing 2 of 2')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Figure 2' })).toBeTruthy();
  });

  test('says when the person does not sell, and leads back', async () => {
    const message = 'This seller does not exist or has left.';
    serveSeller(json({ code: 'sellerNotFound', message }, 404));
    open(`/public/sellers/${SELLER}`);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Listings' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('has its own URL for members', async () => {
    signedIn();
    const sent = serveSeller();
    const page = open(`/public/sellers/${SELLER}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'ruiz' })).toBeTruthy();
    expect(page.address()).toBe(`/sellers/${SELLER}`);
    await waitFor(() => expect(to(sent, `sellers/${SELLER}`).at(-1)?.headers.has('authorization')).toBe(true));
  });
});

describe('the reviews of a seller', () => {
  const serveReviews = (reviews: unknown, replies: Record<string, unknown> = {}) =>
    serveSeller(RUIZ, offers(), { [`GET sellers/${SELLER}/reviews`]: reviews, ...replies });
  const region = async () => within(await screen.findByRole('region', { name: 'Reviews from buyers' }));
  const ANSWER = { text: 'Thank you.', answeredAt: '2026-05-02T10:00:00.000Z' };

  test('show stars and answer; a visitor can only read', async () => {
    serveReviews(reviewsOf(aReview({ answer: ANSWER })));
    open(`/public/sellers/${SELLER}`);
    const part = await region();
    expect(await part.findByText('Well packed.')).toBeTruthy();
    expect(part.getByRole('img', { name: '4 out of 5 stars' })).toBeTruthy();
    expect(part.getByText('Thank you.')).toBeTruthy();
    expect(part.getByText('Showing 1 of 1')).toBeTruthy();
    expect(part.queryByRole('button')).toBeNull();
  });

  test('say whether there are none or they failed to load', async () => {
    let failing = true;
    serveReviews(() => (failing ? json({}, 400) : reviewsOf()));
    open(`/public/sellers/${SELLER}`);
    const part = await region();
    expect(await part.findByText('Failed to load the reviews')).toBeTruthy();
    failing = false;
    await userEvent.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('No reviews yet.')).toBeTruthy();
  });

  test('are answered once by the seller', async () => {
    signedIn();
    const path = `reviews/${aReview()._id}/answer`;
    let answered = false;
    const sent = serveReviews(
      () => reviewsOf(aReview({ own: 'answer', ...(answered ? { answer: ANSWER } : { answerable: true }) })),
      {
        [`POST ${path}`]: () => {
          answered = true;
          return new Response(null, { status: 204 });
        },
      },
    );
    open(`/sellers/${SELLER}`);
    await userEvent.click(await screen.findByRole('button', { name: /^Answer/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Publish answer' }));
    expect(await dialog.findByText('Please write an answer')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Your answer'), ' Thank you. ');
    await userEvent.click(dialog.getByRole('button', { name: 'Publish answer' }));
    expect(await screen.findByText('Seller’s answer')).toBeTruthy();
    expect(to(sent, path).map(({ body }) => body)).toEqual([{ text: 'Thank you.' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Answer/ })).toBeNull();
  });

  test('restore a half-written answer until it is published', async () => {
    signedIn();
    const browser = memoryIndexedDb();
    vi.stubGlobal('indexedDB', browser);
    const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.values() ?? [])];
    const dialogOf = async () => {
      serveReviews(() => reviewsOf(aReview({ own: 'answer', answerable: true })), {
        [`POST reviews/${aReview()._id}/answer`]: () => new Response(null, { status: 204 }),
      });
      open(`/sellers/${SELLER}`);
      await userEvent.click(await screen.findByRole('button', { name: /^Answer/ }));
      return within(await screen.findByRole('dialog'));
    };
    await userEvent.type((await dialogOf()).getByLabelText('Your answer'), 'Thank you.');
    cleanup();
    await waitFor(() => expect(drafts()).toHaveLength(1));
    const dialog = await dialogOf();
    await dialog.findByText(/^You have a draft, saved in this browser on/);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Thank you.');
    await userEvent.click(dialog.getByRole('button', { name: 'Publish answer' }));
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  test('can be reported by signed-in members, except one’s own text', async () => {
    signedIn();
    const path = `reviews/${aReview()._id}/report`;
    const sent = serveReviews(reviewsOf(aReview({ own: 'review', answer: ANSWER })), {
      [`POST ${path}`]: new Response(null, { status: 204 }),
    });
    open(`/sellers/${SELLER}`);
    const report = await screen.findByRole('button', { name: /^Report answer/ });
    expect(screen.queryByRole('button', { name: /^Report review/ })).toBeNull();
    await userEvent.click(report);
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this answer' }));
    await userEvent.type(dialog.getByLabelText('What is wrong with it?'), 'Rude');
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(to(sent, path).map(({ body }) => body)).toEqual([{ part: 'answer', reason: 'Rude' }]));
  });
});

describe('the surroundings of a listing', () => {
  const around: AroundListing = { ofSeller: [aListing(2)], similar: [aListing(3)] };
  const visit = (number = 1, replies: Record<string, unknown> = {}) => {
    const id = aListing(number)._id;
    const sent = serve({ [`GET listings/${id}`]: aListing(number), [`GET listings/${id}/around`]: around, ...replies });
    return { sent, page: open(`/public/listings/${id}`) };
  };
  beforeEach(() => void vi.stubGlobal('IntersectionObserver', undefined));

  test('link to the seller’s page and show other listings below', async () => {
    visit();
    const ofSeller = within(await screen.findByRole('region', { name: 'More from this seller' }));
    expect(ofSeller.getByRole('link', { name: 'Figure 2' }).getAttribute('href')).toBe(
      `/public/listings/${aListing(2)._id}`,
    );
    const links = [screen.getByRole('link', { name: 'ruiz' }), ofSeller.getByRole('link', { name: 'All from ruiz' })];
    for (const link of links) expect(link.getAttribute('href')).toBe(`/public/sellers/${SELLER}`);
    const similar = within(screen.getByRole('region', { name: 'Similar miniatures' }));
    expect(similar.getByRole('link', { name: 'Figure 3' })).toBeTruthy();
  });

  test('are requested only when the reader comes near', async () => {
    let come: (() => void) | undefined;
    class Watcher {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => seen([{ isIntersecting: true }]);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    }
    vi.stubGlobal('IntersectionObserver', Watcher);
    const { sent } = visit();
    await waitFor(() => expect(come).toBeDefined());
    expect(to(sent, `listings/${ID}/around`)).toEqual([]);
    come?.();
    expect(await screen.findByRole('region', { name: 'Similar miniatures' })).toBeTruthy();
    expect(to(sent, `listings/${ID}/around`)).toHaveLength(1);
  });

  test('say that they failed to load and leave the listing in place', async () => {
    visit(1, { [`GET listings/${ID}/around`]: json({ message: 'x' }, 400) });
    expect(await screen.findByRole('heading', { name: 'Failed to fetch listings' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Figure 1' })).toBeTruthy();
  });

  test('remember viewed listings on this device, and can be cleared', async () => {
    keepViewed(aListing(5));
    visit();
    const viewed = within(await screen.findByRole('region', { name: 'Recently viewed' }));
    expect(viewed.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/public/listings/${aListing(5)._id}`,
    ]);
    await waitFor(() => expect(viewedBefore().map(({ title }) => title)).toEqual(['Figure 1', 'Figure 5']));
    await userEvent.click(viewed.getByRole('button', { name: 'Clear recently viewed' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull());
    expect(viewedBefore()).toEqual([]);
  });

  test('remember twelve listings once each, and none after sign-out', () => {
    for (let number = 1; number <= 14; number++) keepViewed(aListing(number));
    keepViewed(aListing(5));
    expect(viewedBefore().map(({ title }) => title)).toEqual(
      [5, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3].map((number) => `Figure ${number}`),
    );
    clearSession();
    expect(viewedBefore()).toEqual([]);
    localStorage.setItem('viewed', '[7, null, {"id": 1}');
    expect(viewedBefore()).toEqual([]);
    localStorage.setItem('viewed', '[7, null, {"id": "x"}]');
    expect(viewedBefore()).toEqual([]);
  });
});

describe('sharing a listing', () => {
  const press = async () => {
    serve({ [`GET listings/${ID}`]: aListing(1) });
    open(`/public/listings/${ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Share Figure 1' }));
  };
  const url = `${location.origin}/public/listings/${ID}`;
  const browserThat = (can: object) => {
    for (const [name, value] of Object.entries({ share: undefined, ...can }))
      Object.defineProperty(navigator, name, { value, configurable: true });
  };
  // test files in this process share the navigator, which user-event needs for copying
  afterEach(() => {
    for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
  });

  test('uses the device’s share dialog with the public URL', async () => {
    const share = vi.fn(async () => undefined);
    browserThat({ share });
    await press();
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Figure 1', url }));
  });

  test('copies the link where there is no share dialog', async () => {
    const writeText = vi.fn(async () => undefined);
    browserThat({ clipboard: { writeText } });
    await press();
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(url);
  });

  test('shows the link where nothing is allowed', async () => {
    const writeText = vi.fn(async () => {
      throw new DOMException('no', 'NotAllowedError');
    });
    browserThat({ clipboard: { writeText } });
    await press();
    expect(await screen.findByText(url)).toBeTruthy();
  });
});

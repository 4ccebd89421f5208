// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import {
  aListing,
  aPage,
  freshBrowser,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { countryOfLanguage } from '#web/listings/components/price/countryOfLanguage.ts';

freshBrowser();

const speaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

/** €24.50, fee €1.98, shipping €5 within Spain and €15 to the other countries of this test. */
const figure = aListing(1);

describe('the country that a language suggests', () => {
  test.each([
    [['de-AT', 'en'], 'Austria'],
    [['fr'], 'France'],
    [['en-GB'], 'United Kingdom'],
    [['en', 'sv'], 'Sweden'],
    [['zh-Hans-SG'], 'Singapore'],
    [['en'], undefined],
    [['pt-BR'], undefined],
    [[], undefined],
  ])('of %s is %s', (languages, country) => expect(countryOfLanguage(languages)).toBe(country));

  test('is always a shipping destination', () => {
    for (const language of ['de', 'en-US', 'ja', 'nb', 'cs', 'el-CY'])
      expect(SHIPPING_COUNTRIES).toContain(countryOfLanguage([language]));
  });
});

describe('a visitor', () => {
  test('sees totals for the country of the browser’s language, and keeps another choice', async () => {
    speaks('it-IT');
    serve({ 'GET listings': aPage([figure]) });
    open('/');
    expect((await screen.findByText('€41.48')).parentElement?.textContent).toBe('€41.48 including delivery to Italy');
    await userEvent.selectOptions(screen.getByLabelText('Show prices delivered to'), 'Spain');
    expect(screen.getByText('€31.48').parentElement?.textContent).toBe('€31.48 including delivery to Spain');
    expect(localStorage.getItem('destination')).toBe('Spain');
  });

  test('sees no total without a suggested country, or after removing the choice', async () => {
    speaks('en');
    serve({ 'GET listings': aPage([figure]) });
    open('/');
    expect(await screen.findByText('€24.50')).toBeTruthy();
    expect(screen.queryByText(/all in/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Show prices delivered to'), 'the Netherlands'.slice(4));
    expect(screen.getByText(/including delivery to the Netherlands/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Show prices delivered to'), '');
    expect(screen.queryByText(/all in/)).toBeNull();
  });

  test('sees the parts of the total on a listing’s page', async () => {
    speaks('en-GB');
    serve({ [`GET listings/${figure._id}`]: figure });
    open(`/public/listings/${figure._id}`);
    const total = await screen.findByText('€41.48 including delivery to the United Kingdom');
    expect(total.parentElement?.textContent).toContain('includes €1.98 platform fee and €15.00 shipping');
    expect(screen.getByLabelText('Show prices delivered to')).toBeTruthy();
  });
});

describe('a member', () => {
  const start = (path: string, country = 'Italy') => {
    signedIn({ ...MARTA, country });
    const sent = serve({
      ...MEMBER_REPLIES,
      'GET auth/verify': { valid: true, user: { ...MARTA, country } },
      'GET listings': aPage([figure, aListing(2, { seller: { ...figure.seller, _id: MARTA._id } })]),
      [`GET listings/${figure._id}`]: figure,
    });
    return { sent, page: open(path) };
  };

  test('sees totals for their own country whatever the browser says, and none on their own listings', async () => {
    localStorage.setItem('destination', 'Spain');
    start('/listings');
    const cards = (await screen.findAllByRole('heading', { level: 3 })).map((title) => title.closest('li')!);
    expect(within(cards[0]!).getByText('€41.48').parentElement?.textContent).toBe('€41.48 including delivery to Italy');
    expect(within(cards[1]!).queryByText(/all in/)).toBeNull();
  });

  test('cannot choose a country on a listing’s page, which shows the parts of the total', async () => {
    start(`/listings/${figure._id}`);
    expect(await screen.findByText('€41.48 including delivery to Italy')).toBeTruthy();
    expect(screen.queryByLabelText('Show prices delivered to')).toBeNull();
  });

  test('sorts and filters by total, requested with the country', async () => {
    const { sent, page } = start('/listings?maxTotal=50');
    expect(await screen.findByRole('button', { name: 'Remove filter Up to €50.00 in total' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Total, low to high');
    await waitFor(() =>
      expect(Object.fromEntries(to(sent, 'listings').at(-1)!.query)).toMatchObject({
        destination: 'Italy',
        maxTotal: '50',
        sort: 'total-asc',
      }),
    );
    expect(page.address()).toBe('/listings?maxTotal=50&sort=total-asc');
  });

  test('in a country without shipping sees plain prices', async () => {
    const { sent } = start('/listings?maxTotal=50&sort=total-desc', 'Atlantis');
    await screen.findAllByText('€24.50');
    expect(screen.queryByText(/all in/)).toBeNull();
    const { query } = to(sent, 'listings').at(-1)!;
    expect([query.get('maxTotal'), query.get('sort'), query.get('destination')]).toEqual([null, 'price-desc', null]);
  });
});

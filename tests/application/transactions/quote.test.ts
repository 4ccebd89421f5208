import { afterAll, describe, expect, test, vi } from 'vitest';
import { quoteShipping } from '#application/transactions/quote.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';

const seller = (country: string) => ({ country, rates: DEFAULT_SHIPPING_RATES });

test('ships from the Netherlands if the seller has no country [D2-150]', () => {
  expect(quoteShipping(seller(''), null, 'Netherlands')).toEqual({ ok: true, value: { zone: 'domestic', cost: 500 } });
  expect(quoteShipping(seller(''), null, 'Germany')).toMatchObject({ value: { zone: 'continental' } });
  expect(quoteShipping(seller('Germany'), null, 'Germany')).toMatchObject({ value: { zone: 'domestic' } });
});

describe('the international zone', () => {
  afterAll(() => vi.doUnmock('#domain/transactions/terms/versions.ts'));

  test('has its own rate while the terms offer it [D2-089] [D2-247]', () =>
    expect(quoteShipping(seller('Netherlands'), null, 'Japan')).toEqual({
      ok: true,
      value: { zone: 'international', cost: 3_000 },
    }));

  test('is refused once the terms close it, unlike other zones [D2-089] [D2-247] [L-006]', async () => {
    vi.resetModules();
    vi.doMock('#domain/transactions/terms/versions.ts', async () => {
      const { terms2026n1 } = await import('#domain/transactions/terms/2026-1.ts');
      return { TERMS_VERSIONS: [{ ...terms2026n1, internationalShipping: false }] };
    });
    const closed = await import('#application/transactions/quote.ts');
    expect(closed.quoteShipping(seller('Netherlands'), null, 'Japan')).toEqual({
      ok: false,
      error: { code: 'countryNotOffered' },
    });
    expect(closed.quoteShipping(seller('Netherlands'), null, 'Norway')).toMatchObject({
      value: { zone: 'continental' },
    });
  });
});

import { z } from 'zod';
import { HIGHEST_RATE } from '#domain/accounts/shippingRateLimits.ts';
import { formatRound, parseEuros, toEuros } from '#domain/shared/euros.ts';
import type { OwnRates } from '#domain/transactions/shipping.ts';
import { RATE_NEGATIVE, RATE_TOO_HIGH } from './limits.ts';

/** Euros in, cents out; at most two decimals. */
const rate = z
  .union([z.number(), z.string()], { error: 'Shipping rates must be amounts in euros' })
  .transform((typed, context) => {
    const number = typeof typed === 'number' ? typed : Number(typed.trim() || Number.NaN);
    const value = parseEuros(typed);
    if (number < 0) context.addIssue(RATE_NEGATIVE);
    else if (number > toEuros(HIGHEST_RATE)) context.addIssue(RATE_TOO_HIGH);
    else if (value === undefined) context.addIssue('Shipping rates must be amounts in euros with at most two decimals');
    return value ?? 0;
  })
  .meta({ description: `Euros, at most two decimals, from 0 to ${formatRound(HIGHEST_RATE)}` });

/** PUT user/shipping-rates; an absent international rate stays as it is. */
export const shippingRatesUpdate = z
  .object({ domesticRate: rate, continentalRate: rate, internationalRate: rate.nullish() })
  .meta({ id: 'ShippingRatesUpdate' });

/** In a multipart body the value is JSON text. */
const read = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
};

/** The rates of one listing. Absent: unchanged. Null: the usual rates of the seller. */
export const listingRates = z.preprocess(read, shippingRatesUpdate.nullish());

/** The same as a text part of a multipart body. */
export const listingRatesPart = listingRates.meta({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    const contentSchema = { ...jsonSchema };
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema,
      description: 'JSON. Absent or null: the usual rates of the seller',
    });
  },
});

/** The rates in the domain's names. */
export const ownRates = (rates: z.output<typeof listingRates>): OwnRates | null | undefined =>
  rates && {
    domestic: rates.domesticRate,
    continental: rates.continentalRate,
    international: rates.internationalRate ?? null,
  };

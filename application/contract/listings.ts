import { z } from 'zod';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { formatCents, formatRound, parseEuros } from '#domain/shared/euros.ts';
import { oneLine } from '#domain/shared/oneLine.ts';
import { LEAST_PRICE, MOST_PRICE } from '#domain/transactions/limits.ts';
import { euros, id, image, timestamp } from './common.ts';
import { listingRates, listingRatesPart } from './shippingRates.ts';

const required = (text: string, max: number, label: string, written = z.string({ error: text }).trim()) =>
  written.min(1, text).max(max, `${label} must be at most ${max} characters`);

/** Sentences quote it, so it must be one line. */
const inOneLine = (text: string, max: number, label: string) =>
  required(text, max, label, z.string({ error: text }).overwrite(oneLine));

/** Euros as typed; cents out. A third decimal is refused, not rounded. */
const price = z
  .union([z.string(), z.number()], { error: 'Valid price is required' })
  .transform((typed, context) => {
    const value = parseEuros(typed);
    if (value === undefined || value < LEAST_PRICE) context.addIssue('Valid price is required');
    else if (value > MOST_PRICE) context.addIssue(`Price cannot exceed ${formatRound(MOST_PRICE)}`);
    return value ?? 0;
  })
  .meta({
    description: `Euros, at most two decimals, from ${formatCents(LEAST_PRICE)} to ${formatRound(MOST_PRICE)}`,
  });

/** The rules of document 1, section 5, in their order; the first failure is the one reported. */
export const listingFields = z.object({
  title: inOneLine('Title is required', 100, 'Title'),
  franchise: required('Franchise is required', 100, 'Franchise'),
  mainFaction: inOneLine('Main faction is required', 100, 'Main faction'),
  condition: z.enum(CONDITIONS, { error: 'Condition is required' }),
  price,
  description: required('Description is required', 5000, 'Description'),
  subfaction: z
    .string()
    .overwrite(oneLine)
    .max(100)
    .nullish()
    .transform((faction) => faction ?? ''),
  paintQuality: z
    .enum(PAINT_QUALITIES, { error: 'Paint quality is not one of the offered values' })
    .default('Not Painted'),
});

export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((typed) => typed === 'true')]);

/** POST /listings, the text parts of the multipart body. */
export const createListing = listingFields
  .extend({ disclaimerAccepted: flag.default(false), shippingRates: listingRatesPart })
  .meta({ id: 'CreateListing' });

/** PUT /listings/{id}. The archive call leaves out franchise and disclaimerAccepted. */
export const reviseListing = listingFields
  .extend({ status: z.literal('active').optional(), disclaimerAccepted: flag.optional(), shippingRates: listingRates })
  .meta({ id: 'ReviseListing' });

export const archiveListing = z.object({ status: z.literal('archived') }).meta({ id: 'ArchiveListing' });

export const seller = z
  .object({
    _id: id,
    /** `[erased]` once the account is erased. */
    username: z.string(),
    reputation: z.int(),
    ratingCount: z.int(),
    joinDate: timestamp.nullable(),
  })
  .meta({ id: 'Seller' });

export const listing = z
  .object({
    _id: id,
    id,
    title: z.string(),
    franchise: z.string(),
    franchiseName: z.string(),
    mainFaction: z.string(),
    subfaction: z.string(),
    condition: z.string(),
    paintQuality: z.string(),
    price: euros,
    /** `from`: the lowest price of the previous 30 days. `at`: the time of the reduction. */
    reduced: z.object({ from: euros, at: timestamp }).optional(),
    /** How many people watch it; absent for very few. */
    watchers: z.int().optional(),
    /** Shipping within the seller's country, to the other countries of this market, and beyond. `own`: rates for this listing only. */
    shipping: z.object({ domestic: euros, continental: euros, international: euros, own: z.boolean() }),
    description: z.string(),
    status: z.enum(['active', 'sold', 'archived']),
    /** Somebody is paying for it, or the seller agreed a price with a buyer. For a single listing: somebody other than the caller. */
    reserved: z.boolean(),
    /** The seller is suspended or about to leave, so nobody can buy it. */
    sellerAway: z.literal(true).optional(),
    /** The status of its transaction. */
    badge: z.enum(['Shipped', 'Completed', 'Disputed']).nullable(),
    disclaimerAccepted: z.boolean(),
    images: z.array(image),
    location: z.string(),
    posted: timestamp,
    seller,
    /** The transaction that reserves it or sold it. Only for its parties, and only for a single listing. */
    ownSale: id.optional(),
    /** The price agreed between the seller and the caller, valid until `until`. Only for a single listing. */
    agreed: z.object({ price: euros, until: timestamp }).optional(),
    /** Why the caller cannot buy it now: earlier unpaid purchases. Only for a single listing. */
    notYet: z.object({ message: z.string(), possibleAt: timestamp.optional() }).optional(),
  })
  .meta({ id: 'Listing' });
export type Listing = z.infer<typeof listing>;

export const franchise = z
  .object({
    id: z.string(),
    name: z.string(),
    isOfficial: z.boolean(),
    disclaimerRequired: z.boolean(),
    disclaimer: z.string(),
  })
  .meta({ id: 'Franchise' });

export const factionData = z.record(
  z.string(),
  z.object({
    subfactions: z.array(z.string()),
    /** The games of the faction; only when all games are requested. */
    franchises: z.array(z.string()).optional(),
  }),
);

/** PUT /listings/{id}: `status` selects one of the two. A client cannot set `sold`. */
export const listingUpdate = z
  .discriminatedUnion('status', [archiveListing, reviseListing], {
    error: 'Status must be active or archived',
  })
  .meta({
    id: 'ListingUpdate',
    // OpenAPI requires the discriminator in every branch, but `status` is optional in one
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
      delete jsonSchema.discriminator;
    },
  });

/** POST /listings/{id}/photos, the text part: the new list of photos, each an `s3Key`, or `new` for the next file of `images`. */
export const photoOrder = z
  .object({
    order: z
      .string({ error: 'The order of the photos is required' })
      .max(2_000)
      .transform((list) =>
        list
          .split(',')
          .map((key) => key.trim())
          .filter(Boolean),
      )
      .meta({
        description:
          'The new list of photos, separated by commas: the `s3Key` of a photo to keep, or `new` for the next file of `images`',
      }),
  })
  .meta({ id: 'PhotoOrder' });

export const listingChanged = z
  .object({ success: z.literal(true), message: z.string(), _id: id, id })
  .meta({ id: 'ListingChanged' });

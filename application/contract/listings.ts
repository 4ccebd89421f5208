import { z } from 'zod';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { formatCents, formatRound, parseEuros } from '#domain/shared/euros.ts';
import { oneLine } from '#domain/shared/oneLine.ts';
import { LEAST_PRICE, MOST_PRICE } from '#domain/transactions/limits.ts';
import { euros, id, image, timestamp } from './common.ts';
import { listingRates, listingRatesPart } from './shippingRates.ts';

const required = (text: string, max: number, label: string, written = z.string({ error: text }).trim()) =>
  written.min(1, text).max(max, `${label} must be at most ${max} characters`);

/** What sentences name it by. */
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
    /** `[erased]` once the account is. */
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
    /** From the lowest price of the thirty days before, and since when. */
    reduced: z.object({ from: euros, at: timestamp }).optional(),
    /** How many watch it; not told of very few. */
    watchers: z.int().optional(),
    /** What shipping it costs, within its seller's country, to the others of this market, and beyond; `own`: for this listing alone. */
    shipping: z.object({ domestic: euros, continental: euros, international: euros, own: z.boolean() }),
    description: z.string(),
    status: z.enum(['active', 'sold', 'archived']),
    /** A sale of it is being paid, or its seller has agreed on a price with a buyer: with somebody else than who asks about it alone. */
    reserved: z.boolean(),
    /** Its seller is suspended or about to leave: nobody can buy it meanwhile. */
    sellerAway: z.literal(true).optional(),
    /** Taken from the sale. */
    badge: z.enum(['Shipped', 'Completed', 'Disputed']).nullable(),
    disclaimerAccepted: z.boolean(),
    images: z.array(image),
    location: z.string(),
    posted: timestamp,
    seller,
    /** The sale that it is reserved for or was sold in; told to its buyer and its seller only, and only about one listing. */
    ownSale: id.optional(),
    /** What its seller and the caller have agreed on, who can buy it for that until then. Only about one listing. */
    agreed: z.object({ price: euros, until: timestamp }).optional(),
    /** Why the caller cannot buy it at this moment, though it is on offer: purchases that they left unpaid. Only about one listing. */
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
    /** The names of its games, where all of them are asked for. */
    franchises: z.array(z.string()).optional(),
  }),
);

/** PUT /listings/{id}: which of the two it is stands in `status`; `sold` is not a client's to say. */
export const listingUpdate = z
  .discriminatedUnion('status', [archiveListing, reviseListing], {
    error: 'Status must be active or archived',
  })
  .meta({
    id: 'ListingUpdate',
    // OpenAPI wants a discriminator in every branch; here `status` may be left out of one
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
      delete jsonSchema.discriminator;
    },
  });

/** POST /listings/{id}/photos, the text part beside `images`: all photos from now on, by their `s3Key`, or `new` for the next one of `images`. */
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
          'All photos from now on, between commas: the `s3Key` of one that stays, or `new` for the next file of `images`',
      }),
  })
  .meta({ id: 'PhotoOrder' });

export const listingChanged = z
  .object({ success: z.literal(true), message: z.string(), _id: id, id })
  .meta({ id: 'ListingChanged' });

import { z } from 'zod';
import { MAX_IMAGE_BYTES, TOO_MANY_IMAGES } from '#application/contract/limits.ts';
import { listingPage, listingQuery } from '#application/contract/listingSearch.ts';
import { createListing, listing, listingChanged, listingUpdate, photoOrder } from '#application/contract/listings.ts';
import { NEW_PHOTO } from '#application/contract/photos.ts';
import { ownRates } from '#application/contract/shippingRates.ts';
import { soldPrices, soldQuery } from '#application/contract/soldPrices.ts';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import type { ShippingTerms } from '#domain/listings/commands.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';
import { toEuros } from '#domain/shared/money.ts';
import { type Endpoint, endpoint, Refused, type UploadedFile } from '../../endpoint.ts';
import { invalidInput } from '../../errors.ts';
import { wordsOf } from '../../rejections.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted, idParameter, SUCCESS } from '../deps.ts';

const tag = 'Listings';

/** Lets one more through than allowed, so that the rules are reported in their order. */
const UPLOAD = {
  maxFiles: MAX_IMAGES + 1,
  maxFileBytes: MAX_IMAGE_BYTES,
  tooMany: TOO_MANY_IMAGES,
};
const PHOTOS = { field: 'images', most: MAX_IMAGES } as const;

/** In seconds: an hour is short compared with a year of sales. */
const KEPT_FOR = 3_600;

const photosIn = (files: readonly UploadedFile[]): Buffer[] =>
  files.filter(({ field }) => field === 'images').map(({ content }) => content);

/** The buyer sees the promised rates, whatever the seller's current ones. */
const asAgreed = ({ rates, sellerCountry }: ShippingTerms, own: boolean) => ({
  location: sellerCountry,
  shipping: {
    domestic: toEuros(rates.domestic),
    continental: toEuros(rates.continental),
    international: toEuros(rates.international),
    own,
  },
});

export const listingEndpoints = ({ queries, listings, sales: transactions, clock }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'listings',
    operationId: 'searchListings',
    summary: 'Search listings',
    tag,
    may: access.listing.see.offered,
    knowsCaller: true,
    query: listingQuery,
    response: listingPage,
    handle: async ({ query }) => ({ body: await queries.listings.findListings(query) }),
  }),
  endpoint({
    method: 'get',
    path: 'listings/user',
    operationId: 'listOwnListings',
    summary: 'List your listings in every status',
    tag,
    may: access.listing.see.own,
    response: z.array(listing),
    handle: async ({ account }) => ({ body: await queries.listings.listingsOfSeller(account.id) }),
  }),
  endpoint({
    method: 'get',
    path: 'prices/sold',
    operationId: 'getSoldPrices',
    summary: 'Get the prices of similar items sold in the last year, if there are five or more',
    tag,
    may: access.listing.see.soldPrices,
    cacheSeconds: KEPT_FOR,
    query: soldQuery,
    response: soldPrices,
    handle: async ({ query }) => ({ body: { sold: await queries.prices.soldLike(query, clock.now()) } }),
  }),
  endpoint({
    method: 'get',
    path: 'listings/{id}',
    operationId: 'getListing',
    summary: 'Get a listing; only its owner can see an archived one',
    tag,
    may: access.listing.see.offered,
    knowsCaller: true,
    params: idParameter,
    query: z.object({ public: z.string().optional() }),
    response: listing,
    handle: async ({ params, account }) => {
      const found = await queries.listings.listingById(params.id);
      const right = found?.status === 'archived' ? access.listing.see.own : access.listing.see.offered;
      if (!found || !may(right, found.seller._id === account?.id ? 'owner' : 'visitor'))
        throw new Refused({ code: 'listingNotFound' });
      const agreed = account && found.reserved ? await queries.proposals.agreedOn(params.id, account.id) : undefined;
      const ownTransaction =
        account && (found.reserved || found.status === 'sold')
          ? await queries.listings.ownSaleOf(params.id, account.id)
          : undefined;
      const reserved = found.reserved && (!agreed || ownTransaction !== undefined);
      const taken = reserved || found.status === 'sold';
      const mayBuy = account && found.status === 'active' && !taken && found.seller._id !== account.id;
      const refusal = mayBuy ? await transactions.unpaidRefusal(account.id, params.id) : null;
      return {
        body: {
          ...found,
          reserved,
          ...(agreed?.shipping && asAgreed(agreed.shipping, found.shipping.own)),
          agreed: agreed && { price: toEuros(agreed.price), until: new Date(agreed.until).toISOString() },
          notYet: refusal ? { message: wordsOf(refusal), possibleAt: refusal.possibleAt } : undefined,
          ownSale: ownTransaction,
        },
      };
    },
  }),
  command({
    method: 'post',
    path: 'listings',
    operationId: 'createListing',
    summary: 'Publish a listing',
    tag,
    limit: 'upload',
    may: access.listing.do.publish,
    multipart: {
      ...UPLOAD,
      files: { ...PHOTOS, least: 1, about: 'Photos of the item in their order; the first is the cover' },
    },
    success: 201,
    body: createListing,
    response: listingChanged,
    admit: async ({ actor }) => {
      granted(await listings.mayPublish(actor));
    },
    run: (call) => {
      const { disclaimerAccepted, shippingRates, ...offer } = call.body;
      const draft = { offer, rates: ownRates(shippingRates), disclaimerAccepted, photos: photosIn(call.files) };
      return listings.publish(draft, call.context);
    },
    answer: ({ id }) => ({ ...SUCCESS, message: 'Listing created successfully', _id: id, id }),
  }),
  endpoint({
    method: 'post',
    path: 'listings/{id}/photos',
    operationId: 'changeListingPhotos',
    summary: 'Add, remove and reorder the photos of a listing',
    tag,
    limit: 'upload',
    may: access.listing.do.revise,
    multipart: {
      ...UPLOAD,
      files: { ...PHOTOS, least: 0, about: 'The new photos, in the order of the `new` entries of `order`' },
    },
    params: idParameter,
    body: photoOrder,
    response: listingChanged,
    admit: async ({ params, actor }) => {
      granted(await listings.mayEdit(params.id, actor));
    },
    handle: async (call) => {
      const { id } = call.params;
      const { order } = call.body;
      const photos = photosIn(call.files);
      if (order.filter((key) => key === NEW_PHOTO).length !== photos.length)
        throw invalidInput({ order: 'Each new photo needs one place in the order' });
      const next = photos.values();
      const places = order.map((key) => (key === NEW_PHOTO ? { coming: next.next().value! } : { kept: key }));
      const { position } = granted(await listings.changePhotos(id, places, call.context));
      return { body: { ...SUCCESS, message: 'Photos updated successfully', _id: id, id }, position };
    },
  }),
  endpoint({
    method: 'put',
    path: 'listings/{id}',
    operationId: 'updateListing',
    summary: 'Update or archive a listing',
    tag,
    limit: 'revising',
    may: access.listing.do.revise,
    params: idParameter,
    body: listingUpdate,
    response: listingChanged,
    handle: async (call) => {
      const { id } = call.params;
      const context = call.context;
      if (call.body.status === 'archived') {
        const { position } = granted(await listings.archive(id, context));
        return { body: { ...SUCCESS, message: 'Listing archived successfully', _id: id, id }, position };
      }
      const { status: _, disclaimerAccepted: __, shippingRates, ...offer } = call.body;
      const { position } = granted(await listings.revise(id, { offer, rates: ownRates(shippingRates) }, context));
      return { body: { ...SUCCESS, message: 'Listing updated successfully', _id: id, id }, position };
    },
  }),
];

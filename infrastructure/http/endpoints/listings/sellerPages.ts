import { aroundListing, sellerOffers, sellerOffersQuery, sellerPage } from '#application/contract/sellerPages.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

const tag = 'Sellers';

export const sellerPageEndpoints = ({ queries, clock }: EndpointDeps): Endpoint[] => {
  const notFound = () => new Refused({ code: 'sellerNotFound' });
  return [
    endpoint({
      method: 'get',
      path: 'sellers/{id}',
      operationId: 'getSeller',
      summary: 'Get a seller with their sales figures',
      tag,
      may: access.listing.see.seller,
      params: idParameter,
      response: sellerPage,
      handle: async ({ params }) => {
        const found = await queries.sellers.sellerPageOf(params.id, clock.now());
        if (!found) throw notFound();
        return { body: found };
      },
    }),
    endpoint({
      method: 'get',
      path: 'sellers/{id}/listings',
      operationId: 'listSellerListings',
      summary: 'List the active listings of a seller, newest first',
      tag,
      may: access.listing.see.seller,
      params: idParameter,
      query: sellerOffersQuery,
      response: sellerOffers,
      handle: async ({ params, query }) => {
        if ((await queries.sellers.sellerNameOf(params.id)) === undefined) throw notFound();
        return { body: await queries.listings.offersOfSeller(params.id, query) };
      },
    }),
    endpoint({
      method: 'get',
      path: 'listings/{id}/around',
      operationId: 'getRelatedListings',
      summary: 'List more listings of the same seller, and similar listings of others',
      tag,
      may: access.listing.see.offered,
      params: idParameter,
      response: aroundListing,
      handle: async ({ params }) => {
        const listing = await queries.listings.listingById(params.id);
        if (!listing || listing.status === 'archived') throw new Refused({ code: 'listingNotFound' });
        return { body: await queries.listings.aroundListing(listing) };
      },
    }),
  ];
};

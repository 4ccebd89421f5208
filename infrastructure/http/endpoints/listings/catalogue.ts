import { z } from 'zod';
import { factionData, franchise } from '#application/contract/listings.ts';
import { access } from '#domain/access/access.ts';
import { allContinents } from '#domain/catalogue/continents.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES, factionDataOf } from '#domain/catalogue/franchises.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';

const tag = 'Catalogue';

/** Fixed data, so no call waits for a read model. */
export const catalogueEndpoints = (): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'listings/franchises',
    operationId: 'listFranchises',
    summary: 'List the games, default first',
    tag,
    reads: false,
    may: access.listing.see.offered,
    response: z.object({ franchises: z.array(franchise) }),
    handle: async () => ({ body: { franchises: FRANCHISES.map(({ factions: _, ...rest }) => rest) } }),
  }),
  endpoint({
    method: 'get',
    path: 'listings/factions',
    operationId: 'listFactions',
    summary: 'List the factions of one game, by name or id, or of all games',
    tag,
    reads: false,
    may: access.listing.see.offered,
    query: z.object({ franchise: z.string().trim().max(100).optional() }),
    response: z.object({ factionData }),
    handle: async ({ query }) => ({
      body: {
        factionData: Object.fromEntries(
          Object.entries(factionDataOf(query.franchise || undefined)).map(([name, { subfactions, franchises }]) => [
            name,
            { subfactions: [...subfactions], ...(franchises && { franchises: [...franchises] }) },
          ]),
        ),
      },
    }),
  }),
  endpoint({
    method: 'get',
    path: 'listings/countries',
    operationId: 'listCountries',
    summary: 'List the countries of sellers',
    tag,
    reads: false,
    may: access.listing.see.offered,
    response: z.array(z.string()),
    handle: async () => ({ body: [...REGISTRATION_COUNTRIES] }),
  }),
  endpoint({
    method: 'get',
    path: 'listings/continents',
    operationId: 'listContinents',
    summary: 'List the continents',
    tag,
    reads: false,
    may: access.listing.see.offered,
    response: z.array(z.string()),
    handle: async () => ({ body: allContinents() }),
  }),
];

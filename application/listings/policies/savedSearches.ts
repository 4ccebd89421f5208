import { listing as listings } from '#domain/listings/listing.ts';
import { fold } from '#domain/shared/decider.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import type { Offered, SavedSearches } from '../storage.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands'> & { savedSearches: SavedSearches };

const offerBefore = async (
  { stream, revision }: Pick<Recorded, 'stream' | 'revision'>,
  { repository }: Deps,
): Promise<Offered['former']> => {
  const { history } = await repository.listings.loadWithHistory(idIn(stream));
  return fold(
    listings,
    history.filter((event) => event.revision < revision),
  ).offer;
};

/** Matches new and changed listings against all saved searches. Each owner's stream records the matches. */
export const savedSearches = (deps: Deps): Policy =>
  policy({
    name: 'savedSearches',
    handles: ['ListingPublished', 'ListingRevised', 'ListingReturnedToMarket'],
    begins: { ListingPublished: 'now', ListingRevised: 'now', ListingReturnedToMarket: 'now' },
    handle: async (event) => {
      const { type, stream, data, position } = event;
      const listingId = idIn(stream);
      const former = type === 'ListingRevised' ? await offerBefore(event, deps) : undefined;
      const { price, found } = await deps.savedSearches.answeredBy({
        listing: listingId,
        former,
        at: data.at,
        position,
      });
      const how = former !== undefined && price < former.price ? 'reduced' : 'offered';
      for (const { account, searches } of found) {
        const match = { type: 'MatchListing', listingId, how, price, searches } as const;
        await deps.commands.toSearches(account, match, causedBy(event, `match.${account}`));
      }
    },
  });

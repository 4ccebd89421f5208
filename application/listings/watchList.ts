import type { ListingId } from '#domain/shared/ids.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

/** A member's watch list: their own stream, decided against the current listing. */
export const watchListCommands = ({ repository }: { repository: Pick<Repository, 'listings' | 'watchList'> }) => ({
  watch: async (listingId: ListingId, context: CommandContext) => {
    const { status, removed, sellerId, offer } = (await repository.listings.load(listingId)).state;
    const listing = { status, removed, sellerId, price: offer.price };
    return repository.watchList.send(context.actor.id, { type: 'WatchListing', listingId, listing }, context);
  },
  unwatch: (listingId: ListingId, context: CommandContext) =>
    repository.watchList.send(context.actor.id, { type: 'UnwatchListing', listingId }, context),
});

import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import { listingQuery } from '../../api/listingQueries.ts';
import { watchedIdsQuery, watchListQuery } from '../../api/watchQueries.ts';

/**
 * Optimistic update; on failure it rolls back and refetches. The watch list keeps the card until it is opened again.
 * Returns whether it succeeded.
 */
export const setWatched = async (listing: string, watched: boolean, client: QueryClient): Promise<boolean> => {
  const show = (so: boolean) =>
    client.setQueryData(watchedIdsQuery.queryKey, (shown = { listings: [] }) => {
      const others = shown.listings.filter((id) => id !== listing);
      return { listings: so ? [listing, ...others] : others };
    });
  show(watched);
  await client.cancelQueries(watchedIdsQuery);
  show(watched);
  try {
    await (watched ? api.put : api.delete)(`user/watching/${listing}`);
    return true;
  } catch (error) {
    show(!watched);
    toast.error(messageOf(error, 'This could not be changed. Please try again.'));
    return false;
  } finally {
    void client.invalidateQueries({ ...watchListQuery, refetchType: 'none' });
    void client.invalidateQueries(watchedIdsQuery);
    void client.invalidateQueries(listingQuery(listing));
  }
};

import type { Knex } from 'knex';
import type { SavedSearches, Watchers } from '#application/listings/storage.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { OutsideFailure } from '#application/ports/failures.ts';
import type { InAppMessage } from '#application/ports/push.ts';
import { destinationOf } from '#domain/notifications/notificationTypes.ts';
import { answeredBy, findingStill } from '#projections/listings/savedSearches/answered.ts';
import { watchersOf } from '#projections/listings/watchList.ts';
import { rungBy, unreadNotification } from '#projections/notifications/queries.ts';

/** How long a policy waits for the read models before it retries later, ms. */
const WITHIN = 5_000;

/** The read models lack the event so far; they may stand still, for example while a disk is full. */
class NotReadYet extends OutsideFailure {
  override name = 'NotReadYet';
}

type WaitFor = (position: Position, timeoutMs: number) => Promise<boolean>;

/** Queries of policies about an event; they wait until the read models contain it. */
export const readModelQueries = (
  db: Knex,
  waitFor: WaitFor,
): { watchers: Watchers; savedSearches: SavedSearches; bell: InAppMessage } => {
  const holding = async (position: Position, otherwise: string): Promise<void> => {
    if (!(await waitFor(position, WITHIN))) throw new NotReadYet(otherwise);
  };
  return {
    watchers: {
      of: async (listing, position) => {
        await holding(position, 'who watches it is not known yet');
        return watchersOf(db, listing);
      },
    },
    savedSearches: {
      answeredBy: async (offered) => {
        await holding(offered.position, 'whose searches find it is not known yet');
        return answeredBy(db, offered);
      },
      stillFinding: async ({ listing, searches, position }) => {
        await holding(position, 'whether they still find it is not known yet');
        return findingStill(db, listing, searches);
      },
    },
    bell: {
      rungBy: async ({ id, position }) => {
        await holding(position, 'whom it is told to is not known yet');
        return rungBy(db, id);
      },
      unread: async (id) => {
        const found = await unreadNotification(db, id);
        if (!found) return undefined;
        const { type, content: text, createdAt } = found;
        return { type, text, path: destinationOf(found), at: Date.parse(createdAt) };
      },
    },
  };
};

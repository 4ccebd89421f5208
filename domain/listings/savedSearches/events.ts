import { z } from 'zod';
import { PACES } from '../../accounts/mailChoices.ts';
import { type EventOf, fact, personal } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';
import { cents } from '../../shared/money.ts';
import { wanted } from './filters.ts';

/** By being published or coming back, by what it says now, or by costing less. */
export const WAYS_TO_MATCH = ['offered', 'reduced'] as const;

const pace = z.enum(PACES);

/** Stream `searches-{accountId}`: what somebody looks for is theirs to know, and goes with their key. */
export const searchEvents = {
  SearchSaved: fact({ searchId: id, wanted: personal(wanted), name: personal(z.string()) }),
  SearchRenamed: fact({ searchId: id, name: personal(z.string()) }),
  /** How soon its owner is told: by bell and email; once a day by email; neither. */
  SearchPaceChosen: fact({ searchId: id, pace }),
  /** All that it has found is known to its owner. */
  SearchLookedAt: fact({ searchId: id }),
  SearchDeleted: fact({ searchId: id }),
  /** All searches that a listing answers now and did not before, and what it costs; `pace`: of the soonest. */
  SearchMatched: fact({
    listingId: personal(id),
    how: z.enum(WAYS_TO_MATCH),
    price: cents,
    searches: z.array(id).min(1),
    pace,
  }),
} as const;

export type SearchEvent = EventOf<typeof searchEvents>;

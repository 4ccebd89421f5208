import { accounts } from './accounts/projection.ts';
import { events } from './audit/events/projection.ts';
import { security } from './audit/security/projection.ts';
import { conversations } from './conversations/projection.ts';
import type { Projection } from './engine/projection.ts';
import { photos } from './listings/photos.ts';
import { priceOffers } from './listings/priceOffers.ts';
import { listings } from './listings/projection.ts';
import { savedSearches } from './listings/savedSearches/projection.ts';
import { sellers } from './listings/sellers.ts';
import { soldPrices } from './listings/soldPrices.ts';
import { watchList } from './listings/watchList.ts';
import { listingReports } from './moderation/projection.ts';
import { activity } from './notifications/activity.ts';
import { notifications } from './notifications/projection.ts';
import { reviews } from './reviews/projection.ts';
import { ledger } from './transactions/ledger/projection.ts';
import { cases, deadlines, transactions } from './transactions/projection.ts';

/** Every read model of the product. */
export const allProjections: readonly Projection[] = [
  accounts,
  listings,
  transactions,
  deadlines,
  ledger,
  notifications,
  conversations,
  activity,
  soldPrices,
  cases,
  security,
  watchList,
  sellers,
  priceOffers,
  savedSearches,
  listingReports,
  reviews,
  photos,
  events,
];

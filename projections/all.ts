import { accounts } from './accounts/projection.ts';
import { security } from './audit/security/projection.ts';
import { conversations } from './conversations/projection.ts';
import type { Projection } from './engine/projection.ts';
import { photos } from './listings/photos/projection.ts';
import { proposals } from './listings/priceOffers/projection.ts';
import { listings } from './listings/projection.ts';
import { searches } from './listings/savedSearches/projection.ts';
import { sellers } from './listings/sellers/projection.ts';
import { prices } from './listings/soldPrices/projection.ts';
import { watchList } from './listings/watchList/projection.ts';
import { notices } from './moderation/projection.ts';
import { activity } from './notifications/activity/projection.ts';
import { notifications } from './notifications/projection.ts';
import { reviews } from './reviews/projection.ts';
import { cases } from './transactions/cases/projection.ts';
import { deadlines } from './transactions/deadlines/projection.ts';
import { ledger } from './transactions/ledger/projection.ts';
import { transactions } from './transactions/projection.ts';

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
  prices,
  cases,
  security,
  watchList,
  sellers,
  proposals,
  searches,
  notices,
  reviews,
  photos,
];

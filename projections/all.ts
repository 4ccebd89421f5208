import { accounts } from './accounts/projection.ts';
import { activity } from './activity/projection.ts';
import { cases } from './cases/projection.ts';
import { conversations } from './conversations/projection.ts';
import { deadlines } from './deadlines/projection.ts';
import type { Projection } from './engine/projection.ts';
import { ledger } from './ledger/projection.ts';
import { listings } from './listings/projection.ts';
import { notices } from './notices/projection.ts';
import { notifications } from './notifications/projection.ts';
import { photos } from './photos/projection.ts';
import { prices } from './prices/projection.ts';
import { proposals } from './proposals/projection.ts';
import { reviews } from './reviews/projection.ts';
import { searches } from './searches/projection.ts';
import { security } from './security/projection.ts';
import { sellers } from './sellers/projection.ts';
import { transactions } from './transactions/projection.ts';
import { watching } from './watching/projection.ts';

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
  watching,
  sellers,
  proposals,
  searches,
  notices,
  reviews,
  photos,
];

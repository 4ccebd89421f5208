import type { Knex } from 'knex';
import { accountRow, roleHoldersOf, roleProposalsOf, searchAccounts } from '#projections/accounts/people.ts';
import { maskedBankDetailsOf, profileOf, sellerStatusOf, statsOf } from '#projections/accounts/queries.ts';
import { accountFileOf } from '#projections/accounts/staffAccount.ts';
import { disclosuresFound, securityFacts } from '#projections/audit/security/queries.ts';
import { labelsOf, quarantineOf, saleWithTail } from '#projections/audit/streams.ts';
import { messagesOf } from '#projections/conversations/messages.ts';
import { ownConversationsOf, ownReportsOf } from '#projections/conversations/ownMessages.ts';
import {
  blockedBy,
  conversationsOf,
  findConversation,
  messageFor,
  unreadMessagesOf,
} from '#projections/conversations/queries.ts';
import { placesOf, reportedIn, reportedMessages } from '#projections/conversations/reported.ts';
import { aroundListing, offersOfSeller } from '#projections/listings/around.ts';
import { agreedOn, openProposalsOf, proposalPage, proposalsOf } from '#projections/listings/priceOffers/queries.ts';
import {
  everyListingOfSeller,
  findListings,
  listingById,
  listingsOfSeller,
  ownSaleOf,
  removedAmong,
} from '#projections/listings/queries.ts';
import { searchesOf } from '#projections/listings/savedSearches/queries.ts';
import { sellerNameOf, sellerPageOf } from '#projections/listings/sellers/queries.ts';
import { soldLike } from '#projections/listings/soldPrices/queries.ts';
import { watchedBy, watchedIdsOf } from '#projections/listings/watchList/queries.ts';
import { listingCases, noticesOf } from '#projections/moderation/queries.ts';
import { activityOf } from '#projections/notifications/activity/queries.ts';
import { hasNotification, notificationsOf } from '#projections/notifications/queries.ts';
import { ownReviewsOf, removedReviewsOf, reportedReviews, reviewsOfSeller } from '#projections/reviews/queries.ts';
import { caseFileOf, caseNewsOf } from '#projections/transactions/cases/caseFile.ts';
import { casePage, casesOf } from '#projections/transactions/cases/queries.ts';
import { circumstancesOfSales } from '#projections/transactions/circumstances.ts';
import {
  balancesOf,
  entriesOf,
  entriesPage,
  ledgerTotals,
  readBooks,
  tAccountsOfSale,
} from '#projections/transactions/ledger/queries.ts';
import {
  ownSales,
  salesThatNeed,
  shareOpenSale,
  starsGivenBy,
  transactionFor,
  transactionHistory,
  transactionsOf,
} from '#projections/transactions/queries.ts';
import { keptChecks } from '../policies/readModelCheck.ts';
import { openReconciliation } from '../policies/reconciliation.ts';

type Query = (db: Knex, ...rest: never[]) => unknown;
type Asked<Of> = Of extends (db: Knex, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;

const asking = <Queries extends Record<string, Query>>(db: Knex, queries: Queries) =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, (...rest: never[]) => query(db, ...rest)]),
  ) as { [Name in keyof Queries]: Asked<Queries[Name]> };

/** What the calls of the API ask of the read models. */
export const openQueries = (db: Knex) => ({
  accounts: asking(db, { maskedBankDetailsOf, profileOf, sellerStatusOf, statsOf }),
  activity: asking(db, { activityOf }),
  cases: asking(db, { casePage, casesOf }),
  conversations: asking(db, {
    blockedBy,
    conversationsOf,
    findConversation,
    messageFor,
    unreadMessagesOf,
    messagesOf,
    ownConversationsOf,
    ownReportsOf,
    reportedIn,
    reportedMessages,
    placesOf,
  }),
  ledger: {
    ...asking(db, { balancesOf, entriesOf, entriesPage, ledgerTotals, readBooks, tAccountsOfSale }),
    lastReconciliation: openReconciliation(db).last,
    readModelChecks: () => keptChecks(db),
  },
  listings: asking(db, {
    aroundListing,
    everyListingOfSeller,
    findListings,
    listingById,
    listingsOfSeller,
    offersOfSeller,
    ownSaleOf,
    removedAmong,
  }),
  notifications: asking(db, { hasNotification, notificationsOf }),
  prices: asking(db, { soldLike }),
  proposals: asking(db, { agreedOn, openProposalsOf, proposalPage, proposalsOf }),
  reviews: asking(db, { ownReviewsOf, removedReviewsOf, reportedReviews, reviewsOfSeller }),
  security: asking(db, { disclosuresFound, securityFacts }),
  sellers: asking(db, { sellerNameOf, sellerPageOf }),
  staff: asking(db, {
    accountFileOf,
    caseFileOf,
    caseNewsOf,
    accountRow,
    roleHoldersOf,
    roleProposalsOf,
    searchAccounts,
    labelsOf,
    quarantineOf,
    saleWithTail,
  }),
  transactions: asking(db, {
    circumstancesOfSales,
    ownSales,
    starsGivenBy,
    salesThatNeed,
    shareOpenSale,
    transactionFor,
    transactionHistory,
    transactionsOf,
  }),
  searches: asking(db, { searchesOf }),
  notices: asking(db, { listingCases, noticesOf }),
  watching: asking(db, { watchedBy, watchedIdsOf }),
});

export type Queries = ReturnType<typeof openQueries>;

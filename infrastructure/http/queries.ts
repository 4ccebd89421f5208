import type { Knex } from 'knex';
import {
  accountRow,
  roleHoldersOf,
  roleProposalsOf,
  searchAccounts,
  usernamesOf,
} from '#projections/accounts/people.ts';
import { maskedBankDetailsOf, profileOf, sellerStatusOf } from '#projections/accounts/queries.ts';
import { accountFileOf } from '#projections/accounts/staffAccount.ts';
import {
  eventHistogram,
  eventsFound,
  streamsClosedTo,
  streamsMeant,
  transactionsWithCode,
} from '#projections/audit/events/queries.ts';
import { dataAccessesFound, securityEvents } from '#projections/audit/security/queries.ts';
import { historiesFound, labelsOf, quarantineOf, transactionWithTail } from '#projections/audit/streams.ts';
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
import { agreedOn, openPriceOffersOf, priceOfferPageOf, priceOffersOf } from '#projections/listings/priceOffers.ts';
import {
  everyListingOfSeller,
  findListings,
  listingById,
  listingsOfSeller,
  ownTransactionOf,
  removedAmong,
} from '#projections/listings/queries.ts';
import { searchesOf } from '#projections/listings/savedSearches/projection.ts';
import { sellerNameOf, sellerPageOf } from '#projections/listings/sellers.ts';
import { soldLike } from '#projections/listings/soldPrices.ts';
import { watchedBy, watchedIdsOf } from '#projections/listings/watchList.ts';
import { listingCases, listingReportsOf } from '#projections/moderation/queries.ts';
import { activityOf } from '#projections/notifications/activity.ts';
import { hasNotification, notificationsOf } from '#projections/notifications/queries.ts';
import { ownReviewsOf, removedReviewsOf, reportedReviews, reviewsOfSeller } from '#projections/reviews/queries.ts';
import { statsOf } from '#projections/transactions/accountStats.ts';
import { transactionsBegun } from '#projections/transactions/begun.ts';
import { caseFileOf, caseNewsOf } from '#projections/transactions/cases/caseFile.ts';
import { caseDeskOf } from '#projections/transactions/cases/desk.ts';
import { casePage, casesOf } from '#projections/transactions/cases/queries.ts';
import {
  balancesOfPeriod,
  entriesAfter,
  entriesOf,
  entriesPage,
  readBooks,
  tAccountsOfTransaction,
} from '#projections/transactions/ledger/queries.ts';
import {
  ownTransactions,
  shareOpenTransaction,
  starsGivenBy,
  transactionFor,
  transactionHistory,
  transactionsOf,
  transactionsThatNeed,
} from '#projections/transactions/queries.ts';
import { circumstancesOfTransactions } from '#projections/transactions/sights.ts';
import { effectsOf, webhooksOf } from '../observability/effects/queries.ts';
import { pendingWork, refusedCommands } from '../observability/effects/workQueries.ts';
import { keptChecks } from '../policies/readModelCheck.ts';
import { openReconciliation } from '../policies/reconciliation.ts';

type Query = (db: Knex, ...rest: never[]) => unknown;
type Asked<Of> = Of extends (db: Knex, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;

const asking = <Queries extends Record<string, Query>>(db: Knex, queries: Queries) =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, (...rest: never[]) => query(db, ...rest)]),
  ) as { [Name in keyof Queries]: Asked<Queries[Name]> };

/** The queries that the endpoints use. */
export const openQueries = (db: Knex) => ({
  accounts: asking(db, { maskedBankDetailsOf, profileOf, sellerStatusOf, statsOf, usernamesOf }),
  activity: asking(db, { activityOf }),
  effects: asking(db, { effectsOf, webhooksOf, pendingWork, refusedCommands }),
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
  events: asking(db, { eventHistogram, eventsFound, streamsClosedTo, streamsMeant, transactionsWithCode }),
  ledger: {
    ...asking(db, {
      balancesOfPeriod,
      entriesAfter,
      entriesOf,
      entriesPage,
      readBooks,
      tAccountsOfSale: tAccountsOfTransaction,
    }),
    lastReconciliation: openReconciliation(db).last,
    providerObject: openReconciliation(db).object,
    readModelChecks: () => keptChecks(db),
  },
  listings: asking(db, {
    aroundListing,
    everyListingOfSeller,
    findListings,
    listingById,
    listingsOfSeller,
    offersOfSeller,
    ownSaleOf: ownTransactionOf,
    removedAmong,
  }),
  notifications: asking(db, { hasNotification, notificationsOf }),
  prices: asking(db, { soldLike }),
  proposals: asking(db, {
    agreedOn,
    openProposalsOf: openPriceOffersOf,
    proposalPage: priceOfferPageOf,
    proposalsOf: priceOffersOf,
  }),
  reviews: asking(db, { ownReviewsOf, removedReviewsOf, reportedReviews, reviewsOfSeller }),
  security: asking(db, { disclosuresFound: dataAccessesFound, securityFacts: securityEvents }),
  sellers: asking(db, { sellerNameOf, sellerPageOf }),
  staff: asking(db, {
    accountFileOf,
    caseDeskOf,
    caseFileOf,
    caseNewsOf,
    accountRow,
    roleHoldersOf,
    roleProposalsOf,
    searchAccounts,
    labelsOf,
    quarantineOf,
    historiesFound,
    saleWithTail: transactionWithTail,
  }),
  transactions: asking(db, {
    circumstancesOfSales: circumstancesOfTransactions,
    ownSales: ownTransactions,
    starsGivenBy,
    salesThatNeed: transactionsThatNeed,
    shareOpenSale: shareOpenTransaction,
    transactionFor,
    transactionHistory,
    transactionsOf,
    salesBegun: transactionsBegun,
  }),
  searches: asking(db, { searchesOf }),
  listingReports: asking(db, { listingCases, listingReportsOf }),
  watching: asking(db, { watchedBy, watchedIdsOf }),
});

export type Queries = ReturnType<typeof openQueries>;

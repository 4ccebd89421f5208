import type { Knex } from 'knex';
import type { Notification } from '#application/contract/notifications.ts';
import { type OwnData, ownData } from '#application/contract/ownData.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { access } from '#domain/access/access.ts';
import { maskedBankDetailsOf, profileOf } from '#projections/accounts/queries.ts';
import { ownConversationsOf, ownReportsOf } from '#projections/conversations/ownMessages.ts';
import { blockedBy } from '#projections/conversations/queries.ts';
import { listingsOfSeller } from '#projections/listings/queries.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { ownSales } from '#projections/transactions/queries.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { standingOf } from './deletion.ts';
import { type EndpointDeps, found } from './deps.ts';
import { evidencePhotos } from './evidence.ts';

const PAGE = 500;

const allNotifications = async (db: Knex, account: string): Promise<Notification[]> => {
  const all: Notification[] = [];
  for (let page = 1; ; page++) {
    const { notifications, pagination } = await notificationsOf(db, account, { page, limit: PAGE });
    all.push(...notifications);
    if (!pagination.hasMore) return all;
  }
};

const iso = (instant: number): string => new Date(instant).toISOString();

/** What stands in the account's own events and in no read model, newest first. */
const fromEvents = (events: readonly Recorded[]): Pick<OwnData, 'ratings' | 'questionsToSupport'> => {
  const received: OwnData['ratings']['received'] = [];
  const questionsToSupport: OwnData['questionsToSupport'] = [];
  for (const { type, data } of [...events].reverse()) {
    if (type === 'SellerRated')
      received.push({ transactionId: data.transactionId, rating: data.rating, ratedAt: iso(data.at) });
    if (type === 'SupportContacted')
      questionsToSupport.push({ subject: data.subject, message: data.message, askedAt: iso(data.at) });
  }
  return { ratings: { received }, questionsToSupport };
};

export const ownDataEndpoints = ({ repository, clock, db, signedPaths }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/data',
    aliases: ['users/data'],
    tag: 'User',
    limit: 'ownData',
    summary: 'Everything about oneself as one JSON file',
    may: access.account.see.own,
    response: ownData,
    handle: async ({ account: { id } }) => {
      const now = clock.now();
      const [profile, bank, listings, sales, notifications, conversations, messageReports, blocked, account] =
        await Promise.all([
          profileOf(db, id),
          maskedBankDetailsOf(db, id),
          listingsOfSeller(db, id),
          ownSales(db, id, now, evidencePhotos(signedPaths)),
          allNotifications(db, id),
          ownConversationsOf(db, id),
          ownReportsOf(db, id),
          blockedBy(db, id),
          repository.accounts.loadWithHistory(id),
        ]);
      const body: OwnData = {
        exportedAt: iso(now),
        profile: found(profile, 'accountNotFound'),
        accountStatus: standingOf(account.state),
        bankDetails: bank.maskedDetails,
        listings,
        transactions: sales,
        notifications,
        conversations,
        messageReports,
        blocked,
        ...fromEvents(account.history),
      };
      return { body, filename: `reliquary-${iso(now).slice(0, 10)}.json` };
    },
  }),
];

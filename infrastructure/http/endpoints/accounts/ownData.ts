import type { Listing } from '#application/contract/listings.ts';
import type { OwnReport } from '#application/contract/moderation.ts';
import type { Notification } from '#application/contract/notifications.ts';
import { OWN_DATA_DESCRIPTIONS, type OwnData, ownData } from '#application/contract/ownData.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { access } from '#domain/access/access.ts';
import type { Account } from '#domain/accounts/state.ts';
import type { ListingId } from '#domain/shared/ids.ts';
import { TYPES_OF_SECURITY } from '#projections/audit/security/queries.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import type { Queries } from '../../queries.ts';
import { dataAccessesOf } from '../audit/accessLog.ts';
import { type EndpointDeps, found } from '../deps.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { evidencePhotos } from '../transactions/evidence.ts';
import { accountStatusOf } from './deletion.ts';
import { passkeysOf } from './passkeys.ts';
import { shownSessions } from './sessions.ts';

const PAGE = 500;

const allNotifications = async (queries: Queries, account: string): Promise<Notification[]> => {
  const all: Notification[] = [];
  for (let page = 1; ; page++) {
    const { notifications, pagination } = await queries.notifications.notificationsOf(account, { page, limit: PAGE });
    all.push(...notifications);
    if (!pagination.hasMore) return all;
  }
};

const iso = (instant: number): string => new Date(instant).toISOString();

type FromEvents = Pick<OwnData, 'authenticator' | 'questionsToSupport' | 'emailChanges'> & {
  received: OwnData['ratings']['received'];
};

/** Data that only the account's own events hold, newest first. */
const fromEvents = (events: readonly Recorded[]): FromEvents => {
  let authenticator: OwnData['authenticator'] = null;
  const received: OwnData['ratings']['received'] = [];
  const questionsToSupport: OwnData['questionsToSupport'] = [];
  const emailChanges: OwnData['emailChanges'] = [];
  const outcomes = new Map<string, 'changed' | 'ended'>();
  for (const { type, data } of events) {
    if (type === 'SecondFactorAdded') authenticator = { addedAt: iso(data.at) };
    if (type === 'SecondFactorRemoved') authenticator = null;
  }
  for (const { type, data } of [...events].reverse()) {
    if (type === 'SellerRated')
      received.push({ transactionId: data.transactionId, rating: data.rating, ratedAt: iso(data.at) });
    if (type === 'SupportContacted')
      questionsToSupport.push({ subject: data.subject, message: data.message, askedAt: iso(data.at) });
    if (type === 'EmailChanged') outcomes.set(data.requestId, 'changed');
    if (type === 'EmailChangeEnded') outcomes.set(data.requestId, 'ended');
    if (type === 'EmailChangeRequested') {
      const outcome = outcomes.get(data.requestId) ?? 'notConfirmed';
      emailChanges.push({ email: data.email, requestedAt: iso(data.at), outcome });
    }
  }
  return { authenticator, received, questionsToSupport, emailChanges };
};

/** Account events that belong to the security history. */
const OF_SECURITY: ReadonlySet<string> = new Set(Object.values(TYPES_OF_SECURITY).flat());

type Removal = NonNullable<OwnData['listings'][number]['removed']>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Leaves out digests of networks and addresses: nobody can read anything from them. */
const securityOf = (events: readonly Recorded[]): OwnData['security'] =>
  events
    .filter(({ type }) => OF_SECURITY.has(type))
    .map(({ type, data }) => {
      const { way, why, call, role, secondFactor, times }: Record<string, unknown> = data;
      return {
        at: iso(data.at),
        type,
        way: textOrNull(way),
        why: textOrNull(why),
        call: textOrNull(call),
        role: textOrNull(role),
        secondFactor: typeof secondFactor === 'boolean' ? secondFactor : null,
        times: typeof times === 'number' ? times : null,
      };
    })
    .toReversed()
    .sort((one, other) => other.at.localeCompare(one.at));

/** The settings of the account. Without push endpoints: anyone who has one can push to that device. */
const setUpOf = async (
  { id, sessionId }: SignedIn,
  state: Account,
  { accounts, passkeys, pushSubscriptions }: Pick<EndpointDeps, 'accounts' | 'passkeys' | 'pushSubscriptions'>,
): Promise<Pick<OwnData, 'settings' | 'passkeys' | 'sessions' | 'pushes'>> => ({
  settings: { appearance: state.appearance, emails: state.emails },
  passkeys: await passkeysOf(id, state, passkeys),
  sessions: shownSessions(await accounts.sessionsOf(id), sessionId),
  pushes: (await pushSubscriptions.of([id])).map(({ silent, daily }) => ({ silent: [...silent], daily: [...daily] })),
});

/** When and why staff removed a listing, in the words sent to the seller. `reports`: newest first. */
const removalOf = (listing: ListingId, reports: readonly OwnReport[]): Removal => {
  for (const { listing: of, side, decision, complaint } of reports) {
    const answer = complaint?.answer;
    const isRemoved = answer?.removed ?? decision?.outcome === 'removed';
    if (of._id !== listing || side !== 'seller' || !isRemoved) continue;
    const told = decision?.outcome === 'removed' ? decision : answer;
    if (told) return { at: told.at, reason: told.statement };
  }
  return { at: null, reason: null };
};

export const ownDataEndpoints = ({ repository, clock, queries, signedPaths, ...deps }: EndpointDeps): Endpoint[] => {
  const photos = openRemovedPhotos({ queries, signedPaths });

  const withRemovals = async (
    listings: readonly Listing[],
    reports: readonly OwnReport[],
  ): Promise<OwnData['listings']> => {
    const removed = await queries.listings.removedAmong(listings.map(({ _id }) => _id));
    const pictured = await photos.ofListings(listings, () => ['owner']);
    return pictured.map((listing) => ({
      ...listing,
      removed: removed.has(listing._id) ? removalOf(listing._id, reports) : null,
    }));
  };

  return [
    endpoint({
      method: 'get',
      path: 'user/data',
      operationId: 'exportOwnData',
      tag: 'User',
      limit: 'ownData',
      summary: 'Export my data',
      may: access.account.see.own,
      response: ownData,
      handle: async ({ account: reader }) => {
        const { id } = reader;
        const now = clock.now();
        const [
          profile,
          bank,
          listings,
          watchList,
          priceOffers,
          savedSearches,
          reviews,
          sales,
          given,
          notifications,
          conversations,
          messageReports,
          blocked,
        ] = await Promise.all([
          queries.accounts.profileOf(id),
          queries.accounts.maskedBankDetailsOf(id),
          queries.listings.everyListingOfSeller(id),
          queries.watching.watchedBy(id),
          queries.proposals.proposalsOf(id),
          queries.searches.searchesOf(id),
          queries.reviews.ownReviewsOf(id),
          queries.transactions.ownSales(id, now, evidencePhotos(signedPaths)),
          queries.transactions.starsGivenBy(id),
          allNotifications(queries, id),
          queries.conversations.ownConversationsOf(id),
          queries.conversations.ownReportsOf(id),
          queries.conversations.blockedBy(id),
        ]);
        const [account, openings, security, listingReports] = await Promise.all([
          repository.accounts.show(id),
          dataAccessesOf({ repository }, id),
          repository.securityLog.show(id),
          queries.listingReports.listingReportsOf(id, now),
        ]);
        const { received, ...others } = fromEvents(account.history);
        const body: OwnData = {
          exportedAt: iso(now),
          contents: OWN_DATA_DESCRIPTIONS,
          profile: found(profile, 'accountNotFound'),
          ...(await setUpOf(reader, account.state, deps)),
          accountStatus: accountStatusOf(account.state),
          bankDetails: bank.maskedDetails,
          listings: await withRemovals(listings, listingReports),
          watching: watchList,
          priceProposals: priceOffers,
          savedSearches,
          transactions: await photos.ofSales(sales, reader),
          reviews,
          notifications,
          conversations,
          messageReports,
          listingReports,
          blocked,
          ratings: { received, given },
          ...others,
          openings,
          security: securityOf([...security.history, ...account.history]),
        };
        return { body, filename: `reliquary-${iso(now).slice(0, 10)}.json` };
      },
    }),
  ];
};

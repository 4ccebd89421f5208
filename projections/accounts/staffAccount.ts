import type { Knex } from 'knex';
import type { AccountFile } from '#application/contract/staffAccounts.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { MASK } from '#domain/access/mask.ts';
import { towards, type Viewer } from '#domain/access/right.ts';
import { account } from '#domain/accounts/account.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { dataFor, shownAs, sightOf, towardsAccount, towardsEvent } from '#domain/audit/sight.ts';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { fold } from '#domain/shared/decider.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { accountRow, ratingsOf, transactionCountsOf, usernamesOf } from './people.ts';

const iso = (instant: number): string => new Date(instant).toISOString();

/** The staff member who did it; undefined for the system and the account's owner. */
const officeOf = ({ stream, metadata: { actor } }: Recorded): AccountId | undefined =>
  actor.role === 'system' || stream === `account-${actor.id}` ? undefined : actor.id;

/** The event with the data that the viewer may read. */
const seenBy =
  (viewer: Viewer) =>
  <Event extends Recorded>(event: Event): Event => ({
    ...event,
    data: dataFor(event, towardsEvent(event, viewer)).data,
  });

/** The termination that waits for a second person. */
const proposalIn = (
  events: readonly Recorded<AccountEvent>[],
  names: ReadonlyMap<AccountId, string>,
  viewer: Viewer,
): AccountFile['termination'] => {
  const { termination } = fold(account, events);
  if (!termination || termination.confirmed) return null;
  for (const event of events.toReversed()) {
    const { type, data } = event;
    if (type === 'TerminationProposed' && data.proposalId === termination.proposalId)
      return {
        proposalId: data.proposalId,
        reason: seenBy(viewer)(event).data.reason,
        proposedAt: iso(data.at),
        proposedBy: { _id: data.proposedBy, username: names.get(data.proposedBy) ?? 'system' },
      };
  }
  return null;
};

type Entry = AccountFile['history'][number];
type WarningRow = {
  at: number;
  note: string | null;
  by: AccountId;
  username: string | null;
  buyer_id: AccountId;
  seller_id: AccountId;
};

/** The warnings about messages of an account; each once, however many reported the message. */
const warningsOf = async (db: Knex, id: AccountId, viewer: Viewer): Promise<Entry[]> => {
  const { rows } = await db.raw<{ rows: WarningRow[] }>(
    `SELECT DISTINCT ON (r.message_id) r.resolved_at AS at, r.note, r.resolved_by AS by, w.username, c.buyer_id, c.seller_id
       FROM read_conversations.messages m
       JOIN read_conversations.reports r ON r.message_id = m.id AND r.outcome = 'warned'
       JOIN read_conversations.conversations c ON c.id = m.conversation_id
       LEFT JOIN read_accounts.accounts w ON w.id = r.resolved_by
      WHERE m.sender_id = ? ORDER BY r.message_id`,
    [id],
  );
  return rows.map(({ at, note, by, username, buyer_id, seller_id }) => {
    const who = towards({ buyerId: buyer_id, sellerId: seller_id }, viewer);
    return {
      event: 'MessageReportResolved',
      at: iso(at),
      detail: note === null ? null : (shownAs(note, sightOf('conversation.see.whyReported', who)) ?? MASK),
      by: { _id: by, username: username ?? ERASED },
    };
  });
};

/** An account for staff, without addresses and bank details. `events`: the account's own stream. */
export const accountFileOf = async (
  db: Knex,
  id: AccountId,
  events: readonly Recorded<AccountEvent>[],
  viewer: Viewer,
): Promise<Omit<AccountFile, 'allowed' | 'letGo'> | undefined> => {
  const found = await accountRow(db, id, viewer);
  if (!found) return undefined;
  const { row, summary } = found;
  const history = events.filter(({ type }) => eventTextOf(type).history).map(seenBy(viewer));
  const [transactions, names, warnings, counted] = await Promise.all([
    transactionCountsOf(db, id),
    usernamesOf(
      db,
      history.flatMap((event) => officeOf(event) ?? []),
    ),
    warningsOf(db, id, viewer),
    db.raw<{ rows: Record<'active' | 'sold' | 'reports' | 'listings' | 'reviews', number>[] }>(
      `SELECT (SELECT count(*) FROM read_listings.listings WHERE seller_id = :id AND status = 'active')::int AS active,
              (SELECT count(*) FROM read_listings.listings WHERE seller_id = :id AND status = 'sold')::int AS sold,
              (SELECT count(*) FROM read_conversations.reports r JOIN read_conversations.messages m ON m.id = r.message_id
                WHERE m.sender_id = :id)::int AS reports,
              (SELECT count(DISTINCT r.listing_id) FROM read_notices.reports r JOIN read_notices.cases c
                 ON c.listing_id = r.listing_id AND c.no = r.no WHERE c.seller_id = :id)::int AS listings,
              (SELECT count(DISTINCT (r.id, r.part)) FROM read_reviews.reports r JOIN read_reviews.texts t
                 ON t.id = r.id AND t.part = r.part WHERE t.author_id = :id)::int AS reviews`,
      { id },
    ),
  ]);
  const { active, sold, reports, listings: listingsReported, reviews: reviewsReported } = counted.rows[0]!;
  const waits = [row.payouts_held_until, row.frozen_until].filter((until) => until !== null);
  return {
    ...summary,
    termination: proposalIn(events, names, viewer),
    fullName: shownAs(row.full_name, sightOf('account.see.fullName', towardsAccount(id, viewer))),
    ratings: ratingsOf(row),
    sales: transactions,
    reports,
    listingsReported,
    reviewsReported,
    seller: {
      feeAccepted: row.fee_accepted,
      bankVerified: row.bank_verified,
      payoutsHeldUntil: waits.length === 0 ? null : iso(Math.max(...waits)),
    },
    listings: { active, sold },
    eraseAt: row.erase_at === null ? null : iso(row.erase_at),
    history: [
      ...warnings,
      ...history.map((event): Entry => {
        const by = officeOf(event);
        return {
          event: event.type,
          at: iso(event.data.at),
          detail: eventTextOf(event.type).history?.(event.data) ?? null,
          by: by === undefined ? null : { _id: by, username: names.get(by) ?? 'system' },
        };
      }),
    ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
};

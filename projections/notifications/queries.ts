import type { Knex } from 'knex';
import type { Notification, NotificationPage } from '#application/contract/notifications.ts';
import type { Rung } from '#application/ports/push.ts';
import { isAway } from '#domain/accounts/accountStatus.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { whose } from '../accounts/standing.ts';
import { contentOf, type NotificationRow } from './row.ts';

const JOINED = `SELECT n.*, a.username AS sender, l.title AS listed, s.name AS search,
         ${whose(isAway, 'v')} AS away
    FROM read_notifications.notifications n
  LEFT JOIN read_accounts.accounts a ON a.id = n.sender_id
  LEFT JOIN read_listings.listings l ON l.id = n.listing_id AND n.type IN ('watched', 'proposal', 'found', 'report', 'message_report')
  LEFT JOIN read_accounts.accounts v ON v.id = l.seller_id AND n.type = 'watched'
  LEFT JOIN read_searches.saved s ON s.id = n.said->'kept'->>'search' AND n.type = 'found'`;

/** `listed`: the listing's current title, if no transaction has kept one; `search`: the name of the saved search. */
type NotificationWithNames = NotificationRow & {
  sender: string | null;
  listed: string | null;
  search: string | null;
  away: boolean | null;
};

const asNotification = (row: NotificationWithNames): Notification => ({
  _id: row.id,
  type: row.type,
  content: contentOf(
    { ...row, title: row.listed ?? row.title },
    { sender: row.sender ?? ERASED, search: row.search, away: row.away ?? false },
  ),
  read: row.read,
  createdAt: new Date(row.created_at).toISOString(),
  sender: row.sender_id === null ? null : { _id: row.sender_id },
  transaction: row.transaction_id === null ? null : { _id: row.transaction_id },
  listing: row.listing_id,
});

/** Newest first. `unreadCount` counts all, whatever the page shows. */
export const notificationsOf = async (
  db: Knex,
  account: AccountId,
  { page, limit, read }: { page: number; limit: number; read?: 'true' | 'false' | undefined },
): Promise<NotificationPage> => {
  const narrowed = read === undefined ? '' : read === 'true' ? 'AND n.read' : 'AND NOT n.read';
  const [{ rows }, unreadCount] = await Promise.all([
    db.raw<{ rows: NotificationWithNames[] }>(
      `${JOINED}
        WHERE n.account_id = ? AND NOT n.deleted ${narrowed}
        ORDER BY n.created_at DESC, n.id DESC LIMIT ? OFFSET ?`,
      [account, limit + 1, (page - 1) * limit],
    ),
    unreadCountOf(db, account),
  ]);
  return {
    notifications: rows.slice(0, limit).map(asNotification),
    pagination: { hasMore: rows.length > limit, currentPage: page },
    unreadCount,
  };
};

export const unreadCountOf = async (db: Knex, account: AccountId): Promise<number> => {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    'SELECT count(*)::int AS n FROM read_notifications.notifications WHERE account_id = ? AND NOT read AND NOT deleted',
    [account],
  );
  return rows[0]!.n;
};

/** Only its owner may mark or delete a notification. */
export const hasNotification = async (db: Knex, account: AccountId, id: string): Promise<boolean> => {
  const { rows } = await db.raw(
    'SELECT FROM read_notifications.notifications WHERE id = ? AND account_id = ? AND NOT deleted',
    [id, account],
  );
  return rows.length > 0;
};

/** The unread notifications of an event, for all accounts. */
export const rungBy = async (db: Knex, cause: string): Promise<Rung[]> => {
  const { rows } = await db.raw<{ rows: Rung[] }>(
    'SELECT id, account_id AS account, type FROM read_notifications.notifications WHERE cause = ? AND NOT read AND NOT deleted ORDER BY id',
    [cause],
  );
  return rows;
};

/** Undefined once it is read or deleted. */
export const unreadNotification = async (db: Knex, id: string): Promise<Notification | undefined> => {
  const { rows } = await db.raw<{ rows: NotificationWithNames[] }>(
    `${JOINED} WHERE n.id = ? AND NOT n.read AND NOT n.deleted`,
    [id],
  );
  return rows[0] && asNotification(rows[0]);
};

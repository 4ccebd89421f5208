import type { Knex } from 'knex';
import type { ActivityPage, ActivityQuery } from '#application/contract/activity.ts';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { filled } from '#domain/notifications/row.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { ActivityRow } from './projection.ts';

type Named = ActivityRow & { other: string | null };

const contentOf = ({ step, part, title, other, amount }: Named): string => {
  const words: Record<string, string> = { title: `“${title}”`, other: other ?? ERASED, stars: String(amount) };
  const text = eventTextOf(step).activity?.[part] ?? '';
  return filled(text, words);
};

const linkOf = (row: Named): string => {
  if (row.type === 'message') return `/messages/conversation/${row.account_id}-${row.other_id}-${row.listing_id}`;
  return `/transaction/${row.transaction_id}`;
};

/** Newest first. */
export const activityOf = async (
  db: Knex,
  account: AccountId,
  { filter, page, limit }: ActivityQuery,
): Promise<ActivityPage> => {
  const { rows } = await db.raw<{ rows: Named[] }>(
    `SELECT i.*, a.username AS other FROM read_activity.items i LEFT JOIN read_accounts.accounts a ON a.id = i.other_id
      WHERE i.account_id = ? ${filter === 'all' ? '' : 'AND i.type = ?'}
      ORDER BY i.at DESC, i.event_id DESC LIMIT ? OFFSET ?`,
    [account, ...(filter === 'all' ? [] : [filter]), limit + 1, (page - 1) * limit],
  );
  return {
    activities: rows.slice(0, limit).map((row) => ({
      _id: row.event_id,
      type: row.type,
      content: contentOf(row),
      createdAt: new Date(row.at).toISOString(),
      link: linkOf(row),
    })),
    hasMore: rows.length > limit,
    currentPage: page,
  };
};

import type { Knex } from 'knex';
import type { ActivityPage, ActivityQuery } from '#application/contract/activity.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { ERASED } from '../accounts/queries.ts';
import type { ActivityRow, SALE_STEPS } from './projection.ts';

type Named = ActivityRow & { other: string | null };

const STEPS: Record<(typeof SALE_STEPS)[number], { buyer: string; seller: string }> = {
  TransactionCreated: { buyer: 'You bought {title} from {other}', seller: '{other} bought {title}' },
  PaymentCaptured: { buyer: 'Your payment for {title} has arrived', seller: '{title} is paid: please ship it' },
  ShipmentConfirmed: { buyer: '{title} is on its way to you', seller: 'You shipped {title}' },
  EscrowReleased: {
    buyer: 'The escrow of {title} has ended',
    seller: 'The escrow of {title} has ended in your favour',
  },
  DisputeOpened: { buyer: 'A dispute about {title} was opened', seller: 'A dispute about {title} was opened' },
  ReturnRequested: { buyer: 'You asked to return {title}', seller: '{other} asks to return {title}' },
  RefundRequested: { buyer: 'A refund for {title} is on its way', seller: 'A refund for {title} is on its way' },
  RefundCompleted: { buyer: '{title} was refunded', seller: '{title} was refunded' },
  TransactionCancelled: { buyer: 'The sale of {title} was cancelled', seller: 'The sale of {title} was cancelled' },
  TransactionExpired: { buyer: 'The time to pay for {title} is over', seller: '{title} was not paid in time' },
  PayoutArrivedLate: { buyer: 'The sale of {title} is completed', seller: 'You were paid for {title}' },
  OverpaymentCounted: { buyer: 'The sale of {title} is completed', seller: 'You were paid for {title}' },
  PayoutCompleted: { buyer: 'The sale of {title} is completed', seller: 'You were paid for {title}' },
};

const textOf = (row: Named): string => {
  if (row.type === 'message') return 'New message from {other}';
  if (row.type === 'review') return `{other} rated you ${row.amount} out of 5`;
  return STEPS[row.step as keyof typeof STEPS][row.part];
};

const contentOf = (row: Named): string =>
  textOf(row).replace(/\{(\w+)\}/g, (_, name) => (name === 'title' ? `“${row.title}”` : (row.other ?? ERASED)));

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

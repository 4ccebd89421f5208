import type { ReactNode } from 'react';
import { DISPLAY_LABELS, type DisplayStatus } from '#domain/transactions/statuses.ts';
import { classes } from './classes.ts';

/**
 * wait: needs somebody · held: money held · done: the seller is paid · bad: needs attention · off: ended without a
 * sale.
 */
export type Tone = 'wait' | 'held' | 'done' | 'bad' | 'off';

/** The lozenge repeats the colour as a shape; `half` means in progress. */
export const Badge = ({ tone, half, children }: { tone: Tone; half?: boolean | undefined; children: ReactNode }) => (
  <span className={classes('badge', tone, half && 'half')}>{children}</span>
);

const SHAPES: Record<DisplayStatus, { tone: Tone; half?: true }> = {
  CREATED: { tone: 'wait' },
  PAYMENT_PENDING: { tone: 'wait', half: true },
  PAYMENT_FAILED: { tone: 'bad' },
  AWAIT_SHIPPING: { tone: 'wait' },
  IN_ESCROW: { tone: 'held' },
  IN_ESCROW_PAUSED: { tone: 'held', half: true },
  IN_ESCROW_DISPUTED: { tone: 'bad' },
  RETURN_IN_PROGRESS: { tone: 'held', half: true },
  ESCROW_COMPLETED: { tone: 'done', half: true },
  READY_FOR_PAYOUT: { tone: 'done', half: true },
  PAYOUT_INITIATED: { tone: 'done', half: true },
  COMPLETED: { tone: 'done' },
  CANCELLED: { tone: 'off' },
  REFUNDED: { tone: 'off' },
  REFUND_BUYER: { tone: 'bad', half: true },
};

const isDisplayStatus = (status: string): status is DisplayStatus => Object.hasOwn(SHAPES, status);

/** An unknown status shows as Created (document 2, section 4). */
const shownFor = (status: string): DisplayStatus => (isDisplayStatus(status) ? status : 'CREATED');

export const statusLabel = (status: string): string => DISPLAY_LABELS[shownFor(status)];

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge {...SHAPES[shownFor(status)]}>{statusLabel(status)}</Badge>
);

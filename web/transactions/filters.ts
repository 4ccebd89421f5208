import { STATUS_LABELS, type Status } from '#domain/transactions/statuses.ts';

/** The filters of document 2, without awaiting shipping and refund pending. */
const OFFERED: Status[] = [
  'CREATED',
  'PAYMENT_PENDING',
  'PAYMENT_FAILED',
  'IN_ESCROW',
  'ESCROW_COMPLETED',
  'READY_FOR_PAYOUT',
  'PAYOUT_INITIATED',
  'COMPLETED',
  'CANCELLED',
  'REFUNDED',
];

export const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  ...OFFERED.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
];

export const DATE_OPTIONS = [
  { value: 'all', label: 'All time' },
  { value: 'week', label: 'Past week' },
  { value: 'month', label: 'Past month' },
  { value: 'year', label: 'Past year' },
];

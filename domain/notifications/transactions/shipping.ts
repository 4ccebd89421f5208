import { formatCents } from '../../shared/euros.ts';
import { noEmail, toBoth, toBuyer, toSeller } from '../emails.ts';
import { saying, type TransactionEventTexts } from '../row.ts';
import { RELEASED_BY } from './text.ts';

export const shipping = {
  ShipmentDeadlineMissed: {
    sentence: 'The seller did not ship in time',
    audience: 'both',
    emails: toBoth('shipmentMissed'),
  },
  ShipmentClockResumed: {
    sentence: 'The time to ship starts again',
    audience: 'both',
    emails: ({ shipBy }) => [toSeller('shipmentClockResumed', { shipBy })],
  },
  ShipmentConfirmed: {
    sentence: 'The item was shipped',
    audience: 'both',
    emails: ({ escrowEndsAt }) => [toBuyer('shipped', { escrowEndsAt })],
    activity: { buyer: '{title} is on its way to you', seller: 'You shipped {title}' },
  },
  DeliveryConfirmed: {
    sentence: 'The buyer has the item',
    audience: 'both',
    emails: [toSeller('deliveryConfirmed')],
  },
  EscrowReleased: {
    sentence: saying(
      ['by', 'toSeller'],
      ({ by, toSeller }) => `${RELEASED_BY[by]}: ${formatCents(toSeller)} to the seller`,
    ),
    audience: 'both',
    emails: (data) => [
      toBuyer('escrowReleased', { by: data.by, toSeller: data.toSeller }),
      { ...toSeller('escrowReleased', { by: data.by, toSeller: data.toSeller }), saysSuspended: true },
      { ...toSeller('bankAccountNeeded', { toSeller: data.toSeller }), unlessBankVerified: true },
    ],
    activity: {
      buyer: 'The escrow of {title} has ended',
      seller: 'The escrow of {title} has ended in your favour',
    },
  },
  ReleaseRevoked: {
    sentence: 'The money went back to escrow',
    audience: 'both',
    emails: ({ toSeller }) => toBoth('releaseRevoked', { toSeller }),
  },
  EscrowPaused: {
    sentence: 'The buyer paused the escrow period',
    audience: 'both',
    emails: ({ limitAt }) => toBoth('escrowPaused', { limitAt }),
    statement: ({ reason }) => ({ words: reason }),
  },
  EscrowResumed: {
    sentence: 'The buyer ended the pause',
    audience: 'both',
    emails: noEmail('always with EscrowClockResumed, unless another hold is open'),
  },
  PauseExpired: {
    sentence: 'The pause reached its limit',
    audience: 'both',
    emails: noEmail('always with DisputeOpened, which has its own email'),
  },
  EscrowClockResumed: {
    sentence: 'The escrow period runs again',
    audience: 'both',
    emails: ({ escrowEndsAt }) => toBoth('escrowResumed', { escrowEndsAt }),
  },
} satisfies Partial<TransactionEventTexts>;

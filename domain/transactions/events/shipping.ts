import { z } from 'zod';
import { asItWas, firstVersion, revised } from '../../shared/events.ts';
import { running } from '../evolve/escrowPeriod.ts';
import { instant, text } from './fields.ts';
import { event } from './sheet.ts';

const shipment = {
  trackingCode: text,
  escrowEndsAt: instant,
  firstNoticeAt: instant,
  lastNoticeAt: instant,
  policyVersion: z.string(),
};

export const shipping = {
  ShipmentDeadlineMissed: event(firstVersion({}), {
    news: 'deadline',
    evolve: () => ({ cancelledBy: 'system' }),
    summary: () => ({ shipmentMissed: true }),
  }),
  /** The last hold before shipment ended: the seller gets the full term again. */
  ShipmentClockResumed: event(firstVersion({ shipBy: instant, shipReminderAt: instant }), {
    news: 'follows',
    evolve: ({ shipBy, shipReminderAt }) => ({ shipBy, shipReminderAt }),
    summary: ({ shipBy }) => ({ shipBy }),
  }),
  ShipmentConfirmed: event(
    revised(firstVersion({ ...shipment, carrier: z.string().nullable() }), { ...shipment, carrier: text }, asItWas, {
      never: 'the carrier stood there in clear',
    }),
    {
      news: 'said',
      evolve: (data) => ({ ...running(data), shippedAt: data.at }),
      summary: ({ at, escrowEndsAt }) => ({ shippedAt: at, escrowEndsAt }),
      personal: { trackingCode: 'sale.see.words', carrier: 'sale.see.words' },
    },
  ),
  DeliveryConfirmed: event(firstVersion({}), {
    news: 'decided',
    evolve: ({ at }) => ({ deliveredAt: at }),
  }),
} as const;

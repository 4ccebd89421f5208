import { DAY } from '../shared/instants.ts';
import { inDays } from '../shared/lengths.ts';

/** Conversations that began in this period count. */
export const ANSWERS_COUNT = 90 * DAY;
/** Fewer answers would reveal the response time of one conversation. */
export const LEAST_ANSWERS = 5;

export const SHIPMENTS_COUNT = 365 * DAY;
export const LEAST_SHIPMENTS = 5;

/** Explains each figure on a seller's page. */
export const FIGURES_IN_WORDS = {
  sold: 'Sales that were paid and neither cancelled nor refunded.',
  response: `From the first message of somebody who had bought nothing here before to the first answer: half of them waited no longer. Of conversations that began in the last ${inDays(ANSWERS_COUNT)}, from ${LEAST_ANSWERS} answered ones on.`,
  shipsIn: `Business days from the payment to the day on which the seller confirmed the shipment: half of the sales took no longer. Of shipments of the last ${inDays(SHIPMENTS_COUNT)}, from ${LEAST_SHIPMENTS} on.`,
  disputes:
    'Disputes that our staff decided for the buyer, wholly or in part, out of all sales that were paid. What the two settled between themselves is not among them.',
} as const;

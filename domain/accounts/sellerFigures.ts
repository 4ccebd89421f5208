import { DAY } from '../shared/instants.ts';
import { inDays } from '../shared/lengths.ts';

/** Conversations count for so long after they began. */
export const ANSWERS_COUNT = 90 * DAY;
/** The time to answer is told from so many answers on: of fewer it would be that of one conversation. */
export const LEAST_ANSWERS = 5;

/** Shipments count for so long. */
export const SHIPMENTS_COUNT = 365 * DAY;
export const LEAST_SHIPMENTS = 5;

/** What each figure of a seller’s page counts. */
export const FIGURES_IN_WORDS = {
  sold: 'Sales that were paid and neither cancelled nor refunded.',
  response: `From the first message of somebody who had bought nothing here before to the first answer: half of them waited no longer. Of conversations that began in the last ${inDays(ANSWERS_COUNT)}, from ${LEAST_ANSWERS} answered ones on.`,
  shipsIn: `Business days from the payment to the day on which the seller confirmed the shipment: half of the sales took no longer. Of shipments of the last ${inDays(SHIPMENTS_COUNT)}, from ${LEAST_SHIPMENTS} on.`,
  disputes:
    'Disputes that our staff decided for the buyer, wholly or in part, out of all sales that were paid. What the two settled between themselves is not among them.',
} as const;

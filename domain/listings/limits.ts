import { HOUR } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';
import type { PriceOfferStage } from './events.ts';

/** Photos per listing. */
export const MAX_IMAGES = 8;

/** In cents. A lower offer is not worth an answer. */
export const LEAST_PROPOSED = 100;
/** How long the other side has to answer. */
export const ANSWER_WITHIN = 48 * HOUR;
/** How long an agreed price is reserved for its buyer. */
export const KEPT_FOR_BUYER = 24 * HOUR;
/** Open offers per buyer and listing. */
export const MOST_OF_ONE = 3;
/** Offers one buyer can ever make on one listing: each one sends its seller an e-mail. */
export const MOST_MADE_BY_ONE = 10;
/** Open offers per listing, all buyers together. */
export const MOST_OPEN = 50;

/**
 * Whether it is open. A revision, archive, removal or sale ends an open offer; an accepted one forbids revision and
 * archive.
 */
export const waitsForAnswer = (stage: PriceOfferStage): boolean => stage !== 'accepted';

export const PRICE_OFFER_LIMITS = { answer: inHours(ANSWER_WITHIN), kept: inHours(KEPT_FOR_BUYER) };

import { HOUR } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';
import type { PriceOfferStage } from './events.ts';

/** Of one listing. */
export const MAX_IMAGES = 8;

/** The least that can be proposed, in cents: nothing below it is worth an answer. */
export const LEAST_PROPOSED = 100;
/** So long the other side has to answer. */
export const ANSWER_WITHIN = 48 * HOUR;
/** So long what was agreed on is kept for its buyer. */
export const KEPT_FOR_BUYER = 24 * HOUR;
/** So many proposals of one buyer are open on one listing at once. */
export const MOST_OF_ONE = 3;
/** So many one buyer makes on one listing in all: each is told to its seller, by email too. */
export const MOST_MADE_BY_ONE = 10;
/** So many of all buyers together are open on one listing at once. */
export const MOST_OPEN = 50;

/** It is open: a revision, an archive, a removal and a sale end it. What was agreed on is a promise, for which a revision and an archive are refused. */
export const waitsForAnswer = (stage: PriceOfferStage): boolean => stage !== 'accepted';

export const PRICE_OFFER_LIMITS = { answer: inHours(ANSWER_WITHIN), kept: inHours(KEPT_FOR_BUYER) };

import { expect, test } from 'vitest';
import { YEARS_OF_MESSAGES, YEARS_OF_TRANSACTIONS } from '#application/policies/retention.ts';
import { ACCOUNT_TERMS, YEARS_OF_INACTIVITY } from '#domain/accounts/limits.ts';
import { HIGHEST_RATE_TERM } from '#domain/accounts/shippingRateLimits.ts';
import { LEAST_PROPOSED, PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { inDays, inHours } from '#domain/shared/lengths.ts';
import { MOST_PRICE } from '#domain/transactions/limits.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { FIRST_BLOCK, LONGEST_BLOCK } from '#domain/transactions/unpaidPurchases/limits.ts';
import { TOPICS } from '#web/help/questions.ts';
import { SECTIONS } from '#web/help/terms.ts';

const NOTICES = `${TERMS.firstNotice} and ${TERMS.lastNotice} before`;
const SHIPMENT = `within ${TERMS.shipment} (${TERMS.shipmentInHours}) of the payment`;

const REFUND_WAITS_ABOVE = formatRound(CURRENT_TERMS.refundWaitsAbove ?? 0);
const SELLERS_MONEY = [
  `has been held for ${TERMS.escalation}`,
  `Where more than ${formatRound(CURRENT_TERMS.draftAbove)} is held, both read a draft for ${TERMS.draftShown}`,
  `Where more than ${TERMS.secondPersonAbove} is held, two members of staff decide`,
  `within ${TERMS.appeal} or until the money has left`,
  `A decided refund of more than ${REFUND_WAITS_ABOVE}`,
  `One of ${REFUND_WAITS_ABOVE} or less is sent at once`,
  `for ${inHours(FIRST_BLOCK)}, and twice as long after each repetition, up to ${inDays(LONGEST_BLOCK)}`,
];

/** The numbers that the documents promise. Their texts are fixed, so a change of the terms must change them too. */
const IN_TERMS: Record<string, string[]> = {
  listings: [`priced in euros only, up to ${formatRound(MOST_PRICE)}`],
  fees: [`a platform fee of ${TERMS.feeInFull}`],
  buying: [
    `reserves the listing for ${TERMS.paymentWindow}`,
    `Above ${TERMS.highValue} the provider`,
    `from ${formatRound(LEAST_PROPOSED)} to less than what is asked; the other side has ${PRICE_OFFER_LIMITS.answer} to answer`,
    `is kept for its buyer for ${PRICE_OFFER_LIMITS.kept}`,
  ],
  shipping: [
    `at most ${HIGHEST_RATE_TERM}`,
    `confirms shipment ${SHIPMENT}`,
    `A reminder comes ${TERMS.shipmentReminder} before`,
    `Above ${TERMS.highValue} a tracking code`,
  ],
  escrow: [
    `lasts ${TERMS.escrow}`,
    `is written to ${NOTICES} its end`,
    `when the ${TERMS.escrow} end without a pause`,
    `In the last ${TERMS.pauseWindowInDays} the buyer may pause`,
    `after ${TERMS.pauseLimit} of pause`,
  ],
  cancelling: [`within ${TERMS.cancellation} after it`],
  disputes: [
    `The seller has ${TERMS.disputeAnswer} to respond`,
    `within ${TERMS.claim} where the buyer had confirmed arrival`,
    `Later, until ${TERMS.lateClaim} after the payout, a buyer can make a late claim`,
  ],
  returns: [
    `The seller has ${TERMS.returnAnswer} to respond`,
    `that is not answered in ${TERMS.returnAnswer} is approved`,
    `sent back within ${TERMS.shipBack}`,
    `or ${TERMS.inspection} after it was sent if the seller says nothing`,
    `takes ${TERMS.refund}`,
  ],
  payouts: [`paid out within ${TERMS.payout}`, `payouts wait for ${ACCOUNT_TERMS.bankChange}`, ...SELLERS_MONEY],
  data: [
    `transactions are kept for ${YEARS_OF_TRANSACTIONS} years`,
    `messages for ${YEARS_OF_MESSAGES} years`,
    `not used for ${YEARS_OF_INACTIVITY} years`,
  ],
  ending: [`erased after ${ACCOUNT_TERMS.deletion}`, `for a case ${ACCOUNT_TERMS.caseKeepsAccount} at most`],
};
const IN_ANSWERS: Record<string, string[]> = {
  buying: [
    `yours for ${TERMS.paymentWindow}`,
    `When you confirm that the figure has arrived, or ${TERMS.escrow} after shipment if nobody acts`,
    `it is paid out within ${TERMS.payout}`,
  ],
  'shipping-costs': [`never more than ${HIGHEST_RATE_TERM}`],
  'price-offers': [
    `from ${formatRound(LEAST_PROPOSED)} to less than its price`,
    `Its seller has ${PRICE_OFFER_LIMITS.answer} to accept`,
    `for the buyer for ${PRICE_OFFER_LIMITS.kept}`,
  ],
  'escrow-fee': [`pays ${TERMS.feeInFull}`],
  escrow: [
    `For ${TERMS.escrow} from the day`,
    `${NOTICES} the end`,
    `in those last ${TERMS.pauseWindowInDays}`,
    `after ${TERMS.pauseLimit} of pause`,
  ],
  disputes: [
    `The seller has ${TERMS.disputeAnswer} to answer`,
    `within ${TERMS.claim} if you confirmed arrival yourself`,
    `Later, until ${TERMS.lateClaim} after the payout, you can still report a problem as a late claim`,
  ],
  returns: [
    `The seller has ${TERMS.returnAnswer} to answer`,
    `that is not answered in ${TERMS.returnAnswer} is approved`,
    `send it back within ${TERMS.shipBack}`,
    `or ${TERMS.inspection} after you sent it if the seller says nothing`,
    `takes ${TERMS.refund} to reach`,
  ],
  'sellers-money': SELLERS_MONEY,
  'ready-for-payout': [`follows within ${TERMS.payout}`],
  'shipping-deadlines': [
    `Confirm shipment ${SHIPMENT}`,
    `remind you ${TERMS.shipmentReminder} before`,
    `Above ${TERMS.highValue} a tracking code`,
  ],
  'account-deletion': [
    `erased after ${ACCOUNT_TERMS.deletion}`,
    `for a case ${ACCOUNT_TERMS.caseKeepsAccount} at most`,
    `kept for ${YEARS_OF_TRANSACTIONS} years`,
  ],
};

/** About the outside world, not a rule of ours. */
const NO_RULE = [
  'within 7 days of delivery',
  'within 14 days of the expected delivery',
  'within 6 weeks',
  'Most parcels leave within 3 business days',
  '€5 within the country',
  '€15 across Europe',
];
const FIGURE = /\d+ (?:business )?(?:minutes?|hours?|days?|weeks?|years?)\b|\d+%|€\d[\d,.]*\d|€\d/g;

const unproved = (text: string, promises: readonly string[]): string[] =>
  [...promises, ...NO_RULE].reduce((rest, promise) => rest.replace(promise, ''), text).match(FIGURE) ?? [];

const sections = new Map(SECTIONS.map(({ id, paragraphs }) => [id, paragraphs.join(' ')]));
const answers = new Map(TOPICS.flatMap(({ questions }) => questions).map(({ id, answer }) => [id, answer.join(' ')]));

test.each(Object.entries(IN_TERMS))('the section %s of the terms matches the current numbers', (id, promises) => {
  for (const promise of promises) expect(sections.get(id)).toContain(promise);
});

test.each([...sections])('the section %s of the terms contains no other figure', (id, text) => {
  expect(unproved(text, IN_TERMS[id] ?? [])).toEqual([]);
});

test.each(Object.entries(IN_ANSWERS))('the answer %s matches the current numbers', (id, promises) => {
  for (const promise of promises) expect(answers.get(id)).toContain(promise);
});

test.each([...answers])('the answer %s contains no other figure', (id, text) => {
  expect(unproved(text, IN_ANSWERS[id] ?? [])).toEqual([]);
});

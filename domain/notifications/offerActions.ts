/** What an open offer asks of the one whom it waits for, before its time is over. */
export const OFFER_NEEDS = {
  answer: { before: 'Answer the offer before', button: 'Answer the offer' },
  buy: { before: 'Buy it before', button: 'Buy' },
} as const;

/** What follows once a chargeback is ended by hand. */
export const END_FOLLOWS = {
  won: 'The chargeback no longer holds the money, and the sale continues.',
  lost: 'It is paid from the held money. We lose only the rest.',
} as const;

export const RATIONALE_HINT = 'How you know. Visible to staff and auditors.';

/** The general ground of a suspension. The e-mail to the suspended person names it; the reason in words stays internal. */
export const SUSPENSION_GROUNDS = ['deception', 'messages', 'listings', 'reviews', 'money', 'security', 'law'] as const;
export type SuspensionGround = (typeof SUSPENSION_GROUNDS)[number];

export const SUSPENSION_GROUND_WORDS: Readonly<Record<SuspensionGround, string>> = {
  deception: 'The account was used to deceive other members',
  messages: 'Messages from the account break the terms',
  listings: 'Listings of the account break the terms',
  reviews: 'Reviews or answers from the account break the terms',
  money: 'Payments or bank details of the account have to be checked',
  security: 'Somebody else may have access to the account',
  law: 'The law or an authority requires it',
};

/** Undefined for suspensions that were recorded without one. */
export const groundWords = (ground: unknown): string | undefined =>
  SUSPENSION_GROUNDS.includes(ground as SuspensionGround)
    ? SUSPENSION_GROUND_WORDS[ground as SuspensionGround]
    : undefined;

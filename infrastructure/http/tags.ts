/** The groups of openapi.json, in reading order. */
export const TAGS = {
  Auth: 'Register, sign in, sessions, second factors and passkeys.',
  User: 'Your own account: profile, addresses, e-mail choices, your data and its deletion.',
  Seller: 'Seller terms, bank details and the identity check.',
  Catalogue: 'Games, factions, countries and continents.',
  Listings: 'Search, publish and change listings, and what similar items sold for.',
  Sellers: 'Public seller pages and related listings.',
  'Price proposals': 'Price offers between a buyer and a seller.',
  'Saved searches': 'Saved searches that notify you about new listings.',
  'Watch list': 'Listings that you watch.',
  'Reports of listings': 'Report a listing, read the decision, complain about the decision.',
  Transactions: 'Buy, pay, ship and receive an item.',
  Escrow: 'Disputes, returns, holds and evidence of a transaction.',
  Reviews: 'Written reviews, their answers and reports.',
  Messages: 'Conversations between members, blocks and reports.',
  Notifications: 'Notifications and push messages.',
  Events: 'An event stream that says when to refetch.',
  Staff: 'Cases, accounts and moderation, for staff.',
  Admin: 'Roles, for admins.',
  Audit: 'Histories, the ledger, the security log and the access log, for auditors.',
  'Transparency log': 'The public log, and proofs that an event is in it.',
} as const;

export type Tag = keyof typeof TAGS;

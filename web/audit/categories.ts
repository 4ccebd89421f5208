export const CATEGORIES: Readonly<Record<string, string>> = {
  transaction: 'Sale',
  case: 'Work on a case',
  account: 'Account',
  listing: 'Listing',
  buyer: 'Buyer',
  conversation: 'Conversation',
  inbox: 'Inbox',
  watching: 'Watch list',
  searches: 'Saved searches',
  notice: 'Reports of a listing',
  review: 'Review',
  orphan: 'Unmatched provider event',
  username: 'Username',
  email: 'E-mail address',
  attestation: 'Nightly check',
  log: 'Transparency log',
  security: 'Security',
  disclosure: 'Opened data',
};

/** Label of a stream category. */
export const categoryWord = (category: string): string => CATEGORIES[category] ?? category;

/** Kinds of push. Push is optional: the app shows everything, and e-mails cover deadlines. */
export const PUSH_KINDS = ['sales', 'messages', 'offers', 'watching', 'searches', 'reviews', 'account'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

type Subject = {
  type: NotificationType;
  transaction: { _id: string } | null;
  listing: string | null;
};

const listingPage = ({ listing }: Subject): string | undefined => (listing ? `/listings/${listing}` : undefined);
const transactionPage = ({ transaction }: Subject): string | undefined =>
  transaction ? `/transaction/${transaction._id}` : undefined;

/** The pages that notifications open (document 1, section 4). */
const PAGES = {
  messages: () => '/messages',
  listing: (subject: Subject) => listingPage(subject) ?? '/dashboard',
  match: (subject: Subject) => listingPage(subject) ?? '/watching/searches',
  transaction: (subject: Subject) => transactionPage(subject) ?? listingPage(subject) ?? '/transactions',
  reports: () => '/reports',
  settings: () => '/settings?tab=seller',
};

type TypeRow = { opens: keyof typeof PAGES; push: PushKind };

/** Every type of in-app notification, with the page it opens and the kind of its push. The first eight are documented. */
const TYPES = {
  message: { opens: 'messages', push: 'messages' },
  review: { opens: 'listing', push: 'reviews' },
  purchase: { opens: 'transaction', push: 'sales' },
  sale: { opens: 'transaction', push: 'sales' },
  payment_success: { opens: 'transaction', push: 'sales' },
  payment_failed: { opens: 'transaction', push: 'sales' },
  payment_timeout: { opens: 'transaction', push: 'sales' },
  sale_payment_received: { opens: 'transaction', push: 'sales' },
  cancellation: { opens: 'transaction', push: 'sales' },
  shipping: { opens: 'transaction', push: 'sales' },
  escrow: { opens: 'transaction', push: 'sales' },
  dispute: { opens: 'transaction', push: 'sales' },
  return: { opens: 'transaction', push: 'sales' },
  refund: { opens: 'transaction', push: 'sales' },
  payout: { opens: 'transaction', push: 'sales' },
  hold: { opens: 'transaction', push: 'sales' },
  review_removed: { opens: 'transaction', push: 'account' },
  account: { opens: 'settings', push: 'account' },
  watched: { opens: 'listing', push: 'watching' },
  proposal: { opens: 'listing', push: 'offers' },
  found: { opens: 'match', push: 'searches' },
  report: { opens: 'reports', push: 'account' },
  message_report: { opens: 'messages', push: 'account' },
} as const satisfies Readonly<Record<string, TypeRow>>;

export type NotificationType = keyof typeof TYPES;
export const NOTIFICATION_TYPES = Object.keys(TYPES) as NotificationType[];

/** The types that open the page of a transaction. */
export type TransactionNotification = {
  [Type in NotificationType]: (typeof TYPES)[Type]['opens'] extends 'transaction' ? Type : never;
}[NotificationType];

const ROWS: Readonly<Record<string, TypeRow>> = TYPES;

/** A type of a newer release opens the dashboard. */
export const destinationOf = (subject: Subject): string => {
  const row = ROWS[subject.type];
  return row ? PAGES[row.opens](subject) : '/dashboard';
};

export const pushKindOf = (type: NotificationType): PushKind => TYPES[type].push;

import type { NotificationType } from './notifications.ts';

type Subject = {
  type: NotificationType;
  transaction: { _id: string } | null;
  listing: string | null;
};

const listingPage = ({ listing }: Subject): string | undefined => (listing ? `/listings/${listing}` : undefined);
const transactionPage = ({ transaction }: Subject): string | undefined =>
  transaction ? `/transaction/${transaction._id}` : undefined;

/** The page that a notification opens, by its type (document 1, section 4). */
export const destinationOf = (subject: Subject): string => {
  switch (subject.type) {
    case 'message':
      return '/messages';
    case 'review':
    case 'watched':
    case 'proposal':
      return listingPage(subject) ?? '/dashboard';
    case 'found':
      return listingPage(subject) ?? '/watching/searches';
    case 'purchase':
    case 'sale':
    case 'payment_success':
    case 'payment_failed':
    case 'payment_timeout':
    case 'sale_payment_received':
    case 'cancellation':
    case 'shipping':
    case 'escrow':
    case 'dispute':
    case 'return':
    case 'refund':
    case 'payout':
    case 'hold':
    case 'review_removed':
      return transactionPage(subject) ?? listingPage(subject) ?? '/transactions';
    case 'report':
      return '/reports';
    case 'account':
      return '/settings?tab=seller';
    default:
      return '/dashboard';
  }
};

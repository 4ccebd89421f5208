import type { Email } from '#application/notifications/emails/email.ts';
import type { Content } from './content.ts';

export const CONTACT = { label: 'Contact Us', path: '/faq' };

const KEPT_OUT =
  'Your account is suspended: until it is reinstated you cannot sign in to do anything about this sale. An answer to this mail goes to our support.';
const SEND_NOTHING =
  'Do not send the parcel: its shipment cannot be confirmed meanwhile, and a sale whose shipment is not confirmed in time is cancelled, and its buyer refunded.';

const waitsForParcel = ({ role, sale: transaction }: Email): boolean =>
  role === 'seller' &&
  transaction !== null &&
  transaction.shipBy !== null &&
  transaction.shippedAt === null &&
  transaction.cancelled === null &&
  !transaction.shipmentMissed;

/** A page that a suspended reader is not let in to leads nowhere, and what it asks of them is not theirs to do. */
export const asKeptOut = (content: Content, email: Email): Content =>
  email.keptOut
    ? {
        ...content,
        paragraphs: [...content.paragraphs, ...(waitsForParcel(email) ? [SEND_NOTHING] : []), KEPT_OUT],
        action: CONTACT,
      }
    : content;

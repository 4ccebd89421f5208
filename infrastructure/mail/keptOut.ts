import type { Email } from '#application/notifications/emails/email.ts';
import type { Content } from './content.ts';

export const CONTACT = { label: 'Contact Us', path: '/faq' };

const KEPT_OUT =
  'Your account is suspended, so you cannot sign in to act on this sale until it is reinstated. Reply to this email to reach our support.';
const SEND_NOTHING =
  'Do not send the parcel: you cannot confirm its shipment meanwhile. If nobody confirms it in time, the sale is cancelled and the buyer is refunded.';

const waitsForParcel = ({ role, transaction }: Email): boolean =>
  role === 'seller' &&
  transaction !== null &&
  transaction.shipBy !== null &&
  transaction.shippedAt === null &&
  transaction.cancelled === null &&
  !transaction.shipmentMissed;

/** Suspended readers cannot open most pages, so the action becomes contacting support. */
export const asKeptOut = (content: Content, email: Email): Content =>
  email.keptOut
    ? {
        ...content,
        paragraphs: [...content.paragraphs, ...(waitsForParcel(email) ? [SEND_NOTHING] : []), KEPT_OUT],
        action: CONTACT,
      }
    : content;

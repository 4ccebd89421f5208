import type { Email, EmailTemplate, RenderEmail } from '#application/notifications/emails/email.ts';
import type { Content, Family } from './content.ts';
import { asKeptOut } from './keptOut.ts';
import { asHtml, asText } from './layout.tsx';
import { accountEmails } from './templates/account.ts';
import { bankEmails } from './templates/bank.ts';
import { disputeEmails } from './templates/dispute.ts';
import { escrowEmails } from './templates/escrow.ts';
import { holdEmails } from './templates/holds.ts';
import { listingReportEmails } from './templates/listingReports.ts';
import { messageEmails } from './templates/messages.ts';
import { paymentEmails } from './templates/payment.ts';
import { payoutEmails } from './templates/payout.ts';
import { priceOfferEmails } from './templates/priceOffers.ts';
import { purchaseEmails } from './templates/purchase.ts';
import { ratingEmails } from './templates/rating.ts';
import { refundEmails } from './templates/refund.ts';
import { returnEmails } from './templates/returns.ts';
import { shippingEmails } from './templates/shipping.ts';
import { staffEmails } from './templates/staff.ts';

/** Complete by type: a kind without a template does not compile. */
const EMAILS: { readonly [Template in EmailTemplate]: (email: Email) => Content } = {
  ...accountEmails,
  ...messageEmails,
  ...priceOfferEmails,
  ...listingReportEmails,
  ...purchaseEmails,
  ...paymentEmails,
  ...shippingEmails,
  ...escrowEmails,
  ...holdEmails,
  ...disputeEmails,
  ...returnEmails,
  ...refundEmails,
  ...payoutEmails,
  ...bankEmails,
  ...ratingEmails,
  ...staffEmails,
} satisfies Family;

type EmailOptions = {
  /** Base URL of the links. */
  publicUrl: string;
  supportEmail: string;
};

/** Renders emails as HTML and as text, with the same words and links. */
export const openEmailRenderer = ({ publicUrl, supportEmail }: EmailOptions): RenderEmail => {
  const base = publicUrl.replace(/\/$/, '');
  return (email) => {
    const content = asKeptOut(EMAILS[email.template](email), email);
    const link = content.action ? `${base}${content.action.path}` : null;
    const item = email.transaction && {
      title: email.transaction.title,
      picture: email.transaction.picture && `${base}${email.transaction.picture}`,
    };
    // the addressee has no preferences yet, or none for this email
    const choices =
      email.unsubscribe === undefined && !email.transaction ? null : `${base}/settings?tab=profile#emails`;
    const { username, headLine } = email;
    const frame = { content, username, link, home: `${base}/`, supportEmail, item, choices, headLine };
    return { subject: content.subject, text: asText(frame), html: asHtml(frame) };
  };
};

import type { Email } from '#application/notifications/emails/email.ts';
import { PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { type PriceOfferNews, priceOfferText } from '#domain/notifications/priceOffers.ts';
import { euros, type Family, moment } from '../content.ts';

const nameOf = ({ details }: Email): string => (typeof details.title === 'string' ? `“${details.title}”` : 'a listing');

const told = (event: PriceOfferNews, email: Email): string => {
  const role = email.role ?? '';
  const other = role === 'buyer' ? 'The seller' : 'A buyer';
  return (
    priceOfferText(event, role, email.details, { title: nameOf(email), other }) ??
    `There is an update on an offer for ${nameOf(email)}.`
  );
};

const toListing = ({ details }: Email, label: string) => ({ label, path: `/listings/${String(details.listing)}` });

export const priceOfferEmails = {
  priceProposed: (email) => ({
    subject: `An offer of ${euros(email.details.price)} for ${nameOf(email)}`,
    heading: 'You have an offer',
    paragraphs: [
      told('PriceProposed', email),
      `Accept it, decline it or make a counter-offer before ${moment(email.details.until)}. Otherwise it expires, and nothing changes.`,
      `If you accept, it is reserved for this buyer for ${PRICE_OFFER_LIMITS.kept}.`,
    ],
    action: toListing(email, 'Answer the offer'),
  }),
  priceCountered: (email) => ({
    subject: `${euros(email.details.price)} for ${nameOf(email)}?`,
    heading: 'The seller made a counter-offer',
    paragraphs: [
      told('PriceProposalCountered', email),
      `Accept or decline it before ${moment(email.details.until)}. Otherwise it expires.`,
    ],
    action: toListing(email, 'Answer the offer'),
  }),
  priceAgreed: (email) => ({
    subject: `Agreed: ${euros(email.details.price)} for ${nameOf(email)}`,
    heading: 'You have agreed on a price',
    paragraphs: [
      told('PriceProposalAccepted', email),
      email.role === 'buyer'
        ? `Until ${moment(email.details.until)} nobody else can buy it. The shipping rates do not change until then. The checkout adds shipping and the platform fee, as always. This counts as an unpaid purchase: if you let it expire, you cannot buy it again for a while.`
        : `Until ${moment(email.details.until)} nobody else can buy it. We will tell you when they buy it.`,
    ],
    action: toListing(email, email.role === 'buyer' ? 'Buy it' : 'View it'),
  }),
  proposalEnded: (email) => ({
    subject: `The offer for ${nameOf(email)} has ended`,
    heading: 'An offer has ended',
    paragraphs: [told('PriceProposalEnded', email)],
    action: toListing(email, 'View it'),
  }),
} as const satisfies Family;

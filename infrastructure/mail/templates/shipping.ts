import type { Email } from '#application/notifications/emails/email.ts';
import { clock, refundTime, shipment } from '#domain/notifications/moneyText.ts';
import { trackingPage } from '#domain/shared/carriers.ts';
import {
  type Content,
  type Family,
  moneyIn,
  promisedIn,
  referenceOf,
  spelledTermsIn,
  termsIn,
  titleOf,
  toTransaction,
} from '../content.ts';

/** Unescaped user input; the renderer escapes it. */
const parcelOf = ({ parcel }: Email): string[] => {
  if (!parcel?.carrier && !parcel?.trackingCode) return [];
  const { carrier, trackingCode } = parcel;
  return [`Shipped with ${carrier ?? 'a carrier'}${trackingCode ? `, tracking number ${trackingCode}` : ''}.`];
};

const followed = ({ parcel }: Email): Pick<Content, 'elsewhere'> => {
  const url = parcel && trackingPage(parcel.carrier, parcel.trackingCode);
  return url ? { elsewhere: { label: `Track the parcel at ${parcel?.carrier}`, url } } : {};
};

export const shippingEmails = {
  shipReminder: (email) => ({
    subject: `${termsIn(email).shipmentReminder} left to ship ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'Your buyer is waiting',
    paragraphs: [`The buyer has paid for ${titleOf(email)}.`, ...moneyIn(email, shipment)],
    action: toTransaction(email, 'Confirm Shipment'),
  }),
  shipmentMissed: (email) => ({
    subject: `Not shipped in time: ${referenceOf(email)}`,
    heading: 'It was not shipped in time',
    paragraphs:
      email.role === 'buyer'
        ? [
            `The seller did not ship ${titleOf(email)} in time. You get a full refund, including the fee.`,
            refundTime(promisedIn(email)),
          ]
        : [
            `You did not confirm the shipment of ${titleOf(email)} in time, so the sale was cancelled and the buyer is refunded.`,
            'Please do not ship it now. Your listing was archived.',
          ],
    action: toTransaction(email),
  }),
  shipped: (email) => ({
    subject: `On its way: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'Your miniature is on its way',
    paragraphs: [
      `The seller has shipped ${titleOf(email)}. Your payment stays in escrow.`,
      ...parcelOf(email),
      ...moneyIn(email, clock),
      `When it arrives, confirm the arrival. In the last ${spelledTermsIn(email).pauseWindow} of the escrow you can pause it.`,
    ],
    ...followed(email),
    action: toTransaction(email),
  }),
  deliveryConfirmed: (email) => ({
    subject: `Arrived: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'Your miniature has arrived',
    paragraphs: [`The buyer has confirmed that ${titleOf(email)} arrived.`],
    action: toTransaction(email),
  }),
} as const satisfies Family;

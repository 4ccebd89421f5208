import type { FullAction } from './claimAction.ts';
import type { PickedPhoto } from './EvidencePicker.tsx';

/** Form values of an action. `sum`: cents of a preset, or `other`. */
export type ClaimDraft = {
  category: string;
  sum: string;
  other: string;
  text: string;
  trackingCode: string;
  photos: PickedPhoto[];
  notAsDescribed: boolean;
  notArrived: 'no' | 'yes';
  sellerPaysPostage: boolean;
} & ReturnAddress;

export type ReturnAddress = {
  fullName: string;
  streetAddress1: string;
  streetAddress2: string;
  city: string;
  postalCode: string;
  country: string;
};

/** `address`: the reader's own, as prefill. */
export const emptyClaim = ({ fields: { amount } }: FullAction, address: ReturnAddress): ClaimDraft => ({
  ...address,
  notAsDescribed: false,
  notArrived: 'no',
  sellerPaysPostage: false,
  category: '',
  other: '',
  text: '',
  trackingCode: '',
  photos: [],
  sum: String(amount?.quick[0]?.cents ?? 'other'),
});

/** The request body: sums in euros, evidence as file keys. */
export const bodyOf = (
  { path, fields, fixed }: FullAction,
  said: ClaimDraft,
  { cents, evidence }: { cents: number | undefined; evidence: readonly string[] },
): Record<string, unknown> | undefined => {
  const { category, amount, text, trackingCode, photos, returnAddress, postage, notAsDescribed, arrival } = fields;
  const { fullName, streetAddress1, streetAddress2, city, postalCode, country } = said;
  const euros = cents === undefined ? undefined : (cents / 100).toFixed(2);
  const body = {
    ...fixed,
    ...(category && { category: said.category }),
    ...(amount && { [path === 'dispute' ? 'claim' : 'toBuyer']: euros }),
    ...(text && { text: said.text.trim() }),
    ...(trackingCode && { trackingCode: said.trackingCode.trim() }),
    ...(photos && { evidence }),
    ...(returnAddress && { to: { fullName, streetAddress1, streetAddress2, city, postalCode, country } }),
    ...(postage === 'choice' && { sellerPaysPostage: said.sellerPaysPostage }),
    ...(notAsDescribed && { notAsDescribed: said.notAsDescribed }),
    ...(arrival && { notArrived: said.notArrived === 'yes' }),
  };
  return Object.keys(body).length > 0 ? body : undefined;
};

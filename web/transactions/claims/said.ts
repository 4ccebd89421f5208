import type { FullAction } from './claimAction.ts';
import type { PickedPhoto } from './EvidencePicker.tsx';

/** What the form of an action holds. `sum`: cents of a quick choice, or `other`. */
export type Said = {
  category: string;
  sum: string;
  other: string;
  text: string;
  trackingCode: string;
  photos: PickedPhoto[];
};

export const nothingSaid = ({ fields: { amount } }: FullAction): Said => ({
  category: '',
  other: '',
  text: '',
  trackingCode: '',
  photos: [],
  sum: String(amount?.quick[0]?.cents ?? 'other'),
});

/** The body of the call; sums go in euros, evidence as keys. */
export const bodyOf = (
  { path, fields, fixed }: FullAction,
  said: Said,
  { cents, evidence }: { cents: number | undefined; evidence: readonly string[] },
): Record<string, unknown> | undefined => {
  const { category, amount, text, trackingCode, photos } = fields;
  const euros = cents === undefined ? undefined : (cents / 100).toFixed(2);
  const body = {
    ...fixed,
    ...(category && { category: said.category }),
    ...(amount && { [path === 'dispute' ? 'claim' : 'toBuyer']: euros }),
    ...(text && { text: said.text.trim() }),
    ...(trackingCode && { trackingCode: said.trackingCode.trim() }),
    ...(photos && { evidence }),
  };
  return Object.keys(body).length > 0 ? body : undefined;
};

import { useForm } from 'react-hook-form';
import type { Photo } from '../photos/photoRules.ts';
import type { Failure, ListingDraft } from './listingRules.ts';
import { withPriceRead } from './typedPrice.ts';

export type ListingForm = ListingDraft & { photos: Photo[]; disclaimerAccepted: boolean };

export const EMPTY_LISTING: ListingForm = {
  title: '',
  franchise: '',
  mainFaction: '',
  subfaction: '',
  condition: '',
  paintQuality: 'Not Painted',
  price: '',
  description: '',
  photos: [],
  disclaimerAccepted: false,
};

/** `disclaimerRequired` is asked at submit: it follows the franchise then chosen. Editing has neither photo nor disclaimer rules. */
type Rules = { kind: 'create'; disclaimerRequired: (franchise: string) => boolean } | { kind: 'edit' };

/** They bring zod, so they come when the form is first touched. Undefined when they cannot be had: the server has them too. */
const rulesOfListings = () => import('./listingRules.ts').catch(() => undefined);

/** For the form's `onTouch`. */
export const nearListingRules = (): void => void rulesOfListings();

const failureOf = async (form: ListingForm, rules: Rules): Promise<Failure | null | undefined> => {
  const code = await rulesOfListings();
  return rules.kind === 'edit'
    ? code?.firstFieldFailure(form)
    : code?.firstCreateFailure(form, { ...form, disclaimerRequired: rules.disclaimerRequired(form.franchise) });
};

/** Reports one failure at a time, the first by the order of the rules; its field takes the focus. */
export const useListingForm = (defaultValues: ListingForm, rules: Rules) =>
  useForm<ListingForm>({
    defaultValues,
    reValidateMode: 'onSubmit',
    resolver: async (form) => {
      const failure = await failureOf(form, rules);
      return failure
        ? { values: {}, errors: { [failure.field]: { type: 'rule', message: failure.message } } }
        : { values: withPriceRead(form), errors: {} };
    },
  });

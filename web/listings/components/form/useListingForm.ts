import type { RefObject } from 'react';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { toast } from '../../../ui/toast.ts';
import type { Photo } from '../photos/photoRules.ts';
import type { Failure, ListingDraft } from './listingRules.ts';
import { EMPTY_TEXTS } from './listingTexts.ts';
import { withPriceRead } from './typedPrice.ts';

export type ListingForm = ListingDraft & {
  photos: Photo[];
  disclaimerAccepted: boolean;
  /** The seller confirmed "painted" together with "Not Painted". */
  paintMeant: boolean;
};

export const EMPTY_LISTING: ListingForm = {
  ...EMPTY_TEXTS,
  ownShipping: false,
  domesticRate: '',
  continentalRate: '',
  photos: [],
  disclaimerAccepted: false,
  paintMeant: false,
};

/**
 * `disclaimerRequired` is called at submit, since it depends on the chosen franchise. Editing has no disclaimer
 * rule.
 */
type Rules = { kind: 'create'; disclaimerRequired: (franchise: string) => boolean } | { kind: 'edit' };

/**
 * The rules bring zod, so they load when the form is first touched. Undefined if loading fails: the server checks
 * them too.
 */
const rulesOfListings = () => import('./listingRules.ts').catch(() => undefined);

/** For the form's `onTouch`. */
export const nearListingRules = (): void => void rulesOfListings();

const failuresOf = async (form: ListingForm, rules: Rules): Promise<Failure[]> => {
  const code = await rulesOfListings();
  if (!code) return [];
  if (rules.kind === 'edit') return code.editFailures(form, form);
  return code.createFailures(form, { ...form, disclaimerRequired: rules.disclaimerRequired(form.franchise) });
};

/** Announces and focuses the first broken rule in rule order, which may not be the topmost field. */
export const tellFirstWrong = (
  form: UseFormReturn<ListingForm>,
  errors: FieldErrors<ListingForm>,
  photoField: RefObject<HTMLElement | null>,
  otherwise: string,
): void => {
  const [first] = Object.keys(errors) as (keyof ListingForm)[];
  toast.error((first && errors[first]?.message) ?? otherwise);
  if (first === 'photos') photoField.current?.focus();
  else if (first) form.setFocus(first);
};

/** Marks all broken rules on submit, and a field's own rule on blur. */
export const useListingForm = (defaultValues: ListingForm, rules: Rules) =>
  useForm<ListingForm>({
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    resolver: async (form) => {
      const failures = await failuresOf(form, rules);
      if (failures.length === 0) return { values: withPriceRead(form), errors: {} };
      const marked = failures.map(({ field, message }) => [field, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(marked) };
    },
  });

import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { profileQuery } from '../../../api/account.ts';
import { useUser } from '../../../api/session.tsx';
import { Checkbox } from '../../../ui/Input.tsx';
import { Link } from '../../../ui/Link.tsx';
import { centsOf, formatCents } from '../../../ui/money.ts';
import { RateFields } from '../../../ui/RateFields.tsx';
import type { ListingForm } from './useListingForm.ts';

type ListingShippingProps = {
  form: UseFormReturn<ListingForm>;
  /** Euros: the rate outside the two zones, if this listing sets one. */
  outside: number | undefined;
};

/** Shows the seller's usual rates, or the listing's own rates, which start from them. */
export const ListingShipping = ({ form, outside }: ListingShippingProps) => {
  const { country } = useUser();
  const usual = useQuery(profileQuery).data?.shippingRates;
  const [ownShipping, domesticRate, continentalRate] = form.watch(['ownShipping', 'domesticRate', 'continentalRate']);
  const begin = () => {
    form.clearErrors(['domesticRate', 'continentalRate']);
    if (!usual || !form.getValues('ownShipping') || form.getValues('domesticRate') || form.getValues('continentalRate'))
      return;
    form.setValue('domesticRate', usual.domesticRate.toFixed(2), { shouldDirty: true });
    form.setValue('continentalRate', usual.continentalRate.toFixed(2), { shouldDirty: true });
  };
  const beyond = outside ?? usual?.internationalRate;
  const said = (euros: number) => formatCents(centsOf(euros));
  return (
    <fieldset className="own-shipping">
      <legend className="strong">Shipping for this listing</legend>
      {!ownShipping && (
        <p className="small muted">
          {usual ? (
            <>
              Your usual rates: {said(usual.domesticRate)} within your country, {said(usual.continentalRate)} to the
              rest of the EU, the UK, Switzerland and Norway.
            </>
          ) : (
            'Your usual rates apply.'
          )}{' '}
          Change them in <Link to="/settings?tab=shipping">Settings</Link>.
        </p>
      )}
      <Checkbox label="Use different rates for this listing" {...form.register('ownShipping', { onChange: begin })} />
      {ownShipping && (
        <>
          <div className="form-pair">
            <RateFields
              country={country}
              typed={{ domesticRate, continentalRate }}
              errors={form.formState.errors}
              register={form.register}
              submits={form.formState.submitCount}
              onType={(name) => form.clearErrors(name)}
              onClamp={(name, value) => form.setValue(name, value, { shouldDirty: true })}
            />
          </div>
          <p className="hint">
            {beyond !== undefined && <>Buyers outside this zone pay {said(beyond)}. </>}The buyer pays shipping on top,
            and you receive it in full. A new rate does not change existing purchases.
          </p>
        </>
      )}
    </fieldset>
  );
};

import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Profile } from '#application/contract/accounts.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { messageOf } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { countryInSentence } from '../ui/countries.ts';
import { Form } from '../ui/Form.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.ts';
import { typedCents } from '../ui/typedMoney.ts';
import { useAccountCommand } from './account.ts';
import { clampRate } from './rateClamp.ts';
import { rateFailure } from './rateRules.ts';

type Rates = { domesticRate: string; continentalRate: string };

const LABELS: Record<keyof Rates, { label: string; hint: (country: string) => string }> = {
  domesticRate: { label: 'Domestic rate (€)', hint: (country) => `Within ${countryInSentence(country)}` },
  continentalRate: {
    label: 'EU and UK rate (€)',
    hint: () => 'To the other countries of the EU, the UK, Switzerland and Norway',
  },
};
const euros = (typed: string): number => toEuros(typedCents(typed) ?? 0);

const FIELDS = Object.keys(LABELS) as (keyof Rates)[];

/** Two tiers, €0 to €100 each; a value beyond that is put back to the limit while it is typed. */
export const RatesCard = ({ profile }: { profile: Profile }) => {
  const { domesticRate, continentalRate, internationalRate } = profile.shippingRates;
  const [clamped, setClamped] = useState<Partial<Record<keyof Rates, string | undefined>>>({});
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm<Rates>({
    defaultValues: { domesticRate: domesticRate.toFixed(2), continentalRate: continentalRate.toFixed(2) },
  });
  const save = useAccountCommand((rates: Record<keyof Rates, number>) => api.put('user/shipping-rates', rates));
  const clamp = (field: keyof Rates, typed: string) => {
    const { value, message } = clampRate(typed);
    if (value !== typed) setValue(field, value, { shouldDirty: true });
    setClamped((before) => ({ ...before, [field]: message ?? undefined }));
  };
  const submit = handleSubmit(async (rates) => {
    const failing = FIELDS.find((field) => rateFailure(rates[field]));
    if (failing) return setError(failing, { message: rateFailure(rates[failing]) ?? '' }, { shouldFocus: true });
    try {
      await save.mutateAsync({
        domesticRate: euros(rates.domesticRate),
        continentalRate: euros(rates.continentalRate),
      });
      setClamped({});
      toast.success('Shipping rates updated successfully');
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update shipping rates'));
    }
  });
  return (
    <Panel title="Shipping rates">
      <Form className="form-grid" onSubmit={submit}>
        <p className="small muted">What buyers pay for shipping on top of the item price. It goes to you in full.</p>
        {FIELDS.map((field) => (
          <MoneyInput
            key={field}
            label={LABELS[field].label}
            hint={LABELS[field].hint(profile.country)}
            typed={watch(field)}
            error={clamped[field] ?? formState.errors[field]?.message}
            {...register(field, { onChange: (event) => clamp(field, event.target.value) })}
          />
        ))}
        <p className="hint">Outside this zone €{internationalRate.toFixed(2)} is charged.</p>
        <div>
          <Button type="submit" look="primary" busyText="Saving…">
            Save rates
          </Button>
        </div>
      </Form>
    </Panel>
  );
};

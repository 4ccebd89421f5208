import type { Profile } from '#application/contract/accounts.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { RateFields } from '../../../ui/RateFields.tsx';
import { RATES, rateFailure, ratesOf, type TypedRates } from '../../../ui/rateRules.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { useSettingsForm } from './useSettingsForm.ts';

/** Two tiers, €0 to €100 each. */
export const RatesCard = ({ profile }: { profile: Profile }) => {
  const { domesticRate, continentalRate, internationalRate } = profile.shippingRates;
  const { register, handleSubmit, watch, setValue, setError, formState, sent } = useSettingsForm<TypedRates>({
    domesticRate: domesticRate.toFixed(2),
    continentalRate: continentalRate.toFixed(2),
  });
  const save = useAccountCommand((rates: Record<keyof TypedRates, number>) => api.put('user/shipping-rates', rates));
  const submit = handleSubmit(async (rates) => {
    const failing = RATES.find((field) => rateFailure(rates[field]));
    if (failing) return setError(failing, { message: rateFailure(rates[failing]) ?? '' }, { shouldFocus: true });
    try {
      await save.mutateAsync(ratesOf(rates));
      sent();
      toast.success('Shipping rates updated successfully');
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update shipping rates'));
    }
  });
  return (
    <Panel title="Shipping rates">
      <Form className="form-grid" onSubmit={submit}>
        <p className="small muted">
          What buyers pay for shipping on top of the item price. You receive it in full. A listing can use different
          rates.
        </p>
        <RateFields
          country={profile.country}
          typed={watch()}
          errors={formState.errors}
          register={register}
          submits={formState.submitCount}
          onClamp={(field, value) => setValue(field, value, { shouldDirty: true })}
        />
        <p className="hint">Outside this zone, buyers pay €{internationalRate.toFixed(2)}.</p>
        <div>
          <Button type="submit" look="primary" busyText="Saving…">
            Save rates
          </Button>
        </div>
      </Form>
    </Panel>
  );
};

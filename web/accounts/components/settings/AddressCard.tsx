import type { z } from 'zod';
import type { Profile, shippingAddress } from '#application/contract/accounts.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { setUser } from '../../../api/sessionStore.ts';
import { AddressFields, EMPTY_ADDRESS } from '../../../ui/AddressFields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { schemaOnDemand } from '../../../ui/schemaOnDemand.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { useSettingsForm } from './useSettingsForm.ts';

type Address = z.output<typeof shippingAddress>;

const rules = schemaOnDemand(async () => (await import('#application/contract/accounts.ts')).shippingAddress);

export const AddressCard = ({ profile }: { profile: Profile }) => {
  const { register, handleSubmit, formState, sent } = useSettingsForm<z.input<typeof shippingAddress>, Address>(
    profile.shippingAddress ?? EMPTY_ADDRESS,
    rules,
  );
  const save = useAccountCommand((address: Address) => api.put('user/shipping', address));
  const submit = handleSubmit(async (address) => {
    try {
      await save.mutateAsync(address);
      sent();
      setUser({ shippingAddress: address });
      toast.success('Shipping address updated successfully');
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update shipping address'));
    }
  });
  return (
    <Panel title="Shipping address">
      <Form className="form-grid" onSubmit={submit} onTouch={rules.near} autoComplete="on">
        <p className="small muted">Prefilled when you buy. Country: {profile.country}, as in your account.</p>
        <AddressFields register={register} errors={formState.errors} />
        <div>
          <Button type="submit" look="primary" busyText="Saving…">
            Save address
          </Button>
        </div>
      </Form>
    </Panel>
  );
};

import { useState } from 'react';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Checkbox } from '../../../ui/Input.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';

const SELLER_TERMS = [
  `Listing is free. The buyer pays the platform fee of ${TERMS.fee}, you receive the full item price and the shipping cost.`,
  `You pack the item safely, ship it and confirm the shipment within ${TERMS.shipment} (${TERMS.shipmentInHours}) of the payment. A sale that nobody ships is cancelled, and the buyer gets everything back.`,
  'Photos and description are your own and accurate. 3D printed or kitbashed items say so in title and description.',
  'No counterfeits, and no trademark, "proxy" or "replacement" claims.',
  `The money stays in escrow until the buyer confirms arrival or ${TERMS.escrow} after shipment, then goes to a bank account in your own name.`,
];

/** Step one of becoming a seller; bank details follow. */
export const BecomeSeller = () => {
  const [accepted, setAccepted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const registration = useAccountCommand(() => api.post('seller/register'));
  const submit = async () => {
    if (!accepted) return setFailure('Please accept the seller terms to continue');
    try {
      await registration.mutateAsync();
      toast.success('Congratulations! You are now a seller. Please provide your bank information to receive payments.');
    } catch (error) {
      const message = messageOf(error, 'Failed to become a seller');
      setFailure(message);
      toast.error(message);
    }
  };
  return (
    <Panel title="Become a Seller" className="max-w-2xl">
      <Form className="form-grid" onSubmit={submit}>
        <p>Offer your own miniatures to collectors all over Europe. These are the seller terms:</p>
        <ul className="terms-list">
          {SELLER_TERMS.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <div>
          <Checkbox
            label={
              <>
                I accept the seller terms and the{' '}
                <Link to="/terms" target="_blank" rel="noopener">
                  Terms and Conditions
                </Link>
              </>
            }
            checked={accepted}
            aria-invalid={failure !== undefined || undefined}
            aria-describedby="seller-terms-error"
            onChange={(event) => {
              setAccepted(event.target.checked);
              setFailure(undefined);
            }}
          />
          <FieldError id="seller-terms-error" message={failure} />
        </div>
        <div>
          <Button type="submit" look="primary" busyText="Signing the pact…">
            Become a Seller
          </Button>
        </div>
      </Form>
    </Panel>
  );
};

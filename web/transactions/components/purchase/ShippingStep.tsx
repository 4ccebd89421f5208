import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Listing } from '#application/contract/listings.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';
import { useUser } from '../../../api/session.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { countryInSentence } from '../../../ui/countries.ts';
import { Form } from '../../../ui/Form.tsx';
import { Checkbox, Select } from '../../../ui/Input.tsx';
import { leaveFor } from '../../../ui/leaveFor.ts';
import { centsOf } from '../../../ui/money.ts';
import { Notice } from '../../../ui/States.tsx';
import { schemaOnDemand } from '../../../ui/schemaOnDemand.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import {
  begunTransactionQuery,
  checkoutFailure,
  keepAddress,
  setShipping,
  shippingCostQuery,
} from '../../api/purchase.ts';
import { CheckoutBar } from './CheckoutBar.tsx';
import { PurchaseSums } from './PurchaseSums.tsx';
import { endOfPurchase } from './purchaseRules.ts';
import { quoteFor } from './quote.ts';
import { prefilled, type ShippingDraft } from './shippingForm.ts';
import { WhatPayingMeans } from './WhatPayingMeans.tsx';

type ShippingStepProps = {
  listing: Listing;
  transactionId: string;
  /** The failure of an attempt with the known address. */
  failedBefore?: string | undefined;
  onClose: () => void;
};

const rules = schemaOnDemand(
  async () => (await import('#application/contract/transactions.ts')).setShipping.shape.shippingAddress,
);

/** Step 2: address and total. Only a calculated total can be paid. */
export const ShippingStep = ({ listing, transactionId, failedBefore, onClose }: ShippingStepProps) => {
  const viewer = useUser();
  const form = useForm<ShippingDraft>({
    defaultValues: prefilled(viewer),
    resolver: rules.resolver,
  });
  const { register, handleSubmit, watch, formState } = form;
  useKeptOverReload(form, 'address');
  const country = watch('country');
  const shipping = useQuery(shippingCostQuery(listing, country, transactionId));
  const [failure, setFailure] = useState(failedBefore);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  const [leaving, setLeaving] = useState(false);
  const [keep, setKeep] = useState(false);
  /** Saved addresses are in the account's country. */
  const keeps = country === viewer.country;
  const begun = useQuery(begunTransactionQuery(transactionId));
  const transaction = begun.data;
  const ended = transaction && endOfPurchase(transaction);
  const terms = transaction ? termsOf(transaction) : TERMS;
  const calculated = shipping.isSuccess && !shipping.isFetching && !begun.isPending;
  const cost = calculated ? shipping.data : null;
  const quote = transaction
    ? quoteFor(centsOf(transaction.amount), cost, centsOf(transaction.platformFee))
    : quoteFor(centsOf(listing.price), cost);

  const submit = handleSubmit(async (address) => {
    setFailure(undefined);
    setLeaving(true);
    if (keep && keeps)
      try {
        await keepAddress(address);
        setKeep(false);
      } catch {
        setFailure(
          'Your address could not be saved. Nothing is ordered yet: try again, or continue without saving it.',
        );
        return setLeaving(false);
      }
    try {
      await leaveFor(await setShipping(transactionId, address, quote));
    } catch (error) {
      setFailure(checkoutFailure(error));
    }
    setLeaving(false);
    void shipping.refetch();
    void begun.refetch();
  });

  return (
    <Form
      className="form-grid"
      onSubmit={submit}
      onTouch={rules.near}
      autoComplete="on"
      focusAfter={failure === undefined ? undefined : said}
    >
      <AddressFields register={register} errors={formState.errors} />
      <Select
        label="Country"
        autoComplete="shipping country-name"
        error={formState.errors.country?.message}
        {...register('country')}
      >
        {offeredCountries(transaction && displayedTerms(transaction)).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {keeps && (
        <Checkbox
          label="Save this address"
          checked={keep}
          disabled={leaving}
          onChange={(event) => setKeep(event.target.checked)}
        />
      )}
      <div aria-live="polite" aria-busy={!calculated}>
        <PurchaseSums
          quote={quote}
          terms={terms}
          shippingNote={calculated ? `To ${countryInSentence(country)}, from the seller’s rates` : 'Calculating…'}
        />
      </div>
      {shipping.isError && (
        <Notice bad>
          Failed to calculate shipping cost. Please try again.{' '}
          <Button size="sm" look="quiet" onClick={() => shipping.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!ended && <WhatPayingMeans terms={terms} />}
      <CheckoutBar total={calculated && !ended ? quote.total : null} failure={ended ?? failure} said={said}>
        <Button onClick={onClose} disabled={leaving}>
          {ended ? 'Back to the listing' : 'Later'}
        </Button>
        {ended ? (
          <ButtonLink look="primary" to={`/transactions/${transactionId}`}>
            View Transaction
          </ButtonLink>
        ) : (
          <Button type="submit" look="primary" disabled={!calculated} busyText="Opening the checkout…">
            Continue to payment
          </Button>
        )}
      </CheckoutBar>
    </Form>
  );
};

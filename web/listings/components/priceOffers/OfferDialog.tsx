import { useRef, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { LEAST_PROPOSED, PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { formatEuros } from '#domain/shared/euros.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { Button } from '../../../ui/Button.tsx';
import { countryInSentence } from '../../../ui/countries.ts';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { centsOf, formatCents, formatPrice } from '../../../ui/money.ts';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { typedCents, typedFailure } from '../../../ui/typedMoney.ts';
import { useTyped } from '../../../ui/useKeptOverReload.ts';
import { allInOf } from '../price/allInOf.ts';
import { useDestination } from '../price/useDestination.ts';

type OfferDialogProps = (
  | {
      listing: Listing;
      answers?: undefined;
      /** Cents: the buyer's own open offers. */
      offered: readonly number[];
    }
  | {
      listing: Pick<Listing, 'title' | 'price'>;
      /** Cents: the offer that the seller counters. */
      answers: number;
    }
) & {
  /** In euros with two decimals. */
  send: (price: string) => Promise<unknown>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Why this amount is not accepted; undefined if it is. */
const failureOf = (typed: string, least: number, below: number, offered: readonly number[]): string | undefined => {
  if (typed.trim() === '') return 'Please enter a price';
  const cents = typedCents(typed);
  if (cents === undefined) return typedFailure(typed);
  if (cents < least) return `Please enter at least ${formatCents(least)}`;
  if (cents >= below) return `Please enter less than ${formatCents(below)}`;
  return offered.includes(cents) ? `You have already offered ${formatCents(cents)}` : undefined;
};

const WhatSellerReceives = ({ typed }: { typed: string }) => {
  const cents = typedCents(typed);
  return cents === undefined ? null : (
    <p className="small">
      You receive <b>{formatCents(cents)}</b> plus the shipping. The buyer pays the fee on top.
    </p>
  );
};

const WhatBuyerPays = ({ listing, typed }: { listing: Listing; typed: string }) => {
  const destination = useDestination();
  const cents = typedCents(typed);
  const sums = cents === undefined ? undefined : allInOf({ ...listing, price: cents / 100 }, destination);
  return sums && destination ? (
    <p className="small">
      You would pay <b>{formatCents(sums.total)}</b> including delivery to {countryInSentence(destination)}, with{' '}
      {formatCents(sums.fee)} platform fee and {formatCents(sums.shipping)} shipping.
    </p>
  ) : null;
};

type OfferFormProps = { asked: OfferDialogProps; busy: boolean; setBusy: (busy: boolean) => void };

const OfferForm = ({ asked, busy, setBusy }: OfferFormProps) => {
  const { listing, answers, send, onOpenChange } = asked;
  const sells = answers !== undefined;
  const least = sells ? answers + 1 : LEAST_PROPOSED;
  const [typed, setTyped] = useTyped(`offer:${listing.title}:${answers}`, '');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const wrong = failureOf(typed, least, centsOf(listing.price), asked.answers === undefined ? asked.offered : []);
    setError(wrong);
    setFailure(undefined);
    if (wrong) return field.current?.focus();
    setBusy(true);
    try {
      await send(formatEuros(typedCents(typed) ?? 0));
      onOpenChange(false);
      toast.success(sells ? 'Your counter-offer was sent' : 'Your offer was sent');
    } catch (refusal) {
      setFailure(messageOf(refusal, 'This did not go through. Please try again.'));
    }
    setBusy(false);
  };

  return (
    <Form className="form-grid" onSubmit={submit}>
      <p>
        <b className="strong">{listing.title}</b> costs {formatPrice(listing.price)}
        {sells && `, and you were offered ${formatCents(answers)}`}.
      </p>
      <MoneyInput
        ref={field}
        label={sells ? 'Your price' : 'Your offer'}
        hint="In euros, for the item alone"
        typed={typed}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      {asked.answers === undefined ? (
        <WhatBuyerPays listing={asked.listing} typed={typed} />
      ) : (
        <WhatSellerReceives typed={typed} />
      )}
      {failure && <Notice bad>{failure}</Notice>}
      <Notice>
        <b>What happens next.</b> The {sells ? 'buyer' : 'seller'} has {PRICE_OFFER_LIMITS.answer} to answer. Once
        agreed, it is reserved for {sells ? 'them' : 'you'} for {PRICE_OFFER_LIMITS.kept}.
      </Notice>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)} disabled={busy}>
          Not now
        </Button>
        <Button look="primary" type="submit" busyText="Sending…">
          {sells ? 'Send counter-offer' : 'Send offer'}
        </Button>
      </DialogActions>
    </Form>
  );
};

/** A buyer's offer or a seller's counter-offer; empty each time it opens. */
export const OfferDialog = (props: OfferDialogProps) => {
  const { answers, open, onOpenChange } = props;
  const [busy, setBusy] = useState(false);
  const title = answers === undefined ? 'Make an offer' : 'Make a counter-offer';
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} locked={busy}>
      <OfferForm asked={props} busy={busy} setBusy={setBusy} />
    </Dialog>
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { TERMS } from '#domain/transactions/termWords.ts';
import { isRefused, messageOf } from '../api/ApiError.ts';
import { newCommandId } from '../api/client.ts';
import { useUser } from '../api/session.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { toast } from '../ui/toast.ts';
import { createPurchase } from './purchaseCalls.ts';
import { purchaseFailure } from './purchaseRules.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { ShippingStep } from './ShippingStep.tsx';

type PurchaseDialogProps = {
  listing: Listing;
  /** A sale created before, to go on with at the shipping step. */
  transactionId: string | null;
  onCreated: (transactionId: string) => void;
  onClose: () => void;
};

const leaveFor = (checkoutUrl: string) => window.location.assign(checkoutUrl);

/** Review, then shipping once the sale is created, then off to the provider's page. */
export const PurchaseDialog = ({ listing, transactionId, onCreated, onClose }: PurchaseDialogProps) => {
  const viewer = useUser();
  const queries = useQueryClient();
  const [failure, setFailure] = useState(() => purchaseFailure(listing, viewer._id));
  const [busy, setBusy] = useState(false);
  const commandId = useRef(newCommandId());

  const create = async () => {
    const broken = purchaseFailure(listing, viewer._id);
    if (broken) return setFailure(broken);
    setBusy(true);
    setFailure(null);
    try {
      const { transaction } = await createPurchase(listing, commandId.current);
      void queries.invalidateQueries({ queryKey: ['transactions'] });
      onCreated(transaction._id);
    } catch (error) {
      const message = messageOf(error, 'Failed to create transaction');
      setFailure(message);
      toast.error(message);
      if (isRefused(error)) commandId.current = newCommandId();
    }
    setBusy(false);
  };

  const close = (open: boolean) => {
    if (open) return;
    if (transactionId)
      toast.info(
        `Your purchase is reserved for ${TERMS.paymentWindow}`,
        'Go on with it, or cancel it, from My Transactions.',
      );
    void queries.invalidateQueries({ queryKey: ['listings'] });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={transactionId ? 'Shipping information' : 'Review purchase'}
      step={transactionId ? 'Step 2 of 2' : 'Step 1 of 2'}
      locked={busy}
    >
      {transactionId ? (
        <ShippingStep listing={listing} transactionId={transactionId} onClose={() => close(false)} onLeave={leaveFor} />
      ) : (
        <ReviewStep listing={listing} failure={failure} busy={busy} onContinue={create} onCancel={() => close(false)} />
      )}
    </Dialog>
  );
};

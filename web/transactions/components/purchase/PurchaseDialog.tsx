import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { messageOf, serverCode } from '../../../api/ApiError.ts';
import { newCommandId } from '../../../api/commandId.ts';
import { isRefused } from '../../../api/isRefused.ts';
import { useUser } from '../../../api/session.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { dueTime } from '../../../ui/dates.ts';
import { leaveFor } from '../../../ui/leaveFor.ts';
import { toast } from '../../../ui/toast.ts';
import { begunTransactionQuery, checkoutFailure, createPurchase, setShipping } from '../../api/purchase.ts';
import { endOfPurchase, purchaseFailure } from './purchaseRules.ts';
import type { Quote } from './quote.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { ShippingStep } from './ShippingStep.tsx';
import { knownAddress, type ShippingDraft } from './shippingForm.ts';

type PurchaseDialogProps = {
  listing: Listing;
  /** An earlier purchase to continue at the shipping step. */
  transactionId: string | null;
  onCreated: (transactionId: string) => void;
  onClose: () => void;
};

/** Says where to find the purchase while it can still be paid. */
const sayReserved = (sale: TransactionView | undefined) => {
  if (sale && endOfPurchase(sale)) return;
  const until = sale?.deadlines.find(({ kind }) => kind === 'paymentWindow')?.dueAt;
  toast.info(
    `Your purchase is reserved ${until ? `until ${dueTime(until)}` : `for ${TERMS.paymentWindow}`}`,
    'Continue or cancel it in My Transactions.',
  );
};

/** Review, then shipping, then the provider's page. */
export const PurchaseDialog = ({ listing, transactionId, onCreated, onClose }: PurchaseDialogProps) => {
  const viewer = useUser();
  const queries = useQueryClient();
  const [failure, setFailure] = useState(() => purchaseFailure(listing, viewer._id));
  const [busy, setBusy] = useState(false);
  const commandId = useRef(newCommandId());

  /** Returns the transaction id, or undefined after showing the failure. */
  const create = async (): Promise<string | undefined> => {
    setFailure(null);
    try {
      const { transaction } = await createPurchase(listing, commandId.current);
      void queries.invalidateQueries({ queryKey: ['transactions'] });
      return transaction._id;
    } catch (error) {
      setFailure(messageOf(error, 'Failed to create transaction'));
      if (isRefused(error)) commandId.current = newCommandId();
      // Show the new price next to the error.
      if (serverCode(error) === 'priceChanged') void queries.invalidateQueries({ queryKey: ['listings'] });
      return undefined;
    }
  };

  const begin = async (then: (sale: string) => Promise<void> | void) => {
    const broken = purchaseFailure(listing, viewer._id);
    if (broken) return setFailure(broken);
    setBusy(true);
    const sale = await create();
    if (sale) await then(sale);
    setBusy(false);
  };

  const pay = (address: ShippingDraft, quote: Quote) =>
    begin(async (sale) => {
      try {
        await leaveFor(await setShipping(sale, address, quote));
      } catch (error) {
        setFailure(checkoutFailure(error));
      }
      onCreated(sale);
    });

  const close = (open: boolean) => {
    if (open) return;
    if (transactionId)
      // Undefined if the purchase has just been created.
      sayReserved(queries.getQueryData(begunTransactionQuery(transactionId).queryKey));
    void queries.invalidateQueries({ queryKey: ['listings'] });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={transactionId ? 'Shipping information' : 'Review purchase'}
      step={transactionId ? 'Step 2 of 2' : knownAddress(viewer) ? undefined : 'Step 1 of 2'}
      locked={busy}
    >
      {transactionId ? (
        <ShippingStep
          listing={listing}
          transactionId={transactionId}
          failedBefore={failure ?? undefined}
          onClose={() => close(false)}
        />
      ) : (
        <ReviewStep
          listing={listing}
          failure={failure}
          busy={busy}
          onContinue={() => begin(onCreated)}
          onPay={pay}
          onCancel={() => close(false)}
        />
      )}
    </Dialog>
  );
};

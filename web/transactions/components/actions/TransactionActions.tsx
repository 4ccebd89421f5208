import { useNavigate } from 'react-router-dom';
import type { TransactionView } from '#application/contract/transactions.ts';
import { Button, type Look } from '../../../ui/Button.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { usePay } from '../../api/usePay.ts';
import { actionText, cancelLabel, endsWithArrival } from '../../text/actionText.ts';
import { useOpened } from '../../useOpened.ts';
import type { TransactionAction } from './availableActions.ts';

const CancelDialog = onceOpened(async () => (await import('./CancelDialog.tsx')).CancelDialog);
const ConfirmArrival = onceOpened(async () => (await import('./ConfirmArrival.tsx')).ConfirmArrival);
const ConfirmShipment = onceOpened(async () => (await import('./ConfirmShipment.tsx')).ConfirmShipment);
const PauseDialog = onceOpened(async () => (await import('./PauseDialog.tsx')).PauseDialog);
const RateSeller = onceOpened(async () => (await import('./RateSeller.tsx')).RateSeller);
const ResumeEscrow = onceOpened(async () => (await import('./ResumeEscrow.tsx')).ResumeEscrow);

type TransactionActionsProps = {
  sale: TransactionView;
  actions: TransactionAction[];
  place: 'card' | 'detail' /** False if another action is more likely. */;
  gold?: boolean;
};

const lookOf = (action: TransactionAction, index: number, gold: boolean): Look => {
  if (action === 'cancel') return 'danger';
  return index === 0 && gold && action !== 'pauseEscrow' ? 'primary' : 'plain';
};

/** The action buttons of a transaction with their dialogs. The detail page adds a hint to each. */
export const TransactionActions = ({
  sale: transaction,
  actions,
  place,
  gold = place === 'detail',
}: TransactionActionsProps) => {
  const navigate = useNavigate();
  const pay = usePay(transaction._id);
  const detail = place === 'detail';
  const { opened, open, close } = useOpened(actions, (action) => action, detail ? '' : transaction._id);
  const has = (...names: TransactionAction[]) => actions.some((action) => names.includes(action));
  const loads: Partial<Record<TransactionAction, boolean>> = {
    cancel: CancelDialog.useAhead(has('cancel')),
    confirmArrival: ConfirmArrival.useAhead(has('confirmArrival')),
    confirmShipment: ConfirmShipment.useAhead(has('confirmShipment')),
    pauseEscrow: PauseDialog.useAhead(has('pauseEscrow')),
    resumeEscrow: ResumeEscrow.useAhead(has('resumeEscrow')),
    rateSeller: RateSeller.useAhead(has('rateSeller', 'writeReview')),
  };
  const act = (action: TransactionAction) => {
    if (action === 'completePurchase' || action === 'changeAddress')
      navigate(`/listings/${transaction.listing._id}?buy=1&transaction=${transaction._id}`);
    else if (action === 'continuePayment' || action === 'payAgain') pay.start();
    else open(action);
  };
  const dialog = (action: TransactionAction) => ({
    sale: transaction,
    open: opened === action,
    onOpenChange: close,
    place,
  });
  return (
    <>
      {actions.map((action, index) => {
        const { label, hint } = actionText(transaction)[action];
        const paying = action === 'continuePayment' || action === 'payAgain';
        return (
          <div key={action} className={detail ? 'action' : 'contents'}>
            <Button
              look={lookOf(action, index, gold && !endsWithArrival(transaction))}
              size={detail ? undefined : 'sm'}
              block={detail}
              busy={(paying && pay.busy) || loads[action === 'writeReview' ? 'rateSeller' : action] === true}
              busyText={paying ? 'Opening the checkout…' : 'Loading…'}
              onClick={() => act(action)}
            >
              {action === 'cancel' ? cancelLabel(transaction) : label}
            </Button>
            {detail && hint && <p className="hint">{hint}</p>}
          </div>
        );
      })}
      <ConfirmShipment {...dialog('confirmShipment')} />
      <ConfirmArrival {...dialog('confirmArrival')} />
      <PauseDialog {...dialog('pauseEscrow')} />
      <ResumeEscrow {...dialog('resumeEscrow')} />
      <RateSeller {...dialog(transaction.sellerRated ? 'writeReview' : 'rateSeller')} />
      <CancelDialog {...dialog('cancel')} />
    </>
  );
};

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { LoadingScreen } from '../../../ui/LoadingScreen.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLater } from '../../../ui/useLater.ts';
import { useTitle } from '../../../ui/useTitle.ts';
import { loadTransaction, transactionKeys } from '../../api/transactions.ts';
import { usePay } from '../../api/usePay.ts';
import { askAgainIn, FIRST_WAIT, paymentOutcome } from './paymentOutcome.ts';

const ToTransactions = ({ id }: { id?: string }) => (
  <>
    {id && (
      <ButtonLink size="sm" to={`/transactions/${id}`}>
        View Transaction
      </ButtonLink>
    )}
    <ButtonLink size="sm" look="quiet" to="/transactions">
      My Transactions
    </ButtonLink>
  </>
);

/** Shows the failure for a moment, then opens the list. */
const Failed = ({ title }: { title: string }) => {
  const navigate = useNavigate();
  useLater(title, () => navigate('/transactions', { replace: true }), FIRST_WAIT);
  return <ErrorState title={title} actions={<ToTransactions />} />;
};

const PayAgain = ({ id }: { id: string }) => {
  const pay = usePay(id);
  return (
    <Button size="sm" look="primary" busy={pay.busy} busyText="Opening the checkout…" onClick={pay.start}>
      Pay again
    </Button>
  );
};

/** Polls the read model, because returning from the provider's page proves nothing. */
const Verifying = ({ id }: { id: string }) => {
  const navigate = useNavigate();
  const [since] = useState(() => Date.now());
  const transaction = useQuery({
    queryKey: [...transactionKeys.one(id), 'payment'],
    queryFn: () => loadTransaction(id),
    // No refetch after a failure: it would hide the error and restart its 3 s.
    refetchInterval: ({ state }) =>
      state.status === 'error' ? false : askAgainIn(state.data && paymentOutcome(state.data), Date.now() - since),
    refetchOnWindowFocus: ({ state }) => state.status !== 'error',
    refetchOnReconnect: ({ state }) => state.status !== 'error',
    gcTime: 0,
  });
  const outcome = transaction.data && paymentOutcome(transaction.data);
  const terms = transaction.data && termsOf(transaction.data);
  useLater(
    outcome === 'paid' ? outcome : undefined,
    () => {
      toast.success('Payment completed successfully');
      dispatchEvent(new Event('good-moment'));
      navigate('/transactions', { replace: true });
    },
    // keep the page long enough to be read, even if the answer is fast
    () => Math.max(0, since + FIRST_WAIT - Date.now()),
  );
  if (transaction.isError && !transaction.data) return <Failed title="Error completing payment" />;
  if (outcome === 'failed')
    return (
      <ErrorState
        title="Your payment did not go through"
        actions={
          <>
            <PayAgain id={id} />
            <ToTransactions id={id} />
          </>
        }
      >
        Nothing has been charged. The miniature stays reserved for you until the {terms?.paymentWindow} are over.
      </ErrorState>
    );
  if (outcome === 'ended')
    return (
      <ErrorState title="This purchase has ended" actions={<ToTransactions id={id} />}>
        Its payment window is over, or it was cancelled. A payment that arrives after this is refunded in full.
      </ErrorState>
    );
  if (outcome === 'processing')
    return (
      <EmptyState title="Your bank is processing the payment" actions={<ToTransactions id={id} />}>
        This can take a few business days. The miniature stays reserved, and you are notified when the money has
        arrived.
      </EmptyState>
    );
  if (outcome === 'open' && !transaction.isFetching && askAgainIn(outcome, Date.now() - since) === false)
    return (
      <EmptyState
        title="Your payment is still pending"
        actions={
          <>
            <PayAgain id={id} />
            <ToTransactions id={id} />
          </>
        }
      >
        The payment provider has not confirmed it yet. If you have not paid yet, you can continue now.
      </EmptyState>
    );
  return <LoadingScreen text="Completing your payment..." />;
};

export const PaymentReturn = () => {
  useTitle('Payment');
  const id = useSearchParams()[0].get('transaction_id');
  const screen: ReactNode = id ? (
    <Verifying id={id} />
  ) : (
    <Failed title="Payment verification failed: Missing transaction ID" />
  );
  return (
    <main className="wrap payment-return" id="main">
      <h1 className="sr-only">Payment</h1>
      {screen}
    </main>
  );
};

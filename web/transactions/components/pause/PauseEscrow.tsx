import { useParams } from 'react-router-dom';
import type { TransactionView } from '#application/contract/transactions.ts';
import { pause } from '#domain/notifications/moneyText.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/LoadingScreen.tsx';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { useTransaction } from '../../api/transactions.ts';
import { PauseForm } from './PauseForm.tsx';

const View = ({ id }: { id: string }) => (
  <ButtonLink size="sm" to={`/transaction/${id}`}>
    View Transaction
  </ButtonLink>
);

const Paused = ({ sale: transaction, id }: { sale: TransactionView; id: string }) => (
  <EmptyState title="Escrow Paused" actions={<View id={id} />}>
    Escrow period has been paused successfully. The funds will remain in escrow until you confirm receipt of the item.
    <span className="block mt-2">{sentenceOf(pause, transaction)}</span>
  </EmptyState>
);

const Screen = ({ sale: transaction, id }: { sale: TransactionView; id: string }) => {
  if (transaction.escrowStatus.isPaused) return <Paused sale={transaction} id={id} />;
  if (!transaction.allowed.includes('PauseEscrow'))
    return (
      <ErrorState title="This transaction is not eligible for escrow pausing" actions={<View id={id} />}>
        {transaction.status === 'IN_ESCROW'
          ? `The buyer can pause the clock in its last ${termsOf(transaction).pauseWindow}, while no dispute or return is open.`
          : 'The clock can be paused only while a sale is in escrow.'}
      </ErrorState>
    );
  return <PauseForm sale={transaction} />;
};

/** E-mails to the buyer link here. */
export const PauseEscrow = () => {
  const { id = '' } = useParams();
  const transaction = useTransaction(id);
  return (
    <>
      <BackLink to={`/transaction/${id}`}>View Transaction</BackLink>
      <PageHeading title="Pause Escrow" rule={false} />
      {transaction.isPending ? (
        <Loading />
      ) : transaction.data ? (
        <Screen sale={transaction.data} id={id} />
      ) : (
        <ErrorState
          error={transaction.error}
          onRetry={() => transaction.refetch()}
          title={messageOf(transaction.error, 'Could not load transaction details')}
          actions={<View id={id} />}
        />
      )}
    </>
  );
};

import { useParams } from 'react-router-dom';
import type { Transaction } from '#application/contract/transactions.ts';
import { pause } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { messageOf } from '../../api/ApiError.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { sentenceOf } from '../../ui/moneySentences.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { useSale } from '../sales.ts';
import { PauseForm } from './PauseForm.tsx';

const View = ({ id }: { id: string }) => (
  <ButtonLink size="sm" to={`/transaction/${id}`}>
    View Transaction
  </ButtonLink>
);

const Paused = ({ sale, id }: { sale: Transaction; id: string }) => (
  <EmptyState title="Escrow Paused" actions={<View id={id} />}>
    Escrow period has been paused successfully. The funds will remain in escrow until you confirm receipt of the item.
    <span className="block mt-2">{sentenceOf(pause, sale)}</span>
  </EmptyState>
);

const Screen = ({ sale, id }: { sale: Transaction; id: string }) => {
  if (sale.escrowStatus.isPaused) return <Paused sale={sale} id={id} />;
  if (!sale.allowed.includes('PauseEscrow'))
    return (
      <ErrorState title="This transaction is not eligible for escrow pausing" actions={<View id={id} />}>
        {sale.status === 'IN_ESCROW'
          ? `The buyer can pause the clock in its last ${termsOf(sale).pauseWindow}, while no dispute or return is open.`
          : 'Only a sale in escrow has a clock that can be paused.'}
      </ErrorState>
    );
  return <PauseForm sale={sale} />;
};

/** Where the notices to the buyer lead. */
export const PauseEscrow = () => {
  const { id = '' } = useParams();
  const sale = useSale(id);
  return (
    <>
      <BackLink to={`/transaction/${id}`}>View Transaction</BackLink>
      <PageHeading title="Pause Escrow" rule={false} />
      {sale.isPending ? (
        <Loading />
      ) : sale.data ? (
        <Screen sale={sale.data} id={id} />
      ) : (
        <ErrorState
          error={sale.error}
          onRetry={() => sale.refetch()}
          title={messageOf(sale.error, 'Could not load transaction details')}
          actions={<View id={id} />}
        />
      )}
    </>
  );
};

import { useLocation, useParams } from 'react-router-dom';
import type { TransactionDetail as Detail } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { ApiError } from '../../api/ApiError.ts';
import { supportEmail } from '../../api/support.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { SaleBundle } from '../../ui/bundle.tsx';
import type { ContactProps } from '../../ui/contact.ts';
import type { OnceOpened } from '../../ui/onceOpened.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { availableActions } from '../actions/availableActions.ts';
import { SaleActions } from '../actions/SaleActions.tsx';
import { ClaimActions } from '../claims/ClaimActions.tsx';
import { areClaimsOver, disputeOpenings, disputeSteps } from '../dispute/disputeActions.ts';
import { whatHappensNext } from '../next/whatHappensNext.ts';
import { returnOpenings, returnSteps } from '../return/returnActions.ts';
import { moneyOf } from '../saleMoney.ts';
import { useSale } from '../sales.ts';
import { ContactButton } from './ContactButton.tsx';
import { NextPanel } from './NextPanel.tsx';
import { PriceDetails } from './PriceDetails.tsx';
import { SaleHead } from './SaleHead.tsx';
import { ShippingDetails } from './ShippingDetails.tsx';
import { Timeline } from './Timeline.tsx';
import { TransactionSkeleton } from './TransactionSkeleton.tsx';

/** In the words of document 2, section 2. */
export const loadFailure = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'Failed to load transaction details';
  if (error.status === 404) return 'Transaction not found';
  return error.status === 0 ? 'Could not retrieve transaction details' : 'Failed to load transaction details';
};

const wordsFor = (error: unknown): string => {
  if (!error) return 'The address of this page ends too soon.';
  if (error instanceof ApiError && error.status === 404) return 'There is no such sale, or it is somebody else’s.';
  return 'Nothing has changed with the money. It stays where the sale left it.';
};

const Failure = ({ title, ...asked }: { title: string; error?: unknown; onRetry?: () => unknown }) => {
  useTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        title={title}
        kind={asked.error ? undefined : 'refused'}
        {...asked}
        actions={
          <ButtonLink size="sm" to="/transactions">
            Back to Transactions
          </ButtonLink>
        }
      >
        {wordsFor(asked.error)}
      </ErrorState>
    </>
  );
};

const PanelOnItsWay = () => (
  <div className="panel" role="status" aria-label="Loading...">
    <SkeletonLines lines={5} />
  </div>
);

/** Few sales have one. */
const CaseFile = partOnDemand<{ sale: Detail }>(
  async () => (await import('./CaseFile.tsx')).CaseFile,
  <PanelOnItsWay />,
);
/** Of a review that stands it shows nothing. */
const RemovedReviews = partOnDemand<{ sale: string }>(
  async () => (await import('./RemovedReviews.tsx')).RemovedReviews,
  null,
);
const ReceiptPanel = partOnDemand<{ sale: string }>(
  async () => (await import('./ReceiptPanel.tsx')).ReceiptPanel,
  <PanelOnItsWay />,
);

type Dialogs = { Contact: OnceOpened<ContactProps> };

const Full = ({ sale, Contact }: Dialogs & { sale: Detail }) => {
  const now = useNow();
  const reader = sale.role === 'seller' ? 'seller' : 'buyer';
  const actions = availableActions(sale, now);
  const steps = [...disputeSteps(sale), ...returnSteps(sale)];
  const openings = [...returnOpenings(sale), ...disputeOpenings(sale, now)];
  const contactable = sale.role !== 'staff';
  return (
    <>
      <SaleHead sale={sale} />
      <div className="tx">
        <div>
          <NextPanel next={whatHappensNext({ sale, money: moneyOf(sale), reader, now })} now={now} />
          {(sale.decision || sale.dispute || sale.heard.length > 0 || sale.return) && (
            <div className="case-file">
              <CaseFile sale={sale} />
            </div>
          )}
          {sale.reviewed && contactable && <RemovedReviews sale={sale._id} />}
          <Timeline sale={sale} />
        </div>
        <div>
          {(actions.length + steps.length + openings.length > 0 || contactable) && (
            <section className="panel actions" aria-label="Actions">
              <ClaimActions sale={sale} actions={steps} />
              <SaleActions sale={sale} actions={actions} place="detail" gold={steps.length === 0} />
              {contactable && <ContactButton sale={sale} Contact={Contact} />}
              <ClaimActions sale={sale} actions={openings} />
              {areClaimsOver(sale) && (
                <p className="hint">
                  Claims about this sale ended {termsOf(sale).lateClaim} after the payout. If something is wrong, write
                  to <a href={`mailto:${supportEmail()}`}>{supportEmail()}</a>.
                </p>
              )}
            </section>
          )}
          <PriceDetails sale={sale} />
          <ShippingDetails sale={sale} />
          {contactable && (
            <div className="keep">
              <ReceiptPanel sale={sale._id} />
            </div>
          )}
          <div className="keep">
            <SaleBundle sale={sale._id} />
          </div>
        </div>
      </div>
    </>
  );
};

const Sale = ({ id, Contact }: Dialogs & { id: string }) => {
  const sale = useSale(id);
  if (sale.isPending) return <TransactionSkeleton />;
  if (sale.data) return <Full sale={sale.data} Contact={Contact} />;
  return <Failure title={loadFailure(sale.error)} error={sale.error} onRetry={() => sale.refetch()} />;
};

/** Goes back to the tab and the filters that one came from. */
export const TransactionDetail = ({ Contact }: Dialogs) => {
  const id = useParams().id?.trim();
  const state: { back?: string } | null = useLocation().state;
  const back = state?.back ?? '';
  return (
    <>
      <BackLink to={`/transactions${back}`}>Back to Transactions</BackLink>
      {id ? <Sale id={id} Contact={Contact} /> : <Failure title="Transaction ID is missing" />}
    </>
  );
};

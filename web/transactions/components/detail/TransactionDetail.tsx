import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { TransactionDetail as Detail } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { ApiError } from '../../../api/ApiError.ts';
import { supportEmail } from '../../../api/support.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { TransactionBundle } from '../../../ui/bundle.tsx';
import type { ContactProps } from '../../../ui/contact.ts';
import type { OnceOpened } from '../../../ui/onceOpened.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useTitle } from '../../../ui/useTitle.ts';
import { useTransaction } from '../../api/transactions.ts';
import { isAppealable } from '../../text/disputeText.ts';
import { moneyOf } from '../../transactionMoney.ts';
import { availableActions } from '../actions/availableActions.ts';
import { TransactionActions } from '../actions/TransactionActions.tsx';
import { ClaimActions } from '../claims/ClaimActions.tsx';
import type { Action } from '../claims/claimAction.ts';
import { areClaimsOver, disputeOpenings, disputeSteps } from '../dispute/disputeActions.ts';
import { whatHappensNext } from '../next/whatHappensNext.ts';
import { returnOpenings, returnSteps } from '../return/returnActions.ts';
import { ContactButton } from './ContactButton.tsx';
import { NextPanel } from './NextPanel.tsx';
import { PriceDetails } from './PriceDetails.tsx';
import { ShippingDetails } from './ShippingDetails.tsx';
import { TransactionHead } from './TransactionHead.tsx';
import { TransactionSkeleton } from './TransactionSkeleton.tsx';

/** Texts of document 2, section 2. */
export const loadFailure = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'Failed to load transaction details';
  if (error.status === 404) return 'Transaction not found';
  return error.status === 0 ? 'Could not retrieve transaction details' : 'Failed to load transaction details';
};

const wordsFor = (error: unknown): string => {
  if (!error) return 'The address of this page is incomplete.';
  if (error instanceof ApiError && error.status === 404) return 'This sale does not exist, or you are not part of it.';
  return 'The money of this sale is not affected.';
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

/** Few transactions have one. */
const CaseFile = partOnDemand<{ sale: Detail }>(
  async () => (await import('./CaseFile.tsx')).CaseFile,
  <PanelOnItsWay />,
);
const DecisionFirst = partOnDemand<{ sale: Detail; appeals: readonly Action[] }>(
  async () => (await import('./DecisionFirst.tsx')).DecisionFirst,
  <PanelOnItsWay />,
);
/** Renders nothing unless a review was removed. */
const RemovedReviews = partOnDemand<{ sale: string }>(
  async () => (await import('./RemovedReviews.tsx')).RemovedReviews,
  null,
);
/** Below the fold, and 1.5 kB. */
const ReceiptPanel = partOnDemand<{ sale: string }>(
  async () => (await import('./ReceiptPanel.tsx')).ReceiptPanel,
  <PanelOnItsWay />,
);
const Timeline = partOnDemand<{ sale: Detail }>(
  async () => (await import('./Timeline.tsx')).Timeline,
  <SkeletonLines lines={4} />,
);
type Dialogs = { Contact: OnceOpened<ContactProps> };

const Full = ({ sale: transaction, Contact }: Dialogs & { sale: Detail }) => {
  const now = useNow();
  const reader = transaction.role === 'seller' ? 'seller' : 'buyer';
  const actions = availableActions(transaction, now);
  const steps = [...disputeSteps(transaction), ...returnSteps(transaction)];
  const [search] = useSearchParams();
  // the dialog of an appeal stays open, with its text, even if the other party was faster
  const first = isAppealable(transaction) || (search.get('act') === 'appeal' && transaction.decision !== null);
  const claims = [...returnOpenings(transaction), ...disputeOpenings(transaction, now)];
  const [appeals, openings] = first
    ? [claims.filter(({ name }) => name === 'appeal'), claims.filter(({ name }) => name !== 'appeal')]
    : [[], claims];
  const contactable = transaction.role !== 'staff';
  return (
    <>
      <TransactionHead sale={transaction} />
      <div className="tx">
        <div>
          {first && <DecisionFirst sale={transaction} appeals={appeals} />}
          <NextPanel
            next={whatHappensNext({ sale: transaction, money: moneyOf(transaction), reader, now })}
            now={now}
          />
          {((transaction.decision && !first) ||
            transaction.dispute ||
            transaction.heard.length > 0 ||
            transaction.return) && (
            <div className="case-file">
              <CaseFile sale={transaction} />
            </div>
          )}
          {transaction.reviewed && contactable && <RemovedReviews sale={transaction._id} />}
          <div className="story">
            <Timeline sale={transaction} />
          </div>
        </div>
        <div>
          {(actions.length + steps.length + openings.length > 0 || contactable) && (
            <section className="panel actions" aria-label="Actions">
              <ClaimActions sale={transaction} actions={steps} />
              <TransactionActions
                sale={transaction}
                actions={actions}
                place="detail"
                gold={steps.length === 0 && !first}
              />
              {contactable && <ContactButton sale={transaction} Contact={Contact} />}
              <ClaimActions sale={transaction} actions={openings} />
              {areClaimsOver(transaction) && (
                <p className="hint">
                  Claims about this sale ended {termsOf(transaction).lateClaim} after the payout. If something is wrong,
                  write to <a href={`mailto:${supportEmail()}`}>{supportEmail()}</a>.
                </p>
              )}
            </section>
          )}
          <PriceDetails sale={transaction} />
          <ShippingDetails sale={transaction} />
          {contactable && (
            <div className="keep">
              <ReceiptPanel sale={transaction._id} />
            </div>
          )}
          <div className="keep">
            <TransactionBundle sale={transaction._id} />
          </div>
        </div>
      </div>
    </>
  );
};

const Transaction = ({ id, Contact }: Dialogs & { id: string }) => {
  const transaction = useTransaction(id);
  if (transaction.isPending) return <TransactionSkeleton />;
  if (transaction.data) return <Full sale={transaction.data} Contact={Contact} />;
  return (
    <Failure title={loadFailure(transaction.error)} error={transaction.error} onRetry={() => transaction.refetch()} />
  );
};

/** The back link keeps the tab and the filters. */
export const TransactionDetail = ({ Contact }: Dialogs) => {
  const id = useParams().id?.trim();
  const state: { back?: string } | null = useLocation().state;
  const back = state?.back ?? '';
  return (
    <>
      <BackLink to={`/transactions${back}`}>Back to Transactions</BackLink>
      {id ? <Transaction id={id} Contact={Contact} /> : <Failure title="Transaction ID is missing" />}
    </>
  );
};

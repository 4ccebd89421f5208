import type { CaseFile } from '#application/contract/cases.ts';
import { access } from '#domain/access/access.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { type CaseKind, CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { ConfirmedAction } from '../../../staff/ConfirmedAction.tsx';
import { ReasonedAction } from '../../../staff/ReasonedAction.tsx';
import { RemoveListing } from '../../../staff/RemoveListing.tsx';
import { useMay } from '../../../staff/useStaffAction.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { Panel } from '../../../ui/Panel.tsx';

/** One over what is kept for the seller ends when it is paid. */
const isClosable = (kind: CaseKind, { owedOutside }: CaseFile): boolean =>
  (CLOSABLE_CASES as readonly CaseKind[]).includes(kind) &&
  (kind !== 'chargebackReversed' || owedOutside.every(({ what }) => what !== 'kept'));

const OF_TRANSACTION = 'It stands in the history of the sale';

const DAYS_TO_ANSWER = 3;

const ENDS = [
  { outcome: 'won', means: 'the bank gave up', follows: 'It no longer holds the money, and the sale goes on.' },
  { outcome: 'lost', means: 'the bank took it', follows: 'What is held pays for it; only the rest is our loss.' },
] as const;

/** What staff may do with a sale beside deciding it; the server says what, in `allowed`. */
export const StaffActions = ({ file }: { file: CaseFile }) => {
  const { transaction, cases } = file;
  const { _id: id, allowed, listing } = transaction;
  const acts = useMay(access.sale.do.decide);
  const closable = acts ? cases.filter(({ kind }) => isClosable(kind, file)) : [];
  const [places = false, lifts = false, retries = false] = ['PlaceStaffHold', 'LiftStaffHold', 'RetryRefund'].map(
    (name) => allowed.includes(name),
  );
  const endable = allowed.includes('EndChargeback') ? file.chargebacks : [];
  const asks = allowed.includes('AskParty');
  const removable = file.listingStatus !== 'removed';
  if (!acts || !(places || lifts || retries || asks || closable.length + endable.length > 0 || removable)) return null;
  return (
    <Panel title="Other actions">
      <div className="grid gap-2">
        <ReasonedAction
          allowed={places}
          button="Place a hold"
          block
          title="Place a hold"
          hint={OF_TRANSACTION}
          confirmText="Place the hold"
          busyText="Placing…"
          failure="Failed to place the hold"
          path={`transaction/${id}/hold`}
          body={(reason) => ({ reason })}
          said="Hold placed"
        >
          <p>The escrow clock stands, and nothing is refunded or paid out until the hold is lifted.</p>
        </ReasonedAction>
        <ReasonedAction
          allowed={lifts}
          button="Lift the hold"
          block
          title="Lift the hold"
          hint={OF_TRANSACTION}
          confirmText="Lift the hold"
          busyText="Lifting…"
          failure="Failed to lift the hold"
          path={`transaction/${id}/hold/lift`}
          body={(reason) => ({ reason })}
          said="Hold lifted"
        >
          <p>
            When nothing else holds the sale, its clock runs on with at least {termsOf(transaction).pauseWindow} left,
            and payouts go their way.
          </p>
        </ReasonedAction>
        <ConfirmedAction
          allowed={retries}
          button="Try the refund again"
          title="Try the refund again?"
          confirmText="Try again"
          busyText="Trying…"
          failure="Failed to try it again. Nothing has changed."
          path={`transaction/${id}/refund/retry`}
          said={['The refund is tried again']}
        >
          <p>The provider is asked for the same refund once more. It is never paid twice.</p>
        </ConfirmedAction>
        {asks &&
          (['buyer', 'seller'] as const).map((party) => (
            <ReasonedAction
              key={party}
              button={`Ask the ${party}`}
              block
              title={`Ask the ${party}`}
              label="Question"
              hint="Both parties read it"
              confirmText="Ask"
              busyText="Asking…"
              failure="Failed to ask"
              path={`transaction/${id}/dispute/ask`}
              body={(question) => ({ party, question, days: DAYS_TO_ANSWER })}
              said="Question asked"
            >
              <p>
                The {party} has {DAYS_TO_ANSWER} days to answer. Nothing is decided before that, or before the answer.
              </p>
            </ReasonedAction>
          ))}
        {endable.map(({ chargebackId, amount, currency }) =>
          ENDS.map(({ outcome, means, follows }) => (
            <ReasonedAction
              key={`${chargebackId} ${outcome}`}
              button={`Chargeback over ${formatUnits(amount, currency)}: ${means}`}
              block
              title={`Chargeback over ${formatUnits(amount, currency)}: ${means}`}
              label="Rationale"
              hint="How you know. Staff and auditors read it."
              confirmText="End the chargeback"
              busyText="Ending…"
              danger={outcome === 'lost'}
              failure="Failed to end the chargeback"
              path={`transaction/${id}/chargeback/end`}
              body={(rationale) => ({ chargebackId, outcome, rationale })}
              said="Chargeback ended"
            >
              <p>{follows}</p>
              <p>Only when the provider does not tell its end: it is asked every day.</p>
            </ReasonedAction>
          )),
        )}
        {closable.map(({ kind, about }) => (
          <ReasonedAction
            key={kind}
            button={`Close “${CASE_WORDS[kind].label}”`}
            block
            title={`Close “${CASE_WORDS[kind].label}”`}
            label="Note"
            hint="What was found out. Staff and auditors read it."
            confirmText="Close the case"
            busyText="Closing…"
            failure="Failed to close the case"
            path={`transaction/${id}/case/close`}
            body={(note) => ({ kind, note })}
            said="Case closed"
          >
            <p>{about}</p>
            <p>No money moves by closing it.</p>
          </ReasonedAction>
        ))}
        {removable && <RemoveListing listing={listing} block />}
      </div>
    </Panel>
  );
};

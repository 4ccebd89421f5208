import { useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { access } from '#domain/access/access.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { type CaseKind, CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { ConfirmedAction } from '../../../../staff/ConfirmedAction.tsx';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { ReasonedAction } from '../../../../staff/ReasonedAction.tsx';
import { RemoveListing } from '../../../../staff/RemoveListing.tsx';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { onceOpened } from '../../../../ui/onceOpened.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { questionsFor, typeInto } from '../desk/macros.ts';

/** A case about money owed to the seller closes when it is paid. */
const isClosable = (kind: CaseKind, { owedOutside }: CaseFile): boolean =>
  (CLOSABLE_CASES as readonly CaseKind[]).includes(kind) &&
  (kind !== 'chargebackReversed' || owedOutside.every(({ what }) => what !== 'kept'));

const OF_TRANSACTION = 'Visible to staff and auditors. The parties read that there is a hold, not why.';

const DAYS_TO_ANSWER = 3;

const EndChargeback = onceOpened(async () => (await import('../chargeback/EndChargeback.tsx')).EndChargeback);

const ask = (question: string): void => {
  const field = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea');
  if (field) typeInto(field, question);
};

/** Staff actions other than the decision; `allowed` comes from the server. */
export const StaffActions = ({ file }: { file: CaseFile }) => {
  const { transaction, cases } = file;
  const { _id: id, allowed, listing } = transaction;
  const acts = useMay(access.sale.do.decide);
  const closable = acts ? cases.filter(({ kind }) => isClosable(kind, file)) : [];
  const [places = false, lifts = false, retries = false] = ['PlaceStaffHold', 'LiftStaffHold', 'RetryRefund'].map(
    (name) => allowed.includes(name),
  );
  const ends =
    acts &&
    allowed.includes('EndChargeback') &&
    file.chargebacks.some(({ stands, pendingEnd }) => stands === 'open' && !pendingEnd);
  const [ending, setEnding] = useState(false);
  const read = useReadCase();
  const endIt = () => {
    read?.begin();
    setEnding(true);
  };
  const loads = EndChargeback.useAhead(ends);
  const asks = allowed.includes('AskParty');
  const removable = file.listingStatus !== 'removed';
  if (!acts || !(places || lifts || retries || asks || ends || ending || closable.length > 0 || removable)) return null;
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
          <p>The escrow clock stops, and nothing is refunded or paid out until the hold is lifted.</p>
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
            If nothing else holds the sale, its clock resumes with at least {termsOf(transaction).pauseWindow} left, and
            payouts continue.
          </p>
        </ReasonedAction>
        <ConfirmedAction
          allowed={retries}
          button="Retry the refund"
          title="Retry the refund?"
          confirmText="Retry"
          busyText="Retrying…"
          failure="Failed to retry the refund. Nothing has changed."
          path={`transaction/${id}/refund/retry`}
          said={['The refund is being retried']}
        >
          <p>The provider gets the same refund request again. It is never paid twice.</p>
        </ConfirmedAction>
        {asks &&
          (['buyer', 'seller'] as const).map((party) => (
            <ReasonedAction
              key={party}
              button={`Ask the ${party}`}
              block
              title={`Ask the ${party}`}
              label="Question"
              hint="Visible to both parties"
              confirmText="Ask"
              busyText="Asking…"
              failure="Failed to ask"
              path={`transaction/${id}/dispute/ask`}
              body={(question) => ({ party, question, days: DAYS_TO_ANSWER })}
              said="Question asked"
            >
              <p>
                The {party} has {DAYS_TO_ANSWER} days to answer. You can decide after the answer, or when that time is
                over.
              </p>
              <div>
                <Menu
                  label={`Questions to the ${party}`}
                  trigger={<Button size="sm">Insert text</Button>}
                  groups={[
                    questionsFor(file, party).map(({ name, text }) => ({ label: name, onSelect: () => ask(text) })),
                  ]}
                />
              </div>
            </ReasonedAction>
          ))}
        {ends && (
          <Button block busy={loads} busyText="Loading…" onClick={endIt}>
            End the chargeback
          </Button>
        )}
        <EndChargeback open={ending} onOpenChange={setEnding} file={file} />
        {closable.map(({ kind, about }) => (
          <ReasonedAction
            key={kind}
            button={`Close “${CASE_WORDS[kind].label}”`}
            block
            title={`Close “${CASE_WORDS[kind].label}”`}
            label="Note"
            hint="What you found out. Visible to staff and auditors."
            confirmText="Close the case"
            busyText="Closing…"
            failure="Failed to close the case"
            path={`transaction/${id}/case/close`}
            body={(note) => ({ kind, note })}
            said="Case closed"
          >
            <p>{about}</p>
            <p>Closing it moves no money.</p>
          </ReasonedAction>
        ))}
        {removable && <RemoveListing listing={listing} block />}
      </div>
    </Panel>
  );
};

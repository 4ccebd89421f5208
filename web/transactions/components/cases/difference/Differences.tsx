import type { CaseFile } from '#application/contract/cases.ts';
import type { CaseDifference } from '#application/contract/differences.ts';
import { access } from '#domain/access/access.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { useUser } from '../../../../api/session.tsx';
import { ReasonedAction } from '../../../../staff/ReasonedAction.tsx';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dateTime } from '../../../../ui/dates.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { Notice } from '../../../../ui/States.tsx';

const sumOf = (units: number, { currency }: CaseDifference): string => formatUnits(Math.abs(units), currency);

/** Tells staff the next step when nothing can be booked. */
const INSTEAD: Record<NonNullable<CaseDifference['refused']>, string> = {
  differenceBooked: 'It is booked as our loss. The next nightly check closes this case.',
  nothingDiffers: 'Our books agree with the provider now. Close this case in the list of cases.',
  differenceNotOurs: 'This money is not ours, so nothing is booked. Ask the provider to send its event again.',
  notBookable:
    'It cannot be compared: the provider no longer lists it like this, or it is in another currency. Ask the provider what it is, then close this case in the list of cases.',
};

/** The difference in words: new, grown, or smaller than what is booked. */
const what = (difference: CaseDifference): string => {
  const { object, reference, lost, booked } = difference;
  const named = `the ${object} ${reference}`;
  if (lost === null) return `The provider’s records about ${named} differ from ours.`;
  if (lost < 0) return `The provider holds ${sumOf(lost, difference)} more by ${named} than our books say.`;
  const took = `The provider took ${sumOf(lost, difference)} by ${named} beyond our records.`;
  if (booked === 0 || booked === lost) return took;
  return `${took} ${sumOf(booked, difference)} is booked, so ${sumOf(lost - booked, difference)} ${lost > booked ? 'is missing' : 'came back'}.`;
};

const Difference = ({ file, difference }: { file: CaseFile; difference: CaseDifference }) => {
  const { caseId, refused, needsConfirmation, pending } = difference;
  const acts = useMay(access.sale.do.decide);
  const own = pending?.proposedBy._id === useUser()._id;
  const proposes = needsConfirmation && !pending;
  return (
    <div className="form-grid">
      <p className="break-words">{what(difference)}</p>
      {refused && <p className="muted">{INSTEAD[refused]}</p>}
      {pending && (
        <>
          <p>
            <b className="strong">{own ? 'You' : pending.proposedBy.username}</b> proposed to book it on{' '}
            {dateTime(pending.proposedAt)}. The proposal ends on {dateTime(pending.confirmBy)}, or if the amount
            changes.
          </p>
          <blockquote>{pending.rationale ?? 'Erased'}</blockquote>
        </>
      )}
      {pending && own && (
        <Notice>
          A second staff member must book it too. You proposed it, so <b>it cannot be you</b>.
        </Notice>
      )}
      <ReasonedAction
        allowed={acts && refused === null && !own && file.transaction.allowed.includes('BookDifference')}
        button={proposes ? 'Propose to book the difference' : 'Book the difference'}
        look="primary"
        block
        title={proposes ? 'Propose to book this difference?' : 'Book this difference?'}
        label="Rationale"
        hint="What the provider said about it. Visible to staff and auditors."
        confirmText={proposes ? 'Propose it' : 'Book it'}
        busyText={proposes ? 'Proposing…' : 'Booking…'}
        failure="Failed to book it. Nothing has changed."
        path={`transaction/${file.transaction._id}/difference/book`}
        body={(rationale) => ({ caseId, rationale })}
        said={proposes ? 'Difference proposed' : 'Difference booked'}
      >
        <p>{what(difference)}</p>
        <p>
          {proposes
            ? `It is more than ${termsOf(file.transaction).secondPersonAbove}, so a second staff member must book it too. Nothing moves before that.`
            : 'Our books then say the same, as our loss. No money of the buyer or the seller moves.'}
        </p>
      </ReasonedAction>
    </div>
  );
};

/** Objects of the provider that our events do not explain. The amount comes from the nightly check; nobody types it. */
export const Differences = ({ file }: { file: CaseFile }) => (
  <Panel title="Difference at the provider" className="decide">
    <div className="grid gap-4">
      {file.differences.map((difference) => (
        <Difference key={difference.caseId} file={file} difference={difference} />
      ))}
    </div>
  </Panel>
);

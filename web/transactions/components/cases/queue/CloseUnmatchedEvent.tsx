import type { StaffCase } from '#application/contract/caseQueue.ts';
import { access } from '#domain/access/access.ts';
import { ReasonedAction } from '../../../../staff/ReasonedAction.tsx';
import { useMay } from '../../../../staff/useStaffAction.ts';

const HINT_OF_PICTURE = 'How it happened, and what was done about it. Visible to staff and auditors.';

const BOOK_FIRST =
  'If the amounts still differ, book the difference on the page of the sale instead: the next nightly check then closes this case.';
const NO_SALE =
  'It belongs to no sale, so there is nothing to book. Ask the provider what it is, and write its answer here.';

/** Closes a provider event that matches no transaction, with a note about what it was. */
export const CloseUnmatchedEvent = ({ item: { kind, about, sale, orphan: unmatchedEvent } }: { item: StaffCase }) => {
  const mayClose = useMay(access.case.do.closeOrphan);
  if (!mayClose || !unmatchedEvent) return null;
  const isPicture = kind === 'alteredFile';
  return (
    <ReasonedAction
      button="Close"
      size="sm"
      title="Close this case"
      label="Note"
      hint={isPicture ? HINT_OF_PICTURE : 'What the provider said. Visible to staff and auditors.'}
      confirmText="Close it"
      busyText="Closing…"
      failure="Failed to close it"
      path={`staff/orphans/${encodeURIComponent(unmatchedEvent.eventId)}/close`}
      body={(note) => ({ note })}
      said="Closed"
    >
      <p>
        {isPicture ? (
          'The file '
        ) : (
          <>
            The payment provider reported <b className="strong">{unmatchedEvent.fact}</b> with the reference{' '}
          </>
        )}
        <span className="mono break-all">{unmatchedEvent.reference}</span>
        {kind === 'orphanFact' ? ', which matches no sale here.' : `. ${about}.`} Closing it moves no money.
        {kind === 'unmatchedObject' && ` ${sale ? BOOK_FIRST : NO_SALE}`}
      </p>
    </ReasonedAction>
  );
};

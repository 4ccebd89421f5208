import { useState } from 'react';
import type { ListingCase } from '#application/contract/moderation.ts';
import { access } from '#domain/access/access.ts';
import { BASIS_WORDS, GROUND_WORDS, OUTCOME_WORDS } from '#domain/moderation/listingReportsText.ts';
import { useUser } from '../../../api/session.tsx';
import { useMay } from '../../../staff/useStaffAction.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Photo } from '../../../ui/Photo.tsx';
import { Price } from '../../../ui/Price.tsx';
import { Quote } from '../Quote.tsx';

const DecideDialog = onceOpened(async () => (await import('./DecideDialog.tsx')).DecideDialog);

const Listing = ({ listing }: { listing: ListingCase['listing'] }) => (
  <>
    <ul className="row" aria-label="Photos, as they were reported">
      {listing.images.map((image, place) => (
        <li key={image.s3Key} className="case-photo">
          <Photo image={image} alt={`${listing.title}, photo ${place + 1}`} size="thumbnail" />
        </li>
      ))}
    </ul>
    <p className="strong">
      <Price euros={listing.price} />
    </p>
    <p className="description">{listing.description}</p>
    {listing.changedSince && <p className="small muted">Shown as it was when it was reported. It has changed since.</p>}
  </>
);

const Decision = ({ decision }: { decision: NonNullable<ListingCase['decision']> }) => (
  <>
    <p>
      <b className="strong">{OUTCOME_WORDS[decision.outcome]}</b>{' '}
      <span className="muted">
        {BASIS_WORDS[decision.basis]}
        {decision.ownAccord && ', on our own initiative'}
      </span>
    </p>
    <Quote who={`${decision.by.username} decided`} at={decision.at} words={decision.statement} />
  </>
);

const Complaint = ({ by, text, madeAt, answer }: NonNullable<ListingCase['complaint']>) => (
  <>
    <Quote who={`${by.username} complains`} at={madeAt} words={text} />
    {answer && (
      <>
        <p>
          <b className="strong">{answer.outcome === 'stands' ? 'The decision stands' : 'The decision was reversed'}</b>
        </p>
        <Quote who={`${answer.by.username} made the final decision`} at={answer.at} words={answer.statement} />
      </>
    )}
  </>
);

/** A reported listing as it was, with its reports, decision and complaint. */
export const ListingCasePanel = ({ found }: { found: ListingCase }) => {
  const [open, setOpen] = useState(false);
  const acts = useMay(access.listing.do.remove);
  const { _id: reader } = useUser();
  const { listing, seller, reports, decision, complaint } = found;
  const answers = complaint !== null && complaint.answer === null;
  const decidedFirst = answers && decision?.by._id === reader;
  const decides = acts && (!decision || answers) && !decidedFirst;
  const loads = DecideDialog.useAhead(decides);
  return (
    <Panel
      title={listing.title}
      className="report"
      aside={
        <span className="muted">
          Sold by <Link to={`/staff/accounts/${seller._id}`}>{seller.username}</Link>
        </span>
      }
    >
      <Listing listing={listing} />
      {reports.map(({ reporter, ground, explanation, reportedAt }) => (
        <Quote
          key={reporter._id}
          who={`${reporter.username}: ${GROUND_WORDS[ground]}`}
          at={reportedAt}
          words={explanation}
        />
      ))}
      {decision && <Decision decision={decision} />}
      {complaint && <Complaint {...complaint} />}
      <div className="row">
        {decides && (
          <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
            {answers ? 'Decide the complaint' : 'Decide'}
          </Button>
        )}
        {decidedFirst && (
          <p className="small muted">You made this decision, so somebody else has to decide the complaint.</p>
        )}
        <Link to={`/audit/streams/notice-${listing._id}`}>History</Link>
      </div>
      <DecideDialog
        key={answers ? 'complaint' : 'reports'}
        found={found}
        complaint={answers}
        open={open}
        onOpenChange={setOpen}
      />
    </Panel>
  );
};

import { useState } from 'react';
import type { ListingCase } from '#application/contract/moderation.ts';
import { access } from '#domain/access/access.ts';
import { fileUrl } from '../../../api/files.ts';
import { useUser } from '../../../api/session.tsx';
import { useMay } from '../../../staff/useStaffAction.ts';
import { Button } from '../../../ui/Button.tsx';
import { Evidence } from '../../../ui/Evidence.tsx';
import { Link } from '../../../ui/Link.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Price } from '../../../ui/Price.tsx';
import { Quote } from '../Quote.tsx';
import { ListingReports } from './ListingReports.tsx';
import { earliest, ReportPanel } from './ReportPanel.tsx';

const DecideDialog = onceOpened(async () => (await import('./DecideDialog.tsx')).DecideDialog);

const Listing = ({ listing }: { listing: ListingCase['listing'] }) => (
  <>
    <Evidence
      label="Photos, as they were reported"
      pieces={listing.images.map(({ s3Key, original, thumbnail }) => ({
        url: fileUrl(s3Key, original),
        thumbnailUrl: fileUrl(s3Key, thumbnail || original),
      }))}
    />
    <p className="strong">
      <Price euros={listing.price} />
    </p>
    <p className="description">{listing.description}</p>
    {listing.changedSince && <p className="small muted">Shown as it was when it was reported. It has changed since.</p>}
  </>
);

const Answer = ({ answer }: { answer: NonNullable<NonNullable<ListingCase['complaint']>['answer']> }) => (
  <>
    <p>
      <b className="strong">{answer.outcome === 'stands' ? 'The decision stands' : 'The decision was reversed'}</b>
    </p>
    <Quote who={`${answer.by.username} made the final decision`} at={answer.at} words={answer.statement} />
  </>
);

/** A reported listing as it was, with its reports, decision and complaint. */
export const ListingCasePanel = ({ found }: { found: ListingCase }) => {
  const [open, setOpen] = useState(false);
  const acts = useMay(access.listing.do.remove);
  const { _id: reader } = useUser();
  const { listing, seller, reports, decision, complaint } = found;
  const answers = complaint !== null && complaint.answer === null;
  const undecidedSince = decision ? undefined : earliest(reports);
  const waitsSince = answers ? complaint.madeAt : undecidedSince;
  const decidedFirst = answers && decision?.by._id === reader;
  const decides = acts && (!decision || answers) && !decidedFirst;
  const loads = DecideDialog.useAhead(decides);
  return (
    <ReportPanel
      title={listing.title}
      waitsSince={waitsSince}
      aside={
        <span>
          Sold by <Link to={`/staff/accounts/${seller._id}`}>{seller.username}</Link>
        </span>
      }
      actions={
        <>
          {decides && (
            <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
              {answers ? 'Decide the complaint' : 'Decide'}
            </Button>
          )}
          {decidedFirst && (
            <p className="small muted">You made this decision, so somebody else has to decide the complaint.</p>
          )}
          <Link to={`/audit/streams/notice-${listing._id}`}>History</Link>
        </>
      }
    >
      <ListingReports found={found} />
      {complaint?.answer && <Answer answer={complaint.answer} />}
      <Listing listing={listing} />
      <DecideDialog
        key={answers ? 'complaint' : 'reports'}
        found={found}
        complaint={answers}
        open={open}
        onOpenChange={setOpen}
      />
    </ReportPanel>
  );
};

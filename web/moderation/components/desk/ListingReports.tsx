import type { ListingCase } from '#application/contract/moderation.ts';
import { BASIS_WORDS, GROUND_WORDS, OUTCOME_WORDS } from '#domain/moderation/listingReportsText.ts';
import { Quote } from '../Quote.tsx';

const Decision = ({ decision }: { decision: NonNullable<ListingCase['decision']> }) => (
  <>
    <p>
      <b className="strong">{OUTCOME_WORDS[decision.outcome]}</b>{' '}
      <span className="muted">
        {BASIS_WORDS[decision.basis]}
        {decision.ownAccord && ', on our own initiative'}
        {decision.suspended && ', and the seller was suspended'}
      </span>
    </p>
    <Quote who={`${decision.by.username} decided`} at={decision.at} words={decision.statement} />
  </>
);

/** The reports of a listing, the first decision and the complaint about it. */
export const ListingReports = ({ found: { reports, decision, complaint } }: { found: ListingCase }) => (
  <>
    {reports.map(({ reporter, ground, explanation, reportedAt }) => (
      <Quote
        key={reporter._id}
        who={`${reporter.username}: ${GROUND_WORDS[ground]}`}
        at={reportedAt}
        words={explanation}
      />
    ))}
    {decision && <Decision decision={decision} />}
    {complaint && <Quote who={`${complaint.by.username} complains`} at={complaint.madeAt} words={complaint.text} />}
  </>
);

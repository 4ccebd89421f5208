import { useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { access } from '#domain/access/access.ts';
import { useUser } from '../../../../api/session.tsx';
import { NewsList } from '../../../../staff/NewsList.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { centsOf } from '../../../../ui/money.ts';
import { Notice } from '../../../../ui/States.tsx';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { AppealRisk } from './AppealRisk.tsx';
import { Consequences, WhenMoneyMoves } from './Consequences.tsx';
import { DialogSubject, PhotosRead } from './DialogSubject.tsx';
import { Division } from './Division.tsx';
import { aboveClaim } from './remarks.ts';
import { DECISION_TARGET, SHORTCUTS } from './shortcuts.ts';

type Pending = NonNullable<CaseFile['pendingDecision']>;

const inCents = ({ toBuyer, toSeller, fee }: Pending) => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

const PROPOSAL = ['DecisionProposed', 'DraftShown'];

/** What has happened since the proposal, and how much of the evidence the reviewer has opened. */
const Review = ({ file }: { file: CaseFile }) => {
  const proposed = file.timeline.findLast(({ event }) => event === 'DecisionProposed')?.revision ?? -1;
  const news = file.timeline.filter(({ revision, event }) => revision > proposed && !PROPOSAL.includes(event));
  return (
    <div className="grid gap-2">
      <PhotosRead file={file} />
      <p>{news.length === 0 ? 'Nothing has happened since the proposal.' : 'Since the proposal:'}</p>
      {news.length > 0 && <NewsList news={news} file={file} />}
    </div>
  );
};

/** `answers`: whether the form for a counter-proposal is open. */
type PendingDecisionProps = { file: CaseFile; pending: Pending; answers: boolean; onAnswers: (open: boolean) => void };

export const PendingDecision = ({ file, pending, answers, onAnswers }: PendingDecisionProps) => {
  const now = useNow();
  const previews = useMay(access.sale.do.decide);
  const [previewed, setPreviewed] = useState(false);
  const { decisionId, proposedBy, confirmBy } = pending;
  const own = proposedBy._id === useUser()._id;
  const { _id: id, transactionId: sale, allowed } = file.transaction;
  const parts = inCents(pending);
  const isShown = pending.shownUntil !== null && Date.parse(pending.shownUntil) > now;
  const above = aboveClaim(parts.toBuyer, file.transaction.dispute?.claim);
  const answer = (action: 'confirm' | 'reject') => ({
    path: `transaction/${id}/dispute/${action}-decision`,
    body: { decisionId },
  });
  const counters = allowed.includes('CounterDecision');
  return (
    <Proposal
      what="decision"
      own={own}
      alone={!pending.needsAnother}
      words={pending.rationale}
      mayConfirm={allowed.includes('ConfirmDecision') && !isShown}
      confirmFrom={pending.shownUntil !== null && isShown && previews ? dueTime(pending.shownUntil) : undefined}
      mayReject={allowed.includes('RejectDecision')}
      confirm={{
        ...answer('confirm'),
        title: 'Confirm this decision?',
        confirmText: 'Confirm',
        busyText: 'Confirming…',
        follows: (
          <>
            <DialogSubject file={file} />
            <Division parts={parts} />
            <AppealRisk file={file} parts={parts} />
            {above && <Notice>{above}</Notice>}
            <blockquote>{pending.rationale ?? 'Erased'}</blockquote>
            <WhenMoneyMoves file={file} parts={parts} />
            <p>Both parties can read the rationale. A decision cannot be undone.</p>
          </>
        ),
      }}
      shortcuts={SHORTCUTS}
      target={DECISION_TARGET}
      confirmed={[`${sale}: decision confirmed`, 'Both parties can read the rationale.']}
      reject={{
        ...answer('reject'),
        hint: 'Visible to staff and auditors, not to the parties',
        follows: 'No money moves. You can propose another decision afterwards.',
        parties:
          pending.shownUntil === null
            ? undefined
            : 'Both parties read that the draft was withdrawn, and get an e-mail. They do not read the reason.',
      }}
      otherwise={
        counters && (
          <Button
            block
            aria-expanded={answers}
            aria-keyshortcuts={SHORTCUTS.counter}
            onClick={() => onAnswers(!answers)}
          >
            Make a counter-proposal
          </Button>
        )
      }
    >
      <p>
        <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed this on {dueTime(pending.proposedAt)}.{' '}
        {pending.shownUntil && (
          <>
            {isShown
              ? 'Both parties can comment, and it cannot be confirmed, until'
              : 'Both parties could comment until'}{' '}
            <b className="strong nowrap">{dueTime(pending.shownUntil)}</b>.{' '}
          </>
        )}
        It expires on <b className="strong nowrap">{dueTime(confirmBy)}</b> ({dueInShort(confirmBy, now)}).
      </p>
      <Division parts={parts} />
      {previews && <AppealRisk file={file} parts={parts} />}
      {above && <Notice>{above}</Notice>}
      {!own && <Review file={file} />}
      {previews && (
        <>
          <WhenMoneyMoves file={file} parts={parts} />
          <details className="checklist" onToggle={({ currentTarget }) => setPreviewed(currentTarget.open)}>
            <summary>What would follow</summary>
            {previewed && <Consequences file={file} parts={parts} />}
          </details>
        </>
      )}
    </Proposal>
  );
};

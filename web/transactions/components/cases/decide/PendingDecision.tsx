import { useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { useUser } from '../../../../api/session.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { byWhom, useReadCase } from '../../../../staff/ReadCase.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { dateTime } from '../../../../ui/dates.ts';
import { centsOf } from '../../../../ui/money.ts';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { Division } from './Division.tsx';

type Pending = NonNullable<CaseFile['pendingDecision']>;

const inCents = ({ toBuyer, toSeller, fee }: Pending) => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

const PROPOSAL = ['DecisionProposed', 'DraftShown'];

/** What has happened since the proposal, and how much of the evidence the reviewer has opened. */
const Review = ({ file }: { file: CaseFile }) => {
  const read = useReadCase();
  const proposed = file.timeline.findLast(({ event }) => event === 'DecisionProposed')?.revision ?? -1;
  const news = file.timeline.filter(({ revision, event }) => revision > proposed && !PROPOSAL.includes(event));
  const photos = file.statements.reduce((count, { evidence }) => count + evidence.length, 0);
  return (
    <>
      <p>
        {news.length === 0 ? 'Nothing has happened since.' : 'Since then:'}
        {photos > 0 && ` You have opened ${read?.opened.size ?? 0} of ${photos} photos.`}
      </p>
      {news.length > 0 && (
        <ul className="case-news">
          {news.map((entry) => (
            <li key={entry.revision}>
              <b className="strong">{transactionTitle(entry.event)}</b> by {byWhom(entry, file)},{' '}
              <time dateTime={entry.timestamp}>{dateTime(entry.timestamp)}</time>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

export const PendingDecision = ({ file, pending }: { file: CaseFile; pending: Pending }) => {
  const now = useNow();
  const [answered, setAnswered] = useState<string>();
  const { decisionId, proposedBy, confirmBy } = pending;
  const own = proposedBy._id === useUser()._id;
  const { _id: id, allowed } = file.transaction;
  const answer = (action: 'confirm' | 'reject') => ({
    path: `transaction/${id}/dispute/${action}-decision`,
    body: { decisionId },
  });
  const counters = allowed.includes('CounterDecision');
  const answers = answered === decisionId;
  return (
    <>
      <Proposal
        what="decision"
        own={own}
        alone={!pending.needsAnother}
        words={pending.rationale}
        mayConfirm={allowed.includes('ConfirmDecision')}
        mayReject={allowed.includes('RejectDecision')}
        confirm={{
          ...answer('confirm'),
          title: 'Confirm this decision?',
          confirmText: 'Confirm',
          busyText: 'Confirming…',
          follows: (
            <>
              <Division parts={inCents(pending)} />
              <blockquote>{pending.rationale ?? 'Erased'}</blockquote>
              <p>The money moves at once, and both parties can read the rationale. This cannot be undone.</p>
            </>
          ),
        }}
        confirmed={['Decision confirmed', 'The money moves now, and both parties can read the rationale.']}
        reject={{
          ...answer('reject'),
          hint: 'Visible to staff and auditors, not to the parties',
          follows: 'No money moves. You can propose another decision afterwards.',
        }}
        otherwise={
          counters && (
            <Button block aria-expanded={answers} onClick={() => setAnswered(answers ? undefined : decisionId)}>
              Make a counter-proposal
            </Button>
          )
        }
      >
        <p>
          <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed this on {dateTime(pending.proposedAt)}.{' '}
          {pending.shownUntil && (
            <>
              {Date.parse(pending.shownUntil) > now
                ? 'Both parties can comment, and it cannot be confirmed, until'
                : 'Both parties could comment until'}{' '}
              <b className="strong nowrap">{dateTime(pending.shownUntil)}</b>.{' '}
            </>
          )}
          It expires on <b className="strong nowrap">{dateTime(confirmBy)}</b> ({dueInShort(confirmBy, now)}).
        </p>
        <Division parts={inCents(pending)} />
        {!own && <Review file={file} />}
      </Proposal>
      <DecisionPanel file={file} allowed={counters && answers} counters={answered ?? decisionId} />
    </>
  );
};

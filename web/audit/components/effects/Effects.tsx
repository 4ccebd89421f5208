import { useQuery } from '@tanstack/react-query';
import type { CauseNodeAnswer, RefusedCommand, StreamEffects } from '#application/contract/effects.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { formatSum, fromUnits } from '#domain/shared/currencies.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { categoryLabel } from '../../../staff/caseText.ts';
import { actorWords, commandWords, nodeWords, outcomeWords } from '../../../staff/effectWords.ts';
import { PendingWork } from '../../../staff/PendingWork.tsx';
import { effectsQuery } from '../../../staff/staffQueries.ts';
import { classes } from '../../../ui/classes.ts';
import { Link } from '../../../ui/Link.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';

const Entries = ({ entries }: Pick<CauseNodeAnswer, 'entries'>) => (
  <span className="cause-entries">
    {entries.map(({ account, amount, currency }) => (
      <span key={account} className="num">
        {account.split(':')[0]} {amount > 0 ? '+' : '−'}
        {formatSum(fromUnits(Math.abs(amount), currency), currency)}
      </span>
    ))}
  </span>
);

/** `buyer elena · 14 Nov 2026, 19:34:02 UTC · Damaged in transit` */
const aboutWords = (node: CauseNodeAnswer): string =>
  [
    node.kind === 'event' && actorWords(node),
    node.at && `${utcTime(node.at)} UTC`,
    node.kind === 'event' && node.reason && categoryLabel(node.reason),
  ]
    .filter(Boolean)
    .join(' · ');

type BranchProps = { node: CauseNodeAnswer; nodes: readonly CauseNodeAnswer[]; focus: number };

const Branch = ({ node, nodes, focus }: BranchProps) => {
  const followed = nodes.filter(({ parent }) => parent === node.id);
  const isFocus = node.revision === focus;
  return (
    <li aria-current={isFocus || undefined}>
      <span className={classes('cause', isFocus && 'at')}>
        <b className={node.kind === 'event' ? 'mono' : undefined}>{nodeWords(node)}</b>
        <small className="muted">
          {[
            node.revision !== null && `event ${node.revision}`,
            aboutWords(node),
            node.kind !== 'event' && outcomeWords(node),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {node.entries.length > 0 && <Entries entries={node.entries} />}
      </span>
      {followed.length > 0 && (
        <ul>
          {followed.map((each) => (
            <Branch key={each.id} node={each} nodes={nodes} focus={focus} />
          ))}
        </ul>
      )}
    </li>
  );
};

/** Earlier events of other requests. */
const Basis = ({ basis, stream }: Pick<StreamEffects, 'basis'> & { stream: string }) => (
  <>
    <h4>Because of</h4>
    <ol className="pending-work" aria-label="Because of">
      {basis.map((node) => (
        <li key={node.id}>
          <b className="mono">{node.name}</b>
          <small className="muted">
            <Link to={`/audit/streams/${stream}?e=${node.revision}`}>{`event ${node.revision}`}</Link>
            {` · ${aboutWords(node)}`}
          </small>
        </li>
      ))}
    </ol>
  </>
);

type CausesProps = Pick<StreamEffects, 'causes' | 'basis'> & EffectsProps;

const Causes = ({ causes, basis, stream, revision }: CausesProps) => {
  const [root] = causes;
  if (!root) return null;
  return (
    <section aria-label={`Why event ${revision} happened`}>
      <h3>Why event {revision} happened, and what followed</h3>
      {basis.length > 0 && <Basis basis={basis} stream={stream} />}
      <ul className="causes">
        <Branch node={root} nodes={causes} focus={revision} />
      </ul>
    </section>
  );
};

/** Work that is due at a time. Other work waits for a person or for the provider. */
const Deadlines = ({ deadlines }: Pick<StreamEffects, 'deadlines'>) => (
  <ul className="pending-work">
    {deadlines.map(({ kind, dueAt }) => (
      <li key={kind}>
        <b>{staffDeadlineWords(kind).title}</b>
        <small className="muted">deadline, due at {utcTime(dueAt)} UTC</small>
      </li>
    ))}
  </ul>
);

const refusedWords = ({ command, message }: RefusedCommand): string => `${commandWords(command)}: ${message}`;

const Refusals = ({ refusals }: Pick<StreamEffects, 'refusals'>) =>
  refusals.length === 0 ? (
    <p className="muted">No command was refused.</p>
  ) : (
    <ul className="pending-work">
      {refusals.map((refusal) => (
        <li key={`${refusal.at} ${refusal.command}`}>
          <b>{refusedWords(refusal)}</b>
          <small className="muted">
            {actorWords(refusal)} · {utcTime(refusal.at)} UTC
          </small>
        </li>
      ))}
    </ul>
  );

export type EffectsProps = { stream: string; revision: number };

/** Why an event happened, what it caused, what still waits, and which commands were refused. */
export const Effects = ({ stream, revision }: EffectsProps) => {
  const { data, error, isPending, refetch } = useQuery(effectsQuery(stream, revision));
  if (isPending) return <SkeletonLines lines={6} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load causes and effects" onRetry={() => refetch()}>
        {messageOf(error, 'Only this part could not be loaded.')}
      </ErrorState>
    );
  return (
    <div className="effects">
      <Causes causes={data.causes} basis={data.basis} stream={stream} revision={revision} />
      <section aria-label="Pending work">
        <h3>Pending work</h3>
        {data.deadlines.length > 0 && <Deadlines deadlines={data.deadlines} />}
        <PendingWork pending={data.pending} />
      </section>
      <section aria-label="Refused commands">
        <h3>Refused commands</h3>
        <Refusals refusals={data.refusals} />
      </section>
    </div>
  );
};

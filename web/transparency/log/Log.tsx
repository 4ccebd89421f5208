import { useQuery } from '@tanstack/react-query';
import type { LogState } from '#application/contract/transparency.ts';
import { toBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { ApiError, messageOf } from '../../api/ApiError.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../ui/TableRegion.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { type CheckedHead, checkHead, LATE_TERM } from '../checkedLog.ts';
import { FindingList } from '../FindingList.tsx';
import { facts, headWords, inUtc } from '../proofText.ts';
import { SealBadge } from '../SealBadge.tsx';
import { headSeal } from '../sealText.ts';
import { askLog, signedHead } from '../signedHead.ts';
import { TakeWitnesses } from '../TakeWitnesses.tsx';
import { OwnHead } from './OwnHead.tsx';

const logQuery = {
  queryKey: ['proof', 'log'],
  queryFn: async () => {
    const state = await askLog();
    const words = await Promise.all(state.heads.map((text) => state.key && signedHead(text, state.key)));
    const rewritten = new Set(state.heads.filter((_, at) => words[at] === 'rewritten'));
    return { state, checked: await checkHead(state.heads[0], state), rewritten };
  },
  staleTime: 0,
};

const lagWords = ({ facts: all, unsealedSince, now }: LogState, sealed: number): string => {
  if (unsealedSince === null) return 'none: every event is sealed';
  const waiting = Math.max(0, Date.parse(now) - Date.parse(unsealedSince));
  return `${facts(Math.max(1, all - sealed))} not sealed yet, the first for ${durationInShort(waiting)}`;
};

/** `isRewritten`: the signature belongs to a different head. */
type ShownHead = LogHead & { isRewritten: boolean };

const Heads = ({ heads }: { heads: readonly ShownHead[] }) => (
  <Panel title="Heads" aside={<span className="muted">newest first</span>}>
    <TableRegion label="Heads of the log">
      <table className="events">
        <caption className="sr-only">Heads of the log, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Signed (UTC)</th>
            <th scope="col" className="amount">
              Events
            </th>
            <th scope="col">Root</th>
          </tr>
        </thead>
        <tbody>
          {heads.map(({ size, madeAt, root, isRewritten }) => (
            <tr key={size}>
              <td className="nowrap">{inUtc(madeAt).replace(' UTC', '')}</td>
              <td className="amount">{size.toLocaleString('en-GB')}</td>
              <td className="mono break-all">
                {toBase64(root)}{' '}
                {isRewritten && <span className="late">This head is not the one that was signed.</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  </Panel>
);

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState error={error} title="The log cannot be reached" onRetry={onRetry}>
    {error instanceof ApiError && error.status === 0
      ? 'Nothing is verified now. This browser still has the head it saved.'
      : messageOf(error, 'Nothing is verified now. This browser still has the head it saved.')}
  </ErrorState>
);

type KnownProps = { state: LogState; checked: CheckedHead; rewritten: ReadonlySet<string>; onTaken: () => void };

const Known = ({ state, checked, rewritten, onTaken }: KnownProps) => {
  const heads = state.heads.flatMap((note): ShownHead[] => {
    const head = readHead(readNote(note)?.text ?? '');
    return head ? [{ ...head, isRewritten: rewritten.has(note) }] : [];
  });
  const [newest] = heads;
  if (!newest)
    return (
      <EmptyState title="The log has no signed head yet">
        The first is signed within {LATE_TERM} of the first event.
      </EmptyState>
    );
  return (
    <div className="case">
      <div>
        <Panel title="Newest head" aside={<SealBadge seal={headSeal(checked)} isPending={false} />}>
          <FindingList said={headWords(checked)} />
          <TakeWitnesses head={checked} onTaken={onTaken} />
        </Panel>
        <Heads heads={heads} />
      </div>
      <div>
        <Panel title="The log">
          <Facts
            facts={[
              { label: 'Name', value: <span className="break-all">{newest.origin}</span> },
              { label: 'Sealed', value: facts(newest.size) },
              { label: 'Lag', value: lagWords(state, newest.size) },
              { label: 'Witnesses', value: state.witnesses.length === 0 ? 'none' : state.witnesses.length },
              { label: 'Before the log', value: facts(newest.enteredAtOnce) },
              { label: 'Key', value: <span className="mono break-all">{state.key}</span> },
            ]}
          />
        </Panel>
        {checked.kind === 'signed' && <OwnHead newest={checked.head} />}
      </div>
    </div>
  );
};

/** The public log, checked against what this browser saved. */
export const Log = () => {
  useTitle('Transparency log');
  const { data, error, isPending, refetch } = useQuery(logQuery);
  return (
    <>
      <BackLink to="/audit">Audit trail</BackLink>
      <PageHeading
        title="Transparency log"
        lead="Every event is a leaf of one tree. Its heads are signed, and this browser compares each with the last one it saw."
        rule={false}
      />
      {isPending && <TableSkeleton rows={4} />}
      {!isPending &&
        (data ? (
          <Known {...data} onTaken={() => void refetch()} />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        ))}
    </>
  );
};

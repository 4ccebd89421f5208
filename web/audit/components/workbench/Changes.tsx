import type { Comparison } from '#domain/audit/replay/replay.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { EURO, formatSum } from '#domain/shared/currencies.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Json } from './Json.tsx';
import { Named } from './people.tsx';
import { accountWord, changeWords, isCounter, isShownChange, numberNote } from './words.ts';

type ChangesProps = {
  comparison: Comparison;
  time: (instant: number) => string;
  /** Every field, as stored. */
  isWhole: boolean;
};

const Change = ({ name, before, after }: { name: string; before: string; after: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <del>
        <Named>{before}</Named>
      </del>
      <span aria-hidden="true"> → </span>
      <ins>
        <Named>{after}</Named>
      </ins>
    </dd>
  </div>
);

const Balances = ({ balances }: Pick<Comparison, 'balances'>) => (
  <>
    <h3>Balances</h3>
    <dl className="changes num">
      {balances.map(({ account, before, after }) => {
        const currency = currencyOfAccount(account);
        return (
          <Change
            key={account}
            name={accountWord(account)}
            before={formatSum(before, currency)}
            after={formatSum(after, currency)}
          />
        );
      })}
    </dl>
  </>
);

const Deadlines = ({ armed, ended, time }: Pick<Comparison, 'armed' | 'ended'> & Pick<ChangesProps, 'time'>) => (
  <>
    <h3>Deadlines</h3>
    <ul className="changed-deadlines">
      {armed.map(({ kind, dueAt }) => (
        <li key={`${kind} ${dueAt}`}>
          <span>
            <b>armed</b> {staffDeadlineWords(kind).title}
          </span>
          <span className="muted num">{time(dueAt)}</span>
        </li>
      ))}
      {ended.map(({ kind, dueAt }) => (
        <li key={`${kind} ${dueAt}`}>
          <span>
            <b>ended</b> {staffDeadlineWords(kind).title}
          </span>
          <span className="muted num">{time(dueAt)}</span>
        </li>
      ))}
    </ul>
  </>
);

const hasStatus = (state: unknown, status: string): boolean =>
  typeof state === 'object' && state !== null && 'status' in state && state.status === status;

/** Changes between the handles: state, balances and deadlines. */
export const Changes = ({ comparison, time, isWhole }: ChangesProps) => {
  const { before, after, balances, armed, ended } = comparison;
  const currency = after.transaction?.currency ?? EURO;
  const isErased = hasStatus(after.state, 'deleted') && !hasStatus(before.state, 'deleted');
  const stored = comparison.changes.filter((change) => isWhole || !isCounter(change));
  const changes = stored
    .map((change) => ({ key: change.path.join('.'), words: changeWords(change, { currency, time, isErased }) }))
    .filter(({ words }) => isShownChange(words));
  const title = `What changed, ${before.revision < 0 ? 'start' : before.revision} → ${after.revision}`;
  const note = numberNote({ currency, time });
  const isUnknown = before.state === undefined || after.state === undefined;
  const isNothing = (isWhole ? stored : changes).length + balances.length + armed.length + ended.length === 0;
  return (
    <Panel title={title} className="changed">
      {isUnknown && <p className="muted">The state is not known at one of these events.</p>}
      {!isUnknown && isNothing && <p className="muted">No state, balance or deadline differs.</p>}
      {isWhole && stored.length > 0 && (
        <Json
          value={Object.fromEntries(stored.map((change) => [change.path.join('.'), [change.before, change.after]]))}
          label="Every field that differs, as JSON"
          comment="field: [before, after]"
          noteOf={(field, value) => note(field.slice(field.lastIndexOf('.') + 1), value)}
        />
      )}
      {!isWhole && changes.length > 0 && (
        <dl className="changes">
          {changes.map(({ key, words }) => (
            <Change key={key} {...words} />
          ))}
        </dl>
      )}
      {balances.length > 0 && <Balances balances={balances} />}
      {armed.length + ended.length > 0 && <Deadlines armed={armed} ended={ended} time={time} />}
    </Panel>
  );
};

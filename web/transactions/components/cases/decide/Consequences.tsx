import { useQuery } from '@tanstack/react-query';
import type { CaseConsequences, CaseFile } from '#application/contract/cases.ts';
import { appellantsIn, staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { formatEuros } from '#domain/shared/euros.ts';
import type { Split } from '#domain/transactions/fees.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { consequencesQuery } from '../../../../staff/staffQueries.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { commandWords } from './commandWords.ts';
import { appealWords, isConfirmedLater, moneyFollows } from './whatFollows.ts';

type Step = CaseConsequences['steps'][number];

const CONFIRMS = {
  anybody: 'When a staff member confirms it',
  anotherPerson: 'When a second staff member confirms it',
} as const;

const accountName = (account: string): string => account.split(':', 1)[0]!;

const StepPart = ({ step, decidesAtOnce }: { step: Step; decidesAtOnce: boolean }) => (
  <li>
    <h3>
      {step.confirms === null
        ? decidesAtOnce
          ? 'At once'
          : 'When you propose it'
        : `${CONFIRMS[step.confirms]}, not before ${dueTime(step.at)}`}
    </h3>
    <ul>
      {step.events.map(({ event, detail }) => (
        <li key={event}>
          <b className="strong">{transactionTitle(event)}</b> {detail && <span className="muted">{detail}</span>}
        </li>
      ))}
    </ul>
    {step.entries.length > 0 && (
      <table className="ledger">
        <caption className="sr-only">Ledger entries</caption>
        <tbody>
          {step.entries.map(({ account, amount, currency }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries of one account are distinct by their place
            <tr key={place}>
              <th scope="row">{accountName(account)}</th>
              <td>{formatUnits(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {step.emails.map(({ to, subject, text }) => (
      <details key={`${to}/${subject}`}>
        <summary>
          E-mail to the {to}: {subject}
        </summary>
        <pre className="said-text">{text}</pre>
      </details>
    ))}
  </li>
);

const listed = (deadlines: CaseConsequences['ended'], appellants: readonly string[] = []): string =>
  deadlines
    .map(({ kind, dueAt }) => `${staffDeadlineWords(kind, undefined, appellants).title} (${dueTime(dueAt)})`)
    .join(', ');

/** The parties that can appeal at once. */
const appellantsOf = ({ appeals: { buyer, seller } }: CaseConsequences) =>
  appellantsIn({ buyer: !buyer.afterRefund && buyer.until, seller: !seller.afterRefund && seller.until });

type PartyProps = { party: 'buyer' | 'seller'; found: CaseConsequences; sale: CaseFile['transaction'] };

/** The commands that the party can give afterwards, an appeal last. */
const Can = ({ party, found, sale }: PartyProps) => {
  const commands = found.can[party].filter((command) => command !== 'AppealDecision');
  return (
    <p>
      {commands.length > 0 && `The ${party} can then ${commands.map(commandWords).join(', ')}. `}
      {appealWords(party, found, sale)}
    </p>
  );
};

type ShownProps = { found: CaseConsequences; sale: CaseFile['transaction']; parts: Split };

const Shown = ({ found, sale, parts }: ShownProps) => (
  <div className="consequences">
    <p>
      <b className="strong">{moneyFollows(found, parts)}</b>
    </p>
    <ol>
      {found.steps.map((step) => (
        <StepPart key={step.at + String(step.confirms)} step={step} decidesAtOnce={found.steps.length === 1} />
      ))}
    </ol>
    {found.ended.length > 0 && (
      <p>
        <span className="muted">These deadlines end:</span> {listed(found.ended)}
      </p>
    )}
    {found.begun.length > 0 && (
      <p>
        <span className="muted">
          These deadlines begin{isConfirmedLater(found) && ', counted from the earliest confirmation'}:
        </span>{' '}
        {listed(found.begun, appellantsOf(found))}
      </p>
    )}
    <Can party="buyer" found={found} sale={sale} />
    <Can party="seller" found={found} sale={sale} />
  </div>
);

/** The division in the form or in the proposal, and the query for what follows from it. */
export const followsFrom = ({ transaction: { _id, revision } }: CaseFile, { toBuyer }: Split) =>
  consequencesQuery(_id, revision, formatEuros(toBuyer));

type ConsequencesProps = { file: CaseFile; parts: Split };

/** Previews the decision in the form, or a confirmation. The server computes it with the deciders themselves. */
export const Consequences = ({ file, parts }: ConsequencesProps) => {
  const { data, error } = useQuery(followsFrom(file, parts));
  if (error) return <Notice bad>{messageOf(error, 'Failed to compute what would follow')}</Notice>;
  return data ? <Shown found={data} sale={file.transaction} parts={parts} /> : <SkeletonLines lines={5} />;
};

/** When the money moves, for a dialog. */
export const WhenMoneyMoves = ({ file, parts }: ConsequencesProps) => {
  const { data, isPlaceholderData } = useQuery(followsFrom(file, parts));
  return data && !isPlaceholderData ? <p>{moneyFollows(data, parts)}</p> : null;
};

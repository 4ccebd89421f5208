import { useQuery } from '@tanstack/react-query';
import type { CaseConsequences } from '#application/contract/cases.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { consequencesQuery } from '../../../../staff/staffQueries.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dateTime } from '../../../../ui/dates.ts';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { commandWords } from './commandWords.ts';

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
        : `${CONFIRMS[step.confirms]}, not before ${dateTime(step.at)}`}
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

const listed = (deadlines: CaseConsequences['ended']): string =>
  deadlines.map(({ kind, dueAt }) => `${staffDeadlineWords(kind).title} (${dateTime(dueAt)})`).join(', ');

const Can = ({ who, commands }: { who: string; commands: readonly string[] }) => (
  <p>
    <span className="muted">{who} can then:</span>{' '}
    {commands.length === 0 ? 'nothing' : commands.map(commandWords).join(', ')}
  </p>
);

const Shown = ({ found }: { found: CaseConsequences }) => (
  <div className="consequences">
    <ol>
      {found.steps.map((step) => (
        <StepPart key={step.at + String(step.confirms)} step={step} decidesAtOnce={found.steps.length === 1} />
      ))}
    </ol>
    <p>
      <span className="muted">Payout:</span> {found.payoutAt ? dateTime(found.payoutAt) : 'none'}
    </p>
    {found.ended.length > 0 && (
      <p>
        <span className="muted">No longer due:</span> {listed(found.ended)}
      </p>
    )}
    {found.begun.length > 0 && (
      <p>
        <span className="muted">Newly due:</span> {listed(found.begun)}
      </p>
    )}
    <Can who="The buyer" commands={found.can.buyer} />
    <Can who="The seller" commands={found.can.seller} />
  </div>
);

type ConsequencesProps = { sale: string; revision: number; toBuyer: string };

/** What would follow from the decision in the form. The server computes it with the rules that decide. */
export const Consequences = ({ sale, revision, toBuyer }: ConsequencesProps) => {
  const { data, error } = useQuery(consequencesQuery(sale, revision, toBuyer));
  if (error) return <Notice bad>{messageOf(error, 'Failed to compute what would follow')}</Notice>;
  return data ? <Shown found={data} /> : <SkeletonLines lines={5} />;
};

import type { TransactionMoment } from '#domain/audit/replay/transactionMoment.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import type { Possible as Step } from '#domain/transactions/next.ts';
import type { Part } from '#domain/transactions/process/commandTable.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import type { Hold } from '#domain/transactions/state.ts';
import { COMMAND_WORDS, PART_WORDS, REGION_WORDS, STATE_WORDS, STATEMENT_WORDS } from '../../../ui/processText.ts';
import { obstacleWords } from './words.ts';

const PARTS: readonly Part[] = ['buyer', 'seller', 'staff', 'system', 'provider'];

const leadsTo = ({ to }: Step): string =>
  (Object.entries(to) as [RegionName, string][])
    .map(([region, state]) => {
      const words: Readonly<Record<string, string>> = STATE_WORDS[region];
      return `${REGION_WORDS[region]}: ${words[state] ?? state}`;
    })
    .join(', ');

type PossibleProps = Pick<TransactionMoment, 'next' | 'forbidden'> & {
  /** The reasons that block the sale now. */
  holds: readonly Hold[];
  time: (instant: number) => string;
};

const Forbidden = ({ forbidden, holds, time }: Omit<PossibleProps, 'next'>) =>
  PARTS.map((part) => {
    const own = forbidden.filter(({ by }) => by === part);
    if (own.length === 0) return null;
    return (
      <details key={part} className="whole-state">
        <summary>{`${PART_WORDS[part]}: why not the other ${own.length}`}</summary>
        <ul className="next forbidden" aria-label={PART_WORDS[part]}>
          {own.map(({ command, obstacle }) => (
            <li key={command} data-code={obstacle.code}>
              <b>{COMMAND_WORDS[command]}</b>
              <small>{obstacleWords(obstacle, { holds, time })}</small>
            </li>
          ))}
        </ul>
      </details>
    );
  });

const titleOf = (step: Step): string => {
  if (step.kind === 'command') return COMMAND_WORDS[step.command];
  return step.kind === 'statement' ? STATEMENT_WORDS[step.statement] : staffDeadlineWords(step.deadline).title;
};

const Line = ({ step, aside }: { step: Step; aside: string }) => (
  <li>
    <b>{titleOf(step)}</b>
    <span className="muted">{aside}</span>
    {Object.keys(step.to).length > 0 && <small>{leadsTo(step)}</small>}
  </li>
);

/** Lists the possible commands by party, the armed deadlines, and by party each impossible command with the rule that forbids it. */
export const Possible = ({ next, forbidden, holds, time }: PossibleProps) => {
  const commands = next.filter((step) => step.kind === 'command');
  return (
    <>
      {next.length === 0 && <p className="muted">Nothing.</p>}
      <ul className="next">
        {PARTS.flatMap((part) =>
          commands
            .filter(({ by }) => by === part)
            .map((step) => <Line key={`${step.command} ${part}`} step={step} aside={PART_WORDS[part]} />),
        )}
        {next.map((step) => {
          if (step.kind === 'statement') return <Line key={step.statement} step={step} aside={PART_WORDS.provider} />;
          return step.kind === 'deadline' ? <Line key={step.deadline} step={step} aside={time(step.dueAt)} /> : null;
        })}
      </ul>
      <Forbidden forbidden={forbidden} holds={holds} time={time} />
    </>
  );
};

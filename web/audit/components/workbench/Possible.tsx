import type { TransactionMoment } from '#domain/audit/replay/transactionMoment.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import type { Possible as Step } from '#domain/transactions/next.ts';
import type { Part } from '#domain/transactions/process/commandTable.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import { COMMAND_WORDS, PART_WORDS, REGION_WORDS, STATE_WORDS, STATEMENT_WORDS } from '../../../ui/processText.ts';
import { type Blocking, blockedWords, forbiddenWords } from './words.ts';

const PARTS: readonly Part[] = ['buyer', 'seller', 'staff', 'system', 'provider'];

const leadsTo = ({ to }: Step): string =>
  (Object.entries(to) as [RegionName, string][])
    .map(([region, state]) => {
      const words: Readonly<Record<string, string>> = STATE_WORDS[region];
      return `${REGION_WORDS[region]}: ${words[state] ?? state}`;
    })
    .join(', ');

type PossibleProps = Pick<TransactionMoment, 'next' | 'blocked' | 'forbidden'> & Blocking;

/** The deadlines and commands that a hold blocks. It answers why money did not move. */
const BlockedList = ({ blocked, ...blocking }: Omit<PossibleProps, 'next' | 'forbidden'>) =>
  blocked.length > 0 && (
    <>
      <h3>Blocked</h3>
      <ul className="next forbidden" aria-label="Blocked">
        {blocked.map((each) => {
          const isDeadline = each.kind === 'deadline';
          const left = isDeadline && each.left !== null ? `, ${durationInShort(each.left)} left` : '';
          return (
            <li key={isDeadline ? each.deadline : `${each.command} ${each.by}`}>
              <b>{isDeadline ? staffDeadlineWords(each.deadline).title : COMMAND_WORDS[each.command]}</b>
              {!isDeadline && <span className="muted">{PART_WORDS[each.by]}</span>}
              <small>{`${blockedWords(each.holds, blocking)}${left}`}</small>
            </li>
          );
        })}
      </ul>
    </>
  );

const Forbidden = ({ forbidden, ...blocking }: Omit<PossibleProps, 'next' | 'blocked'>) =>
  PARTS.map((part) => {
    const own = forbidden.filter(({ by }) => by === part);
    if (own.length === 0) return null;
    return (
      <details key={part} className="whole-state">
        <summary>{`${PART_WORDS[part]}: why not the other ${own.length}`}</summary>
        <ul className="next forbidden" aria-label={PART_WORDS[part]}>
          {own.map((each) => (
            <li key={each.command} data-code={each.obstacle.code}>
              <b>{COMMAND_WORDS[each.command]}</b>
              <small>{forbiddenWords(each, blocking)}</small>
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

/** Lists the possible commands by party, the armed deadlines, what is blocked, and by party each impossible command with the rule that forbids it. */
export const Possible = ({ next, blocked, forbidden, ...blocking }: PossibleProps) => {
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
          return step.kind === 'deadline' ? (
            <Line key={step.deadline} step={step} aside={blocking.time(step.dueAt)} />
          ) : null;
        })}
      </ul>
      <BlockedList blocked={blocked} {...blocking} />
      <Forbidden forbidden={forbidden} {...blocking} />
    </>
  );
};

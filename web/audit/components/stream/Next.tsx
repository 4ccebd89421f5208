import type { TransactionAt } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import { COMMAND_WORDS, PART_WORDS, REGION_WORDS, STATE_WORDS, STATEMENT_WORDS } from '../../../ui/processText.ts';

type Possible = TransactionAt['next'][number];

const title = ({ kind, name }: Possible): string => {
  if (kind === 'deadline') return staffDeadlineWords(name).title;
  const words: Readonly<Record<string, string>> = kind === 'command' ? COMMAND_WORDS : STATEMENT_WORDS;
  return words[name] ?? name;
};

const who = ({ kind, by, dueAt }: Possible): string => {
  if (dueAt !== null) return `${utcTime(dueAt)} UTC`;
  return PART_WORDS[kind === 'statement' ? 'provider' : (by as keyof typeof PART_WORDS)] ?? by ?? '';
};

const leadsTo = ({ to }: Possible): string =>
  (Object.entries(to) as [RegionName, string][])
    .map(([region, state]) => {
      const words: Readonly<Record<string, string>> = STATE_WORDS[region] ?? {};
      return `${REGION_WORDS[region] ?? region}: ${words[state] ?? state}`;
    })
    .join(', ');

/** What the state machine allows next, by whom or when, and the resulting states. */
export const Next = ({ next }: { next: TransactionAt['next'] }) =>
  next.length === 0 ? (
    <p className="muted">Nothing.</p>
  ) : (
    <ul className="next">
      {next.map((possible) => (
        <li key={`${possible.kind} ${possible.name} ${possible.by}`}>
          <b>{title(possible)}</b>
          <span className="muted">{who(possible)}</span>
          {Object.keys(possible.to).length > 0 && <small>{leadsTo(possible)}</small>}
        </li>
      ))}
    </ul>
  );

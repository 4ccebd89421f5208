import type { CauseNodeAnswer, EffectAnswer } from '#application/contract/effects.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { COMMAND_WORDS, STATEMENT_WORDS } from '../ui/processText.ts';

const CALLS: Readonly<Record<string, string>> = {
  openCheckout: 'Opened a checkout at the provider',
  expireCheckout: 'Closed a checkout at the provider',
  askCheckout: 'Asked the provider about the checkout',
  refund: 'Asked the provider for the refund',
  payOut: 'Asked the provider for the payout',
  recallPayout: 'Recalled the payout at the provider',
  askRefund: 'Asked the provider about the refund',
  askPayout: 'Asked the provider about the payout',
  askChargeback: 'Asked the provider about the chargeback',
  submitEvidence: 'Sent evidence to the bank',
};

const QUEUES: Readonly<Record<string, string>> = {
  refunds: 'Send the refund',
  payouts: 'Send the payout',
  evidencePacks: 'Send evidence to the bank',
  bankChecks: 'Check the bank account',
  providerFacts: 'Record the provider’s message',
  deadlines: 'Fire a deadline',
  deadlinesAtProvider: 'Fire a deadline at the provider',
  mail: 'Send an e-mail',
  push: 'Send a push',
};

/** `escrowNotice` → `escrow notice`. */
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const capitalised = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

export const effectWords = ({ kind, name }: Pick<EffectAnswer, 'kind' | 'name'>): string => {
  if (kind === 'providerCall') return CALLS[name] ?? name;
  if (kind === 'mail') return `E-mail “${spaced(name)}”`;
  return QUEUES[name] ?? name;
};

/** `deadline.{transaction}.{kind}.{due}` names the deadline that fired. */
const dueWords = (name: string): string => {
  const [prefix, , kind = ''] = name.split('.');
  return prefix === 'deadline' ? `Deadline: ${staffDeadlineWords(kind).title}` : 'A scheduled check';
};

export const commandWords = (command: string): string =>
  (COMMAND_WORDS as Readonly<Record<string, string>>)[command] ?? capitalised(spaced(command));

/** `seller matthias`, or only the role of nobody in particular. */
export const actorWords = ({ actor, username }: Pick<CauseNodeAnswer, 'actor' | 'username'>): string =>
  [actor, username].filter(Boolean).join(' ');

export const nodeWords = (node: CauseNodeAnswer): string => {
  const { kind, name, command } = node;
  switch (kind) {
    case 'event':
      return name;
    case 'request':
      return `${command ? `${commandWords(command)}: a` : 'A'} request by ${actorWords(node) || 'somebody'}`;
    case 'due':
      return dueWords(name);
    case 'webhook':
      return `Message of the provider: ${STATEMENT_WORDS[name as keyof typeof STATEMENT_WORDS] ?? name}`;
    case 'mail': {
      const recipient = actorWords(node);
      return `${effectWords({ kind, name })}${recipient && ` to ${recipient}`}`;
    }
    default:
      return effectWords({ kind, name });
  }
};

type Standing = Pick<CauseNodeAnswer, 'outcome' | 'reason' | 'attempts' | 'nextAt' | 'overdue'>;

export const isOnTime = ({ outcome, overdue }: Pick<EffectAnswer, 'outcome' | 'overdue'>): boolean =>
  outcome === 'waiting' && !overdue;

const tries = (attempts: number | null): string => (attempts === 1 ? '1 attempt' : `${attempts ?? 0} attempts`);

/** The outcome in words: `failed after 2 attempts (ProviderUnavailable), next at 14 Nov 2026, 19:34:02 UTC`. */
export const outcomeWords = ({ outcome, reason, attempts, nextAt, overdue }: Standing): string => {
  const because = reason === null ? '' : ` (${reason})`;
  const next = nextAt === null ? '' : `, next ${overdue ? 'due since' : 'at'} ${utcTime(nextAt)} UTC`;
  switch (outcome) {
    case 'waiting':
      if (nextAt === null) return 'waiting';
      return `${overdue ? 'due since' : 'waits until'} ${utcTime(nextAt)} UTC`;
    case 'failed':
      return `failed after ${tries(attempts)}${because}${next}`;
    case 'dead':
      return `gave up after ${tries(attempts)}${because}`;
    case 'refused':
      return `refused${because}`;
    case 'done':
      return attempts !== null && attempts > 1 ? `done after ${tries(attempts)}` : 'done';
    case null:
      return '';
    default:
      return outcome;
  }
};

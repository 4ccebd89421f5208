import type { Actor } from '../../shared/actor.ts';
import type { Instant } from '../../shared/instants.ts';
import type { ProviderEvent, SellerStanding, TransactionCommand } from '../commands.ts';
import { armedDeadlines } from '../deadlines.ts';
import type { TransactionEvent, TransactionEventType } from '../events.ts';
import { nextPayoutRun } from '../payoutRuns.ts';
import type { DeadlineKind } from '../process/deadlineTable.ts';
import { termsFor } from '../terms/termsFor.ts';
import type { Act } from './acts.ts';

/** Stands for a text that nobody needs: only that there was one matters. */
export const WORDS = '…';
export const PLACE = { fullName: WORDS, streetAddress1: WORDS, streetAddress2: '', city: WORDS, postalCode: WORDS };

export type DataOf<Type extends TransactionEventType> = Extract<TransactionEvent, { type: Type }>['data'];

/** The commands that may have led to an append that begins with such an event. One of them reproduces it. */
export type Causes<Type extends TransactionEventType> = (
  data: DataOf<Type>,
  act: Act,
  seller: SellerStanding,
) => TransactionCommand[];

type Details<Type extends TransactionCommand['type']> = Omit<
  Extract<TransactionCommand, { type: Type }>,
  'type' | 'at' | 'by'
>;

export const command = <Type extends TransactionCommand['type']>(
  type: Type,
  { at, actor }: { at: Instant; actor: Actor },
  details: Details<Type>,
): TransactionCommand => ({ type, at, by: actor, ...details }) as TransactionCommand;

export const states = (act: Act, seller: SellerStanding, ...facts: ProviderWord[]): TransactionCommand[] =>
  facts.map((fact) =>
    command('RecordProviderFact', act, {
      fact: { eventId: WORDS, occurredAt: act.at, transactionId: act.before.id, ...fact } as ProviderEvent,
      seller,
    }),
  );

type WithoutEnvelope<Fact> = Fact extends ProviderEvent
  ? Omit<Fact, 'eventId' | 'occurredAt' | 'transactionId'>
  : never;
export type ProviderWord = WithoutEnvelope<ProviderEvent> & { occurredAt?: Instant };

/** The firings of these deadlines, with every answer that the outside world may have given. */
export const fires = (act: Act, seller: SellerStanding, ...kinds: DeadlineKind[]): TransactionCommand[] => {
  const armed = armedDeadlines(act.before).filter(({ kind, dueAt }) => kinds.includes(kind) && dueAt <= act.at);
  return armed.flatMap((deadline) => [
    command('FireDeadline', act, { deadline, seller, checkout: 'unpaid' }),
    ...(deadline.kind === 'escrowEnd'
      ? [command('FireDeadline', act, { deadline, seller, buyerSuspended: true })]
      : []),
    ...(deadline.kind === 'returnAnswer'
      ? [command('FireDeadline', act, { deadline, seller, returnTo: { ...PLACE, country: 'Netherlands' } })]
      : []),
  ]);
};

/** Possible states of the seller's account at the time of the append, the most likely first. */
export const standingsFor = ({ events, at, before }: Act, last: SellerStanding): SellerStanding[] => {
  const runs = events.flatMap(({ data }) => ('runAt' in data ? [data.runAt] : []));
  const { payoutRun } = termsFor(before.policyVersion === '' ? (events[0]!.data as { policyVersion: string }) : before);
  const held = runs.flatMap((runAt) =>
    [runAt, runAt - 3_600_000].filter((until) => until > at && nextPayoutRun(until, payoutRun) === runAt),
  );
  return [
    last,
    { bankVerified: true, payoutsHeldUntil: null },
    { bankVerified: false, payoutsHeldUntil: null },
    { bankVerified: true, payoutsHeldUntil: null, suspended: true },
    ...held.map((payoutsHeldUntil) => ({ bankVerified: true, payoutsHeldUntil })),
  ];
};

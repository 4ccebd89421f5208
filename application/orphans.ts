import { createHash } from 'node:crypto';
import type { OrphanEvent } from '#domain/orphans/events.ts';
import { type Orphan, type OrphanRejection, orphan } from '#domain/orphans/orphan.ts';
import type { Result } from '#domain/shared/decider.ts';
import type { ProviderFact } from '#domain/transactions/commands.ts';
import { type CommandContext, handleCommand, type Outcome } from './handleCommand.ts';
import type { Journal } from './journal.ts';
import type { Clock } from './ports/clock.ts';

/** A provider's event id may hold any sign; a stream's name may not. */
export const orphanStream = (eventId: string): string =>
  `orphan-${createHash('sha256').update(eventId).digest('hex').slice(0, 32)}`;

const referenceOf = (fact: ProviderFact): string => {
  if ('paymentId' in fact) return fact.paymentId;
  if ('sessionId' in fact) return fact.sessionId;
  if ('refundId' in fact) return fact.refundId;
  if ('payoutId' in fact) return fact.payoutId;
  return 'chargebackId' in fact ? fact.chargebackId : fact.reference;
};

const amountOf = (fact: ProviderFact): number | null => {
  if ('captured' in fact) return fact.captured;
  return 'amount' in fact ? fact.amount : null;
};

type Deps = { journal: Journal; clock: Clock };

/** Kept as an event, so that it stands in the staff's queue until somebody has dealt with it. */
export const recordOrphan = (fact: ProviderFact, context: CommandContext, { journal, clock }: Deps) => {
  const { eventId, kind } = fact;
  const told = {
    eventId,
    kind: kind === 'other' ? fact.name : kind,
    reference: referenceOf(fact),
    amount: amountOf(fact),
  };
  const command = { type: 'RecordOrphan', at: clock.now(), by: context.actor, ...told } as const;
  return handleCommand(journal, orphan, orphanStream(eventId), command, context);
};

export const closeOrphan = (
  eventId: string,
  note: string,
  context: CommandContext,
  { journal, clock }: Deps,
): Promise<Result<Outcome<OrphanEvent, Orphan>, OrphanRejection>> =>
  handleCommand(
    journal,
    orphan,
    orphanStream(eventId),
    { type: 'CloseOrphan', at: clock.now(), by: context.actor, note },
    context,
  );

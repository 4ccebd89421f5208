import type { Statement } from '#application/contract/cases.ts';
import type { EvidencePhoto } from '#application/contract/common.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type Parties, partyOf } from '#domain/access/right.ts';
import { saidIn } from '#domain/notifications/transactions.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { photosFor, type Sights, wordsFor } from '../sights.ts';

type SaleEvent = Recorded<TransactionEvent>;

const inEuros = (cents: number | undefined): number | null => (cents === undefined ? null : toEuros(cents));

const partOf = (author: AccountId, role: string, parties: Parties): Statement['part'] => {
  const party = partyOf(parties, author);
  if (party) return party;
  return role === 'staff' || role === 'admin' ? 'staff' : 'system';
};

/** Statements and decisions in a transaction, oldest first. */
export const statementsOf = (
  events: readonly SaleEvent[],
  parties: Parties,
  names: ReadonlyMap<AccountId, string>,
  sights: Sights,
  links: (keys: readonly string[]) => EvidencePhoto[],
): Statement[] =>
  events.flatMap((event) => {
    const said = saidIn(event);
    if (!said) return [];
    const { actor } = event.metadata;
    const part = partOf(actor.id, actor.role, parties);
    return {
      event: event.type,
      at: new Date(event.data.at).toISOString(),
      part,
      author: part === 'system' ? null : { _id: actor.id, username: names.get(actor.id) ?? ERASED },
      text: said.words === undefined ? null : wordsFor(sights, said.words),
      category: said.category ?? null,
      claim: inEuros(said.claim),
      toBuyer: inEuros(said.toBuyer),
      toSeller: inEuros(said.toSeller),
      ...photosFor(sights, said.evidence ?? [], links),
    };
  });

import type { CasePhoto, Statement } from '#application/contract/cases.ts';
import type { EvidencePhoto } from '#application/contract/common.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type Parties, partyOf } from '#domain/access/right.ts';
import { secondPersonsIn } from '#domain/audit/peopleIn.ts';
import { saidIn } from '#domain/notifications/transactions.ts';
import type { Attached } from '#domain/shared/attached.ts';
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

/** Adds what each photo says about itself; photos keep the order of the event. */
const withFacts = (
  { evidence, ...rest }: ReturnType<typeof photosFor>,
  { data }: SaleEvent,
): { evidence: CasePhoto[]; withheld?: number } => {
  const { files, takenAt }: Attached = 'files' in data || 'takenAt' in data ? data : {};
  return {
    ...rest,
    evidence: evidence.map((photo, place) => ({
      ...photo,
      takenAt: takenAt?.[place] ?? null,
      sha256: files?.[place]?.sha256Uploaded ?? null,
    })),
  };
};

/** Statements and decisions in a transaction, oldest first. */
export const statementsOf = (
  events: readonly SaleEvent[],
  parties: Parties,
  names: ReadonlyMap<AccountId, string>,
  sights: Sights,
  links: (keys: readonly string[]) => EvidencePhoto[],
): Statement[] => {
  const seconds = secondPersonsIn(events.map(({ type, data, metadata: { actor } }) => ({ type, data, actor })));
  return events.flatMap((event, place) => {
    const said = saidIn(event);
    if (!said) return [];
    const proposer = seconds.get(place)?.proposedBy;
    const { actor } = event.metadata;
    const part = said.party ?? partOf(actor.id, actor.role, parties);
    const by = said.party ? { buyer: parties.buyerId, seller: parties.sellerId }[said.party] : actor.id;
    return {
      event: event.type,
      at: new Date(event.data.at).toISOString(),
      part,
      ...(said.to && { to: said.to }),
      author: part === 'system' ? null : { _id: by, username: names.get(by) ?? ERASED },
      ...(proposer && { proposedBy: { _id: proposer, username: names.get(proposer) ?? ERASED } }),
      text: said.words === undefined ? null : wordsFor(sights, said.words),
      category: said.category ?? null,
      claim: inEuros(said.claim),
      toBuyer: inEuros(said.toBuyer),
      toSeller: inEuros(said.toSeller),
      ...withFacts(photosFor(sights, said.evidence ?? [], links), event),
    };
  });
};

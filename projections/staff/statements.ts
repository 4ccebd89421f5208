import type { EvidencePhoto } from '#application/contract/evidence.ts';
import type { Statement } from '#application/contract/staff.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type Parties, partyOf } from '#domain/access/right.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { ERASED } from '../accounts/queries.ts';

type SaleEvent = Recorded<TransactionEvent>;
type Said = { text: string | null; evidence?: readonly string[] | null } & Partial<
  Pick<Statement, 'category' | 'claim' | 'toBuyer' | 'toSeller'>
>;

const divided = ({ toBuyer, toSeller }: { toBuyer: number; toSeller: number }) => ({
  toBuyer: toEuros(toBuyer),
  toSeller: toEuros(toSeller),
});

/** What somebody says in a fact; undefined where nobody says anything. */
const said = ({ type, data }: SaleEvent): Said | undefined => {
  switch (type) {
    case 'TransactionCancelled':
      return { text: data.otherReason, category: data.reason };
    case 'EscrowPaused':
    case 'StaffHoldPlaced':
    case 'StaffHoldLifted':
      return { text: data.reason ?? ERASED };
    case 'DisputeOpened':
      return {
        text: data.by === 'system' ? data.text : (data.text ?? ERASED),
        ...{ category: data.category, claim: toEuros(data.claim), evidence: data.evidence },
      };
    case 'DisputeContested':
    case 'ReturnRequested':
    case 'ReturnRejected':
    case 'LateClaimRecorded':
      return { text: data.text ?? ERASED, evidence: data.evidence };
    case 'ReturnRefused':
      return { text: data.text ?? ERASED };
    case 'SettlementOffered':
      return { text: null, toBuyer: toEuros(data.toBuyer) };
    case 'DisputeAccepted':
    case 'SettlementAccepted':
      return { text: null, ...divided(data) };
    case 'DecisionProposed':
    case 'DisputeDecided':
      return { text: data.rationale ?? ERASED, ...divided(data) };
    case 'DecisionConfirmed':
    case 'DisputeWithdrawn':
    case 'SettlementRefused':
      return { text: null };
    case 'DecisionRejected':
    case 'DecisionWithdrawn':
      return { text: data.reason ?? ERASED };
    case 'CaseClosed':
      return { text: data.note ?? ERASED, category: data.kind };
    default:
      return undefined;
  }
};

const partOf = (author: AccountId, role: string, parties: Parties): Statement['part'] => {
  const party = partyOf(parties, author);
  if (party) return party;
  return role === 'staff' || role === 'admin' ? 'staff' : 'system';
};

/** What was said and decided about a sale, oldest first, from its own events. */
export const statementsOf = (
  events: readonly SaleEvent[],
  parties: Parties,
  names: ReadonlyMap<AccountId, string>,
  links: (keys: readonly string[]) => EvidencePhoto[],
): Statement[] =>
  events.flatMap((event) => {
    const words = said(event);
    if (!words) return [];
    const { actor } = event.metadata;
    const part = partOf(actor.id, actor.role, parties);
    return {
      ...{ event: event.type, at: new Date(event.data.at).toISOString(), part },
      author: part === 'system' ? null : { _id: actor.id, username: names.get(actor.id) ?? ERASED },
      ...{ text: words.text, category: words.category ?? null, claim: words.claim ?? null },
      ...{ toBuyer: words.toBuyer ?? null, toSeller: words.toSeller ?? null },
      evidence: links(words.evidence ?? []),
    };
  });

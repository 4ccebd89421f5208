import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { EURO, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { isPackSent, takesEvidence } from '#domain/transactions/evidencePack.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import type { Chargeback } from '#domain/transactions/stateShape.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { type Sights, wordsFor } from '../sights.ts';

type SaleEvent = Recorded<TransactionEvent>;
type Names = ReadonlyMap<AccountId, string>;

const iso = (instant: Instant): string => new Date(instant).toISOString();
const isoOrNull = (instant: Instant | null | undefined): string | null => (instant == null ? null : iso(instant));

const packOf = (events: readonly SaleEvent[], names: Names): ChargebackFile['pack'] => {
  const submitted = events.findLast(({ type }) => type === 'EvidencePackSubmitted');
  if (submitted?.type !== 'EvidencePackSubmitted') return null;
  const { by, at, characters, photos = [], receipt, attempt } = submitted.data;
  const answer = events.findLast(
    ({ type, data }) =>
      (type === 'EvidencePackDelivered' || type === 'EvidencePackRefused') && data.attempt === attempt,
  );
  const refusal = answer?.type === 'EvidencePackRefused' ? answer.data.reason : null;
  return {
    state: answer ? (refusal === null ? 'delivered' : 'refused') : 'submitted',
    by: { _id: by, username: names.get(by) ?? ERASED },
    submittedAt: iso(at),
    characters,
    photos: photos.length,
    receipt: receipt !== undefined,
    answeredAt: isoOrNull(answer?.data.at),
    refusal,
  };
};

const endOf = (
  { ending }: Chargeback,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
): ChargebackFile['pendingEnd'] => {
  if (!ending) return null;
  const proposal = events.findLast(({ type }) => type === 'ChargebackEndProposed');
  return {
    endId: ending.id,
    outcome: ending.outcome,
    rationale: wordsFor(sights, proposal?.type === 'ChargebackEndProposed' ? proposal.data.rationale : null),
    proposedBy: { _id: ending.by, username: names.get(ending.by) ?? ERASED },
    proposedAt: iso(ending.at),
    confirmBy: iso(ending.confirmBy),
  };
};

const fileOf = (
  [chargebackId, claim]: [string, Chargeback],
  transaction: Transaction,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
  now: Instant,
): ChargebackFile => {
  const about = events.filter(({ data }) => 'chargebackId' in data && data.chargebackId === chargebackId);
  const opened = about.find(({ type }) => type === 'ChargebackOpened' || type === 'LateChargebackOpened');
  const { amount, currency = currencyOf(transaction) } = claim;
  const stands = claim.stands === 'lateOpen' ? 'open' : claim.stands;
  return {
    chargebackId,
    amount: toUnits(amount, currency),
    ...(currency !== EURO && { currency }),
    stands,
    openedAt: isoOrNull(opened?.data.at),
    reason: (opened && 'reason' in opened.data && opened.data.reason) || null,
    respondBy: isoOrNull(claim.respondBy),
    takesEvidence: stands === 'open' && takesEvidence(claim, now) && !isPackSent(claim),
    endNeedsConfirmation: amount > termsFor(transaction).secondPersonAbove,
    pendingEnd: endOf(claim, about, names, sights),
    pack: packOf(about, names),
  };
};

/** Every claim of the buyer's bank, open or decided. */
export const chargebacksOf = (
  transaction: Transaction,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
  now: Instant,
): ChargebackFile[] =>
  Object.entries(transaction.chargebacks).map((entry) => fileOf(entry, transaction, events, names, sights, now));

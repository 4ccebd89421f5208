import type { ProviderFact } from '../../commands.ts';
import type { TransactionEvent } from '../../events.ts';

export type FactOf<Kind extends ProviderFact['kind']> = Extract<ProviderFact, { kind: Kind }>;

/** A statement that changes nothing here is kept as what it is; with an amount it is a case for the staff. */
export const onRecord = (
  fact: { kind: string },
  at: number,
  reference: string,
  amount: number | null,
): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind: fact.kind, reference, amount },
});

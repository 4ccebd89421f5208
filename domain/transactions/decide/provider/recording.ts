import type { ProviderEvent } from '../../commands.ts';
import type { TransactionEvent } from '../../events.ts';

export type EventOf<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>;

/** A statement that changes nothing here is kept as what it is; with an amount it is a case for the staff. */
export const onRecord = (
  event: { kind: string },
  at: number,
  reference: string,
  amount: number | null,
): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind: event.kind, reference, amount },
});

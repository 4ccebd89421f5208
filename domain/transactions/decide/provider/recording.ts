import type { ProviderEvent } from '../../commands.ts';
import type { TransactionEvent } from '../../events.ts';

export type EventOf<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>;

/** Records a statement that changes nothing. With an amount it opens a staff case. */
export const onRecord = (
  event: { kind: string },
  at: number,
  reference: string,
  amount: number | null,
): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind: event.kind, reference, amount },
});

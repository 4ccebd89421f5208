import type { Instant } from '../../shared/instants.ts';
import type { TransactionCommand } from '../commands.ts';
import type { TransactionEvent } from '../events.ts';

/** The id of what an event requests from the provider: a refund or a payout. Undefined if it requests nothing. */
export const requestedBy = ({ type, data }: TransactionEvent): string | undefined => {
  switch (type) {
    case 'RefundRequested':
    case 'RefundRetried':
    case 'DuplicateRefundRequested':
      return data.refundId;
    case 'PayoutInitiated':
      return data.payoutId;
    default:
      return undefined;
  }
};

/** The id of the refund or payout that a statement answers. */
export const answeredBy = (command: TransactionCommand): string | undefined => {
  if (command.type !== 'RecordProviderFact') return undefined;
  if ('refundId' in command.fact) return command.fact.refundId;
  return 'payoutId' in command.fact ? command.fact.payoutId : undefined;
};

export type Request = { key: string; at: Instant };

/** Numbers the requests of each id, because one may be repeated. */
export const countingRequests = () => {
  const counts = new Map<string, number>();
  return {
    /** The request in an event, if there is one. */
    of: (event: TransactionEvent): (Request & { id: string }) | undefined => {
      const id = requestedBy(event);
      if (id === undefined) return undefined;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return { id, key: `${id} ${count}`, at: event.data.at };
    },
  };
};

import type { DomainEvent } from '#domain/events.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import type { ScheduledTask } from '../ports/schedule.ts';
import { idIn, loadSaleFacts, type SaleFacts } from '../sales/saleFacts.ts';
import { type Cause, causedBy } from './commands.ts';
import { type Policy, policy } from './policy.ts';
import type { PolicyDeps } from './policyDeps.ts';

const HANDLES = [
  'ListingReserved',
  'PaymentCaptured',
  'PaymentMismatched',
  'TransactionExpired',
  'TransactionCancelled',
  'RefundCompleted',
  'ChargebackLost',
  'LossRecovered',
] as const satisfies readonly DomainEvent['type'][];

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'schedule'>;

/** Keeps a listing in step with its sale: reserved, sold, free again, or archived (design: lifecycle table). */
export const reservation = ({ repository, commands, schedule }: Deps): Policy => {
  const release = (sale: SaleFacts, cause: Cause) =>
    commands.toListing(sale.listingId, { type: 'ReleaseReservation', transactionId: sale.id }, cause);

  /** Refunded, and the miniature never left the seller: it can be sold again unless the seller cannot deliver it. */
  const takeBack = async (sale: SaleFacts, event: Recorded) => {
    if (sale.shippedAt !== null) return;
    const unavailable = sale.cancelled?.by === 'seller' && sale.cancelled.reason === 'UNAVAILABLE';
    const { termination } = (await repository.accounts.load(sale.sellerId)).state;
    if (unavailable || sale.shipmentMissed || termination?.confirmed) {
      const missed = sale.shipmentMissed ? 'shipmentMissed' : 'accountTerminated';
      const reason = unavailable ? 'unavailable' : missed;
      await commands.toListing(sale.listingId, { type: 'ArchiveListing', reason }, causedBy(event, 'archive'));
    } else {
      const back = { type: 'ReturnToMarket', transactionId: sale.id } as const;
      await commands.toListing(sale.listingId, back, causedBy(event, 'return'));
    }
  };

  const onSale = async (sale: SaleFacts, event: Recorded<Extract<DomainEvent, { type: (typeof HANDLES)[number] }>>) => {
    switch (event.type) {
      case 'PaymentCaptured':
        await commands.toListing(
          sale.listingId,
          { type: 'MarkSold', transactionId: sale.id },
          causedBy(event, 'markSold'),
        );
        break;
      case 'TransactionCancelled':
        if (sale.paymentId !== null) break;
        // archived first: between a release and the archive another buyer could reserve it
        if (event.data.by === 'seller' && event.data.reason === 'UNAVAILABLE')
          await commands.toListing(
            sale.listingId,
            { type: 'ArchiveListing', reason: 'unavailable' },
            causedBy(event, 'archive'),
          );
        await release(sale, causedBy(event, 'release'));
        break;
      case 'PaymentMismatched':
      case 'TransactionExpired':
        await release(sale, causedBy(event, 'release'));
        break;
      case 'RefundCompleted':
      case 'ChargebackLost':
      case 'LossRecovered':
        await takeBack(sale, event);
        break;
    }
  };

  return policy({
    name: 'reservation',
    handles: HANDLES,
    handle: async (event) => {
      if (event.type === 'ListingReserved') {
        const { transactionId, until } = event.data;
        await schedule.put({
          id: `orphan.${transactionId}`,
          kind: 'orphanCheck',
          subject: transactionId,
          dueAt: until + MINUTE,
          data: { listingId: idIn(event.stream) },
        });
        return;
      }
      const sale = await loadSaleFacts(repository, idIn(event.stream));
      if (sale) await onSale(sale, event);
    },
  });
};

/** A reservation whose transaction never came is released, one minute after the payment window. */
export const checkOrphan = async (
  { subject, data }: ScheduledTask,
  { repository, commands }: Deps,
): Promise<boolean> => {
  const sale = await loadSaleFacts(repository, subject);
  if (sale) return false;
  const outcome = await commands.toListing(
    data.listingId ?? '',
    { type: 'ReleaseReservation', transactionId: subject },
    { id: `orphan.${subject}`, step: 'release' },
  );
  return (outcome?.events.length ?? 0) > 0;
};

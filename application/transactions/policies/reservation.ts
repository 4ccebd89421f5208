import type { DomainEvent } from '#domain/events.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { SaleFacts } from '../../ports/saleFacts.ts';
import type { ScheduledTask } from '../../ports/schedule.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { type Cause, causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';

const HANDLES = [
  'PurchaseBegun',
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

  /** Before its listing is free again: it is closed for a while to a buyer who let it go. */
  const endPurchase = async ({ id, buyerId, purchaseEnd }: SaleFacts, event: Recorded) => {
    if (purchaseEnd === null) return;
    const end = { type: 'EndPurchase', transactionId: id, end: purchaseEnd } as const;
    await commands.toBuyer(buyerId, end, causedBy(event, 'endPurchase'));
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
        if (sale.purchaseEnd === 'paid') break;
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

  const lookAgain = (begun: { transactionId: string; until: Instant; listingId: string; buyerId: string }) => {
    const { transactionId, until, listingId, buyerId } = begun;
    return schedule.put({
      id: `orphan.${transactionId}`,
      kind: 'orphanCheck',
      subject: transactionId,
      dueAt: until + MINUTE,
      data: { listingId, buyerId },
    });
  };

  return policy({
    name: 'reservation',
    handles: HANDLES,
    handle: async (event) => {
      if (event.type === 'PurchaseBegun') {
        const { transactionId, listingId, until } = event.data;
        return lookAgain({ transactionId, until, listingId, buyerId: idIn(event.stream) });
      }
      if (event.type === 'ListingReserved') return lookAgain({ ...event.data, listingId: idIn(event.stream) });
      const sale = await repository.saleFacts(idIn(event.stream));
      if (!sale) return;
      await endPurchase(sale, event);
      await onSale(sale, event);
    },
  });
};

/** A reservation, or the beginning of one, whose transaction never came is released one minute after the payment window. */
export const checkOrphan = async (
  { subject, data }: ScheduledTask,
  { repository, commands }: Deps,
): Promise<boolean> => {
  if ((await repository.sales.load(subject)).revision !== 'none') return false;
  const { listingId = '', buyerId } = data;
  const cause = (step: string): Cause => ({ id: `orphan.${subject}`, step });
  const end = { type: 'EndPurchase', transactionId: subject, end: 'dropped' } as const;
  const release = { type: 'ReleaseReservation', transactionId: subject } as const;
  // the listing first: a purchase that is no longer counted must find nothing reserved
  const released = await commands.toListing(listingId, release, cause('release'));
  const freed = buyerId === undefined ? undefined : await commands.toBuyer(buyerId, end, cause('endPurchase'));
  return [released, freed].some((outcome) => (outcome?.events.length ?? 0) > 0);
};

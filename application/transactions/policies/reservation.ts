import type { DomainEvent } from '#domain/events.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { type Cause, causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
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

/** Keeps a listing in step with its transaction: reserved, sold, available again or archived. */
export const reservation = ({ repository, commands, schedule }: Deps): Policy => {
  const release = (transaction: TransactionSummary, cause: Cause) =>
    commands.toListing(transaction.listingId, { type: 'ReleaseReservation', transactionId: transaction.id }, cause);

  /** After a refund without shipment the miniature can be sold again, unless the seller cannot deliver it. */
  const takeBack = async (transaction: TransactionSummary, event: Recorded) => {
    if (transaction.shippedAt !== null) return;
    const unavailable = transaction.cancelled?.by === 'seller' && transaction.cancelled.reason === 'UNAVAILABLE';
    const { termination } = (await repository.accounts.load(transaction.sellerId)).state;
    if (unavailable || transaction.shipmentMissed || termination?.confirmed) {
      const missed = transaction.shipmentMissed ? 'shipmentMissed' : 'accountTerminated';
      const reason = unavailable ? 'unavailable' : missed;
      await commands.toListing(transaction.listingId, { type: 'ArchiveListing', reason }, causedBy(event, 'archive'));
    } else {
      const back = { type: 'ReturnToMarket', transactionId: transaction.id } as const;
      await commands.toListing(transaction.listingId, back, causedBy(event, 'return'));
    }
  };

  /** Runs before the listing is released, because a buyer who abandoned it may not buy it again for a while. */
  const endPurchase = async ({ id, buyerId, purchaseEnd }: TransactionSummary, event: Recorded) => {
    if (purchaseEnd === null) return;
    const end = { type: 'EndPurchase', transactionId: id, end: purchaseEnd } as const;
    await commands.toUnpaidPurchases(buyerId, end, causedBy(event, 'endPurchase'));
  };

  const onSale = async (
    transaction: TransactionSummary,
    event: Recorded<Extract<DomainEvent, { type: (typeof HANDLES)[number] }>>,
  ) => {
    switch (event.type) {
      case 'PaymentCaptured':
        await commands.toListing(
          transaction.listingId,
          { type: 'MarkSold', transactionId: transaction.id },
          causedBy(event, 'markSold'),
        );
        break;
      case 'TransactionCancelled':
        if (transaction.purchaseEnd === 'paid') break;
        // archive first: another buyer could reserve between a release and the archive
        if (event.data.by === 'seller' && event.data.reason === 'UNAVAILABLE')
          await commands.toListing(
            transaction.listingId,
            { type: 'ArchiveListing', reason: 'unavailable' },
            causedBy(event, 'archive'),
          );
        await release(transaction, causedBy(event, 'release'));
        break;
      case 'PaymentMismatched':
      case 'TransactionExpired':
        await release(transaction, causedBy(event, 'release'));
        break;
      case 'RefundCompleted':
      case 'ChargebackLost':
      case 'LossRecovered':
        await takeBack(transaction, event);
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
      const transaction = await repository.saleFacts(idIn(event.stream));
      if (!transaction) return;
      await endPurchase(transaction, event);
      await onSale(transaction, event);
    },
  });
};

/** One minute after the payment window, releases a reservation or purchase whose transaction was never created. */
export const releaseAbandonedReservation = async (
  { subject, data }: ScheduledTask,
  { repository, commands }: Deps,
): Promise<boolean> => {
  if ((await repository.transactions.load(subject)).revision !== 'none') return false;
  const { listingId = '', buyerId } = data;
  const cause = (step: string): Cause => ({ id: `orphan.${subject}`, step });
  const end = { type: 'EndPurchase', transactionId: subject, end: 'dropped' } as const;
  const release = { type: 'ReleaseReservation', transactionId: subject } as const;
  // the listing first: a purchase that no longer counts must not keep a reservation
  const released = await commands.toListing(listingId, release, cause('release'));
  const freed =
    buyerId === undefined ? undefined : await commands.toUnpaidPurchases(buyerId, end, cause('endPurchase'));
  return [released, freed].some((outcome) => (outcome?.events.length ?? 0) > 0);
};

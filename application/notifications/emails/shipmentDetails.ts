import type { TransactionId } from '#domain/shared/ids.ts';
import type { Repository } from '../../streams/repository.ts';

/** Personal, so no job holds it: read when the e-mail is written, null after an erasure. */
export const loadShipmentDetails = async (
  saleId: TransactionId,
  { sales: transactions }: Pick<Repository, 'sales'>,
): Promise<{ carrier: string | null; trackingCode: string | null }> => {
  const { history } = await transactions.loadWithHistory(saleId);
  const shipped = history.findLast(({ type }) => type === 'ShipmentConfirmed');
  if (shipped?.type !== 'ShipmentConfirmed') return { carrier: null, trackingCode: null };
  const { carrier, trackingCode } = shipped.data;
  return { carrier, trackingCode };
};

import { z } from 'zod';
import { STATUSES } from '#domain/transactions/statuses.ts';
import { cancelTransaction, confirmShipment, setShipping } from './transactions.ts';

/** PATCH transaction/{id}/status. What the command that leads there needs may stand beside the status. */
export const statusChange = z
  .object({
    status: z.enum(STATUSES, { error: 'Unknown status' }),
    reason: cancelTransaction.shape.reason.transform((reason) => reason ?? null),
    otherReason: cancelTransaction.shape.otherReason.transform((text) => text ?? null),
    ...confirmShipment.shape,
  })
  .meta({ id: 'StatusChange' });

/** PUT transaction/{id}: an address, or nothing that can be put; a status or sums are never written by it. */
export const transactionUpdate = setShipping.partial({ shippingAddress: true }).meta({ id: 'TransactionUpdate' });

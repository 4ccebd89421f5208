import type { AuditEvent } from '#application/contract/audit.ts';

/** A member's part in a sale is what its first event says; anybody else is named by the role they acted in. */
export const actorOf = (
  { actor }: Pick<AuditEvent, 'actor'>,
  first: Pick<AuditEvent, 'type' | 'data'> | undefined,
): string => {
  if (first?.type === 'TransactionCreated' && actor.role === 'member') {
    const { buyerId, sellerId } = first.data;
    if (actor.id === buyerId) return 'buyer';
    if (actor.id === sellerId) return 'seller';
  }
  return actor.role;
};

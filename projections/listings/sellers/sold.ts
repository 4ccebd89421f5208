/** The statuses of a sale that was paid and neither cancelled nor refunded, for SQL. */
export const SOLD =
  "'AWAIT_SHIPPING', 'IN_ESCROW', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'";

export type Sale = { _id: string; transactionId: string };

/** State of the address. `queue`: the address of the queue the reader came from. `decided`: the case that was left just before, and what was done there. */
export type CameFrom = { queue?: string; decided?: Sale & { done: string } } | null;

/** The transaction id of a stream, undefined for other streams. */
export const transactionOf = (stream: string): string | undefined => /^transaction-([0-9a-f]+)$/.exec(stream)?.[1];

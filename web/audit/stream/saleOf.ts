/** The sale whose history a stream is; undefined for any other stream. */
export const transactionOf = (stream: string): string | undefined => /^transaction-([0-9a-f]+)$/.exec(stream)?.[1];

export type DatabaseSettings = {
  /** Connections at most for requests and commands. */
  poolSize: number;
  /** Connections at most for the queue of jobs, where that is in PostgreSQL. */
  jobsPoolSize: number;
  /** Ms; 0: a statement may take as long as it likes. */
  statementTimeout: number;
  /** Ms that a transaction may stand still; 0: for ever. A mail holds one while the mail server answers, up to half a minute. */
  idleTransactionTimeout: number;
};

/**
 * What every connection of this process takes, whichever pool opens it: pg reads it all from the address. What the address says
 * itself stands. `sslmode` means what it does to libpq: `require` encrypts, `verify-full` also knows whom it speaks to.
 */
export const withSettings = (
  url: string,
  { statementTimeout, idleTransactionTimeout }: Pick<DatabaseSettings, 'statementTimeout' | 'idleTransactionTimeout'>,
): string => {
  const address = new URL(url);
  const settings = {
    application_name: `reliquary-${process.pid}`,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: idleTransactionTimeout,
    ...(address.searchParams.has('sslmode') && { uselibpqcompat: true }),
  };
  for (const [name, value] of Object.entries(settings))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(value));
  return address.href;
};

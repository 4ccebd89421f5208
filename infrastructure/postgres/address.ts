export type DatabaseSettings = {
  /** Maximum connections for requests and commands. */
  poolSize: number;
  /** Maximum connections for the job queue in PostgreSQL. */
  jobsPoolSize: number;
  /** Ms; 0 means no limit. */
  statementTimeout: number;
  /** Ms; 0 means no limit. Sending an e-mail holds a transaction for up to half a minute. */
  idleTransactionTimeout: number;
};

/**
 * Adds the settings of every connection to the URL, where pg reads them. Values in the URL win. `sslmode` works as in
 * libpq: `require` encrypts, `verify-full` also checks the host name.
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

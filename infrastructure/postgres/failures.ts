import type { Failures } from '#application/ports/failures.ts';

const TRANSIENT_NAMES = new Set(['KnexTimeoutError', 'EventStoreUnavailable', 'AcquireError', 'TimeoutError']);
const TRANSIENT_CODES =
  /^(08...|53...|57P0[1-5]|25P0[34]|40001|40P01|55P03|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** pg and knex say these without a code. */
const TRANSIENT_TEXTS =
  /Connection terminated|Connection ended unexpectedly|Client has encountered a connection error|not queryable|Unable to acquire a connection|socket hang up/i;

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && TRANSIENT_CODES.test(code)) return true;
  if (TRANSIENT_NAMES.has(error.name) || TRANSIENT_TEXTS.test(error.message)) return true;
  return error instanceof AggregateError
    ? error.errors.some(isTransient)
    : error.cause !== undefined && isTransient(error.cause);
};

/** Name, code and place of an error. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return `${error.name}: ${error.message}`;
  return [`database error ${code}`, table && `table ${table}`, constraint && `constraint ${constraint}`]
    .filter(Boolean)
    .join(', ');
};

/** Of PostgreSQL, of its driver, and of the event store. */
export const failures: Failures = { isTransient, describe };

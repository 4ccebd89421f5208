import { type Failures, OutsideFailure } from '#application/ports/failures.ts';
import { CERTIFICATE } from './refusals.ts';

const TRANSIENT_NAMES = new Set(['KnexTimeoutError', 'AcquireError', 'TimeoutError']);
/**
 * Of the server, never of what it was given: connections, a replica in its place, names and rights, conflicts, resources, locks, operators,
 * its disk, itself.
 */
const TRANSIENT_STATES = /^(08...|25006|25P0[34]|28...|3D000|40...|42501|53...|55...|57...|58...|72000|F0...|XX...)$/;
const TRANSIENT_CODES = /^(ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_TLS_.*)$/;
/** pg and knex say these without a code. */
const TRANSIENT_TEXTS =
  /Connection terminated|timeout expired|does not support SSL|Connection ended unexpectedly|Client has encountered a connection error|not queryable|Unable to acquire a connection|socket hang up/i;

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutsideFailure) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && [TRANSIENT_STATES, TRANSIENT_CODES, CERTIFICATE].some((of) => of.test(code)))
    return true;
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

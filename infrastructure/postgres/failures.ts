import { type Failures, OutsideFailure } from '#application/ports/failures.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Connection errors, server start or shutdown, disk full, too many connections, statement or idle timeout. */
const SQLSTATE = /^(08...|57P0[1-5]|53[13]00|57014|25P03)$/;
const MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The database is unreachable or too slow; the same call may succeed later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return UNREACHABLE.has(code) || SQLSTATE.test(code) || MESSAGES.test(error.message);
};

const CODES: Record<string, string> = {
  '28P01': 'refuses this name and password',
  '28000': 'refuses this name and password',
  '3D000': 'has no such database',
  '53300': 'has no connection left: it needs more (max_connections), or processes fewer (DATABASE_POOL_SIZE)',
  '42501': 'does not allow this role what the migrations need: let it own its database',
  '55P03': 'has a table that a migration needs locked for long; start again when it is free',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name than this (sslmode=verify-full)',
};
/** Codes of certificate errors. */
export const CERTIFICATE = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_SSL)/;

/** Why the database cannot be used, as text for the operator; undefined for other errors. */
export const databaseRefusal = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'shows a certificate that is not trusted (sslrootcert)';
  // a missing socket has the same code, but a different `syscall`
  if ('syscall' in error && error.syscall === 'open')
    return `names a certificate that cannot be read (sslrootcert, sslcert, sslkey): ${code}`;
  if (/does not support SSL/.test(error.message)) return 'does not speak TLS (sslmode)';
  return CODES[code] ?? (isDatabaseUnavailable(error) ? 'cannot be reached' : undefined);
};

const TRANSIENT_NAMES = new Set(['KnexTimeoutError', 'AcquireError', 'TimeoutError']);
/**
 * States caused by the server, not by the statement: connections, read-only replica, access, conflicts, resources,
 * locks, operator actions, disk, internal errors.
 */
const TRANSIENT_STATES = /^(08...|25006|25P0[34]|28...|3D000|40...|42501|53...|55...|57...|58...|72000|F0...|XX...)$/;
const TRANSIENT_CODES = /^(ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_TLS_.*)$/;
/** pg and knex errors without a code. */
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

/** Name, code, table and constraint of an error, without values. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return `${error.name}: ${error.message}`;
  return [`database error ${code}`, table && `table ${table}`, constraint && `constraint ${constraint}`]
    .filter(Boolean)
    .join(', ');
};

/** Classifies errors of PostgreSQL, its driver and the event store. */
export const failures: Failures = { isTransient, describe };

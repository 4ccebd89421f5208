import { pause } from './pause.ts';

const TRANSIENT_NAMES = new Set(['KnexTimeoutError', 'EventStoreUnavailable', 'AcquireError', 'TimeoutError']);
const TRANSIENT_CODES =
  /^(08...|53...|57P0[1-5]|25P0[34]|40001|40P01|55P03|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** pg and knex say these without a code. */
const TRANSIENT_TEXTS =
  /Connection terminated|Connection ended unexpectedly|Client has encountered a connection error|not queryable|Unable to acquire a connection|socket hang up/i;

/** A database that restarts, a lost connection, a deadlock: the same work may succeed a moment later. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && TRANSIENT_CODES.test(code)) return true;
  if (TRANSIENT_NAMES.has(error.name) || TRANSIENT_TEXTS.test(error.message)) return true;
  return error instanceof AggregateError
    ? error.errors.some(isTransient)
    : error.cause !== undefined && isTransient(error.cause);
};

/** Name, code and place of an error. A database's own text may quote data, so it is left out. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return `${error.name}: ${error.message}`;
  return [`database error ${code}`, table && `table ${table}`, constraint && `constraint ${constraint}`]
    .filter(Boolean)
    .join(', ');
};

/** Waits 50 ms, then twice as long each time, 5 s at most; ends early when `signal` aborts. */
export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  pause(Math.min(5_000, 50 * 2 ** Math.min(attempt - 1, 10)), signal);

/** Tries until it succeeds, fails for good or `signal` aborts. */
export const untilConnected = async <Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
  onRetry: (error: unknown, attempt: number) => void,
): Promise<Value> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      onRetry(error, attempt);
      await backOff(attempt, signal);
      if (signal.aborted) throw error;
    }
  }
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Connection exceptions, shutdowns and start-ups of the server, no room on its disk, too many connections, a statement that took too long. */
const SQLSTATE = /^(08...|57P0[1-5]|53[13]00|57014|25P03)$/;
const MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The database cannot be reached or does not answer in time: the same call may succeed a moment later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return UNREACHABLE.has(code) || SQLSTATE.test(code) || MESSAGES.test(error.message);
};

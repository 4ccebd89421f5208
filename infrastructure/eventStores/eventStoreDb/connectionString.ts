export type Connection = {
  /** For the client. */
  url: string;
  /** Without credentials, for messages. */
  hosts: string;
  credentials: { username: string; password: string };
};

const SHAPE =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<username>[^:@/?\s]+):(?<password>[^:@/?\s]+)@)?(?<hosts>[\w.-]+(?::\d{1,5})?(?:,[\w.-]+(?::\d{1,5})?)*)\/?(?:\?(?<options>[^\s?]+))?$/;

const FLAG = /^(true|false)$/;
const NUMBER = /^\d{1,9}$/;
const TEXT = /./;

/**
 * Client options that keep this adapter's guarantees. The client logs the whole string, password included, for an
 * unknown option; followers return stale data; `throwOnAppendFailure` hides conflicts.
 */
const OPTIONS: Record<string, RegExp> = {
  tls: FLAG,
  tlsCAFile: TEXT,
  connectionName: TEXT,
  nodePreference: /^leader$/,
  keepAliveInterval: NUMBER,
  keepAliveTimeout: NUMBER,
  discoveryInterval: NUMBER,
  gossipTimeout: NUMBER,
  maxDiscoverAttempts: NUMBER,
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Undefined if this adapter cannot use it. */
export const readConnection = (text: string): Connection | undefined => {
  const { discover, username, password, hosts, options } = SHAPE.exec(text)?.groups ?? {};
  if (hosts === undefined) return undefined;
  const pairs = (options?.split('&') ?? []).map((pair) => pair.split('=', 2));
  const given = new Map(pairs.map(([name = '', value = '']) => [name, value]));
  for (const [name, value] of given) if (!OPTIONS[name]?.test(value)) return undefined;

  // Servers without authentication need no password.
  if (username === undefined && given.get('tls') !== 'false') return undefined;
  const credentials = { username: decoded(username ?? 'open'), password: decoded(password ?? 'open') };
  if (credentials.username === undefined || credentials.password === undefined) return undefined;
  const cluster = discover !== undefined || hosts.includes(',');
  const preference = cluster && !given.has('nodePreference') ? `${options ? '&' : '?'}nodePreference=leader` : '';
  return {
    url: text + preference,
    hosts,
    credentials: { username: credentials.username, password: credentials.password },
  };
};

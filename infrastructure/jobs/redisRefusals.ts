import { CERTIFICATE } from '../postgres/refusals.ts';

export class RedisForgets extends Error {
  override message = 'throws jobs away when its memory is full: its maxmemory-policy must be noeviction';
}

const SAID: readonly (readonly [RegExp, string])[] = [
  [/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/, 'refuses this name and password'],
  [/^ERR DB index/, 'has no such database'],
];
const CODES: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name than this',
};
/** What servers do that expect the other way to speak: they wait for more, or they hang up. */
const MISUNDERSTOOD: Record<string, string> = {
  'rediss: ETIMEDOUT': 'does not answer; perhaps it speaks no TLS (redis://)',
  'redis: ECONNRESET': 'hangs up; perhaps it speaks TLS only (rediss://)',
};

/** Why Redis cannot be used, for whoever starts the marketplace. */
export const redisRefusalOf = (error: unknown, url: string): string => {
  if (!(error instanceof Error)) return 'cannot be reached';
  if (error instanceof RedisForgets) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  const said =
    SAID.find(([words]) => words.test(error.message))?.[1] ??
    CODES[code] ??
    MISUNDERSTOOD[`${new URL(url).protocol} ${code}`];
  if (said !== undefined) return said;
  return CERTIFICATE.test(code) ? 'shows a certificate that is not trusted (NODE_EXTRA_CA_CERTS)' : 'cannot be reached';
};

import { isDatabaseUnavailable } from './unavailable.ts';

const CODES: Record<string, string> = {
  '28P01': 'refuses this name and password',
  '28000': 'refuses this name and password',
  '3D000': 'has no such database',
  '53300': 'has no connection left: it needs more (max_connections), or processes fewer (DATABASE_POOL_SIZE)',
  '42501': 'does not allow this role what the migrations need: let it own its database',
  '55P03': 'has a table that a migration needs locked for long; start again when it is free',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name than this (sslmode=verify-full)',
};
/** Codes of certificates that cannot be checked. */
export const CERTIFICATE = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_SSL)/;

/** What a database that cannot be used says of itself, for whoever starts the marketplace; undefined for anything else. */
export const refusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'shows a certificate that is not trusted (sslrootcert)';
  // a socket that is not there has the same code, and is no file that is opened
  if ('syscall' in error && error.syscall === 'open')
    return `names a certificate that cannot be read (sslrootcert, sslcert, sslkey): ${code}`;
  if (/does not support SSL/.test(error.message)) return 'does not speak TLS (sslmode)';
  return CODES[code] ?? (isDatabaseUnavailable(error) ? 'cannot be reached' : undefined);
};

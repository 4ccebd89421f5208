import { isLoopback } from '../system/hosts.ts';
import { ConfigurationError } from '../system/startFailure.ts';
import type { Config } from './config.ts';

/** Development tools must not be reachable from other machines. @throws ConfigurationError */
export const refuseOpenTools = ({ production, publicUrl, host }: Pick<Config, 'production' | 'publicUrl' | 'host'>) => {
  if (production) return;
  const leading = [
    ...(publicUrl === undefined || isLoopback(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL (${publicUrl})`]),
    ...(isLoopback(host) ? [] : [`HOST (${host})`]),
  ];
  if (leading.length === 0) return;
  throw new ConfigurationError(
    `${leading.join(', ')} ${leading.length === 1 ? 'leads' : 'lead'} beyond this machine, where the developer tools (/dev/mail and others) would be open to everybody: set NODE_ENV=production and what it asks for, or keep PUBLIC_URL and HOST on this machine (localhost, 127.0.0.1)`,
  );
};

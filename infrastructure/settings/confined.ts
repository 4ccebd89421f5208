import { isLoopback } from '../system/hosts.ts';
import { allowedHostsOf } from './allowedHosts.ts';
import type { Config } from './config.ts';

export const isOnThisMachine = (address: string): boolean => isLoopback(new URL(address).hostname);

/**
 * Whether nothing leaves this machine: development mode, simulated payments, e-mails in the outbox, local files, and
 * only loopback addresses. Push is not a setting; a copy turns it off.
 */
export const isConfined = (config: Config): boolean => {
  const { production, stripe, smtpUrl, s3, publicUrl } = config;
  if (production || stripe !== undefined || smtpUrl !== undefined || s3 !== undefined) return false;
  if (publicUrl !== undefined && !isOnThisMachine(publicUrl)) return false;
  // a path is a Unix socket
  return allowedHostsOf(config, { hasAmazonKeys: false }).every(({ host }) => host.startsWith('/') || isLoopback(host));
};

import { isLoopback } from '../system/loopback.ts';
import type { Config } from './config.ts';
import { allowedHostsOf } from './allowedHosts.ts';

export const isOnThisMachine = (address: string): boolean => isLoopback(new URL(address).hostname);

/**
 * Whether nothing leaves this machine: development with simulated payments, mails in the outbox, files in the data folder, and everything that
 * the settings name at a loopback address. Calls to people's devices are not among the settings: a copy makes none.
 */
export const isConfined = (config: Config): boolean => {
  const { production, stripe, smtpUrl, s3, publicUrl } = config;
  if (production || stripe !== undefined || smtpUrl !== undefined || s3 !== undefined) return false;
  if (publicUrl !== undefined && !isOnThisMachine(publicUrl)) return false;
  // a path is a socket of this machine
  return allowedHostsOf(config, { hasAmazonKeys: false }).every(({ host }) => host.startsWith('/') || isLoopback(host));
};

import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a host name or address always means the machine that asks. Browsers never look up `localhost` and what ends in it. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(name);
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return /^([a-z0-9_-]+\.)*localhost\.?$/.test(name);
};

/** The same for a host with or without a port, as headers carry it. */
export const isLoopbackAuthority = (authority: string): boolean => {
  if (!/^[^\s/\\?#@]+$/.test(authority)) return false;
  const address = `http://${authority}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
};

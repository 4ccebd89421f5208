import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a host always means the local machine. Browsers resolve `localhost` and its subdomains themselves. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(name);
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return /^([a-z0-9_-]+\.)*localhost\.?$/.test(name);
};

/** For a host with optional port, as in headers. */
export const isLoopbackAuthority = (authority: string): boolean => {
  if (!/^[^\s/\\?#@]+$/.test(authority)) return false;
  const address = `http://${authority}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
};

/** Not on the public Internet (RFC 6890): this machine, private networks, cloud metadata. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');

/** Global unicast, without tunnels and documentation ranges. */
const PUBLIC6 = new BlockList();
PUBLIC6.addSubnet('2000::', 3, 'ipv6');
const PRIVATE6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE6.addSubnet(network, prefix, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (isIP(mapped ?? address) === 4) return !PRIVATE.check(mapped ?? address, 'ipv4');
  return isIP(address) === 6 && PUBLIC6.check(address, 'ipv6') && !PRIVATE6.check(address, 'ipv6');
};

const OURS = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/** By name only; `publicLookup` checks the resolved addresses on each call. Addresses are not names. */
export const isPublicName = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && !OURS.test(host);

/** A socket lookup that refuses names with any non-public address, which also stops DNS rebinding. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (failure, addresses) => {
    if (failure) return done(failure, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(Object.assign(new Error(`${host} is not a public host`), { code: 'EHOSTNOTPUBLIC' }), '');
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

import { isIP, type LookupFunction, Socket } from 'node:net';

export type AllowedHost = {
  /** Name or address; `*.` matches any subdomain. */
  host: string;
  /** Undefined: any port. */
  port: number | undefined;
  /** Its client resolves the name itself and connects to the address. */
  resolves?: boolean;
};

type Target = { host?: string; port?: number | string; path?: string | null; lookup?: LookupFunction };

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '');

const isThisMachine = (host: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/.test(bare(host));

const isAt = ({ host, port, resolves = false }: AllowedHost, target: string, its: number): boolean => {
  if (port !== undefined && port !== its) return false;
  const name = bare(host);
  if (name.startsWith('*.')) return target.endsWith(name.slice(1));
  return name === target || (resolves && isIP(target) !== 0);
};

/**
 * Normalizes the arguments of `connect`: options, port and host, path, or the array that `net.connect` makes of them.
 */
const targetOf = ([first, second]: readonly unknown[]): Target => {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first as number, ...(typeof second === 'string' && { host: second }) };
};

type Guard = {
  places: readonly AllowedHost[];
  /** A lookup that only resolves to allowed hosts; trusted for port 443. */
  trusted: LookupFunction;
  /** Once per place. */
  refused(place: string): void;
};

/**
 * From now on this process can only connect to this machine and to the listed hosts, whatever library tries: all of
 * them use `Socket.connect`. Returns a function that removes the guard.
 */
export const guardConnections = ({ places, trusted, refused }: Guard): (() => void) => {
  const { connect } = Socket.prototype;
  const told = new Set<string>();

  const isAllowed = ({ host = 'localhost', port, path, lookup }: Target): boolean => {
    if (path) return true;
    const name = bare(host);
    if (isThisMachine(name) || (lookup === trusted && Number(port) === 443)) return true;
    return places.some((place) => isAt(place, name, Number(port)));
  };

  const guarded = function (this: Socket, ...given: unknown[]): Socket {
    const target = targetOf(given);
    if (isAllowed(target)) return Reflect.apply(connect, this, given);
    const place = `${target.host}:${target.port}`;
    if (!told.has(place)) refused(place);
    told.add(place);
    // later, when the owner listens for errors
    process.nextTick(() =>
      this.destroy(Object.assign(new Error(`no setting names ${place}`), { code: 'ENOTINSETTINGS' })),
    );
    return this;
  };
  Socket.prototype.connect = guarded as typeof connect;
  return () => {
    Socket.prototype.connect = connect;
  };
};

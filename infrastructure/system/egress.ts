import { isIP, type LookupFunction, Socket } from 'node:net';

export type AllowedHost = {
  /** A name or a number; `*.` stands for any name below the rest. */
  host: string;
  /** Undefined: any. */
  port: number | undefined;
  /** Its client looks the name up by itself, and connects to the number. */
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

/** What `connect` was called with: options, a port and a host, a path of this machine, or what `net.connect` makes of one of them. */
const targetOf = ([first, second]: readonly unknown[]): Target => {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first as number, ...(typeof second === 'string' && { host: second }) };
};

type Guard = {
  places: readonly AllowedHost[];
  /** A way to look names up that lets only those be called that may be, at port 443. */
  trusted: LookupFunction;
  /** Once for each place. */
  refused(place: string): void;
};

/**
 * From here on this process connects to itself, to its machine and to the places that are named, and to nothing else: whatever library
 * wants to, since all of them come by here. Answers what takes that back.
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
    // not before its owner listens
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

import { isIPv6 } from 'node:net';

type Value = string | number | readonly string[] | { readonly [key: string]: Value };
type Node = [Branch, Branch];
type Branch = Node | { record: Value } | undefined;

const MARKER = Buffer.from('ABCDEF4D61784D696E642E636F6D', 'hex');
const SEPARATOR = 16;
const [TEXT, UINT32, MAP, ARRAY] = [2, 6, 7, 11];

/** Types above seven need an extra byte. */
const control = (type: number, size: number): Buffer => {
  const [short, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
};

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') return Buffer.concat([control(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(UINT32, 4), number]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value);
  return Buffer.concat([control(MAP, pairs.length), ...pairs.flatMap(([key, each]) => [encode(key), encode(each)])]);
};

/** Bits of a network such as `81.2.69.0/24` or `2a02:2e0::/32`; in a combined table, IPv4 is below 96 zero bits. */
const bitsOf = (network: string, ipVersion: 4 | 6): number[] => {
  const [address = '', length = ''] = network.split('/');
  const bitsIn = (number: number, width: number) => [...number.toString(2).padStart(width, '0')].map(Number);
  if (!isIPv6(address)) {
    const bits = address.split('.').flatMap((part) => bitsIn(Number(part), 8));
    return [...new Array<number>(ipVersion === 6 ? 96 : 0).fill(0), ...bits.slice(0, Number(length))];
  }
  const [left, right] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = new Array<string>(8 - left!.length - (right?.length ?? 0)).fill('0');
  return [...left!, ...zeros, ...(right ?? [])]
    .flatMap((group) => bitsIn(Number.parseInt(group, 16), 16))
    .slice(0, Number(length));
};

/** A MaxMind DB 2.0 file with 24-bit records. Networks must not overlap. */
export const countryTable = (
  networks: Readonly<Record<string, Value>>,
  { type = 'Test-Country', ipVersion = 6 }: { type?: string; ipVersion?: 4 | 6 } = {},
): Buffer => {
  const root: Node = [undefined, undefined];
  const nodes = [root];
  for (const [network, record] of Object.entries(networks)) {
    const bits = bitsOf(network, ipVersion);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = (node[bit] as Node | undefined) ?? [undefined, undefined];
      if (!node[bit]) nodes.push(next);
      node[bit] = next;
      node = next;
    }
    node[bits.at(-1)!] = { record };
  }
  const data: Buffer[] = [];
  let length = 0;
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, index) => {
    node.forEach((branch, side) => {
      const place = index * 6 + side * 3;
      if (branch === undefined) tree.writeUIntBE(nodes.length, place, 3);
      else if (Array.isArray(branch)) tree.writeUIntBE(nodes.indexOf(branch), place, 3);
      else {
        tree.writeUIntBE(nodes.length + SEPARATOR + length, place, 3);
        const record = encode(branch.record);
        data.push(record);
        length += record.length;
      }
    });
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_764_000_000,
    database_type: type,
    description: { en: 'of a test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...data, MARKER, metadata]);
};

export type Json = Record<string, unknown> & { id: string };

let counter = 0;
export const newId = (prefix: string): string => `${prefix}_${(++counter).toString().padStart(8, '0')}`;

/** All objects of the peer, in Stripe's format; cents and epoch seconds. */
export const openBooks = () => {
  const objects = new Map<string, Json>();
  const put = <Kind extends Json>(object: Kind): Kind => {
    objects.set(object.id, object);
    return object;
  };
  const seconds = () => Math.floor(Date.now() / 1_000);
  return {
    put,
    seconds,
    find: (id: string): Json | undefined => objects.get(id),
    of: (object: string, matches: (found: Json) => boolean = () => true): Json[] =>
      [...objects.values()].filter((found) => found.object === object && matches(found)).reverse(),
    /** A balance transaction; fees do not change `amount`. */
    move: (type: string, amount: number, source: string, fee = 0) =>
      put({
        id: newId('txn'),
        object: 'balance_transaction',
        amount,
        currency: 'eur',
        fee,
        net: amount - fee,
        type,
        source,
        status: 'available',
        created: seconds(),
      }),
  };
};

export type Books = ReturnType<typeof openBooks>;

/** `a[b][0]`-style keys with the text sent. */
export type Sent = URLSearchParams;

export const metadataIn = (sent: Sent, under = 'metadata'): Record<string, string> =>
  Object.fromEntries(
    [...sent].flatMap(([name, value]) =>
      name.startsWith(`${under}[`) ? [[name.slice(under.length + 1, -1), value] as const] : [],
    ),
  );

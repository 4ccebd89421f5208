import pg from 'pg';
import type { Acknowledged } from './trade.ts';

/** A sale has each of these once, however often it was asked for. */
const ONCE = [
  'TransactionCreated',
  'ShippingSet',
  'PaymentCaptured',
  'ShipmentConfirmed',
  'DeliveryConfirmed',
  'EscrowReleased',
  'ListingPublished',
];

export type Event = { stream: string; type: string; times: number };

/** From the database where events are kept unless a peer keeps them. */
export const eventsOf = async (databaseUrl: string): Promise<Event[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Event>(
      'SELECT stream, type, count(*)::int AS times FROM events WHERE type = ANY($1) GROUP BY stream, type',
      [ONCE],
    );
    return rows;
  } finally {
    await client.end();
  }
};

/** Of the log of a peer. */
export const eventsIn = (log: readonly { stream: string; type: string }[]): Event[] => {
  const events = new Map<string, Event>();
  for (const { stream, type } of log) {
    if (!ONCE.includes(type)) continue;
    const key = `${stream} ${type}`;
    events.set(key, { stream, type, times: (events.get(key)?.times ?? 0) + 1 });
  }
  return [...events.values()];
};

/** Of what was answered as done, what is not there; and what is there twice. */
export const compare = (events: readonly Event[], acknowledged: readonly Acknowledged[]) => {
  const stored = new Set(events.map(({ stream, type }) => `${stream} ${type}`));
  return {
    lost: acknowledged.map(({ stream, fact: event }) => `${stream} ${event}`).filter((done) => !stored.has(done)),
    doubled: events.filter(({ times }) => times > 1).map(({ stream, type }) => `${stream} ${type}`),
  };
};

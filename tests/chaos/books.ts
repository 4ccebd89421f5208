import pg from 'pg';
import type { Acknowledged } from './trade.ts';

/** Events that a transaction has once, however often the action was repeated. */
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

/** From the database, unless a peer stores the events. */
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

/** From a peer's log. */
export const eventsIn = (log: readonly { stream: string; type: string }[]): Event[] => {
  const events = new Map<string, Event>();
  for (const { stream, type } of log) {
    if (!ONCE.includes(type)) continue;
    const key = `${stream} ${type}`;
    events.set(key, { stream, type, times: (events.get(key)?.times ?? 0) + 1 });
  }
  return [...events.values()];
};

/** Acknowledged events that are missing, and duplicated ones. */
export const compare = (events: readonly Event[], acknowledged: readonly Acknowledged[]) => {
  const stored = new Set(events.map(({ stream, type }) => `${stream} ${type}`));
  return {
    lost: acknowledged.map(({ stream, fact: event }) => `${stream} ${event}`).filter((done) => !stored.has(done)),
    doubled: events.filter(({ times }) => times > 1).map(({ stream, type }) => `${stream} ${type}`),
  };
};

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

export type Fact = { stream: string; type: string; times: number };

/** From the database where events are kept unless a peer keeps them. */
export const factsOf = async (databaseUrl: string): Promise<Fact[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Fact>(
      'SELECT stream, type, count(*)::int AS times FROM events WHERE type = ANY($1) GROUP BY stream, type',
      [ONCE],
    );
    return rows;
  } finally {
    await client.end();
  }
};

/** Of the log of a peer. */
export const factsIn = (log: readonly { stream: string; type: string }[]): Fact[] => {
  const facts = new Map<string, Fact>();
  for (const { stream, type } of log) {
    if (!ONCE.includes(type)) continue;
    const key = `${stream} ${type}`;
    facts.set(key, { stream, type, times: (facts.get(key)?.times ?? 0) + 1 });
  }
  return [...facts.values()];
};

/** Of what was answered as done, what is not there; and what is there twice. */
export const compare = (facts: readonly Fact[], acknowledged: readonly Acknowledged[]) => {
  const stored = new Set(facts.map(({ stream, type }) => `${stream} ${type}`));
  return {
    lost: acknowledged.map(({ stream, fact }) => `${stream} ${fact}`).filter((done) => !stored.has(done)),
    doubled: facts.filter(({ times }) => times > 1).map(({ stream, type }) => `${stream} ${type}`),
  };
};

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

type Fact = { stream: string; type: string; times: number };

/** Of what was answered as done, what is not there; and what is there twice. */
export const compare = async (databaseUrl: string, acknowledged: readonly Acknowledged[]) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Fact>(
      'SELECT stream, type, count(*)::int AS times FROM events WHERE type = ANY($1) GROUP BY stream, type',
      [ONCE],
    );
    const stored = new Set(rows.map(({ stream, type }) => `${stream} ${type}`));
    return {
      lost: acknowledged.map(({ stream, fact }) => `${stream} ${fact}`).filter((done) => !stored.has(done)),
      doubled: rows.filter(({ times }) => times > 1).map(({ stream, type }) => `${stream} ${type}`),
    };
  } finally {
    await client.end();
  }
};

import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesMeant } from '#domain/audit/eventQuery.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { allProjections } from '#projections/all.ts';
import type { EventCondition, EventFilter } from '#projections/audit/events/conditions.ts';
import { ALL_TYPES } from '#projections/audit/events/projection.ts';
import { eventHistogram, eventsFound, streamsClosedTo, streamsMeant } from '#projections/audit/events/queries.ts';
import { createTables } from '#projections/engine/schemas.ts';
import { NOW } from '#tests/projections/given.ts';
import { writeEvents } from './manyEvents.ts';
import { percentile } from './percentile.ts';

/** The search over a million events (EVENTS): a page and its histogram, for queries as auditors write them. */
const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const TIMES = Number(process.env.TIMES ?? 50);
const DAY = 86_400_000;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const any = (below: number): number => Math.floor(Math.random() * below);

const dataDir = mkdtempSync(join(tmpdir(), 'event-search-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrateAll(db);
for (const projection of allProjections) await createTables(db, projection, 'live');
const began = performance.now();
await writeEvents(db, EVENTS, NOW);
const { rows: sizes } = await db.raw(
  `SELECT relname AS name, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class WHERE relnamespace = 'read_events'::regnamespace ORDER BY pg_relation_size(oid) DESC`,
);
console.log(`${EVENTS} events filled in ${Math.round((performance.now() - began) / 1_000)} s`);
console.log(sizes.map(({ name, size }: Record<string, string>) => `${name} ${size}`).join(', '));

const is = <Condition extends object>(condition: Condition, not = false) => ({ not, ...condition }) as EventCondition;
const types = (...names: string[]) =>
  is({
    types: names.flatMap((name) => typesMeant(name, ALL_TYPES)),
  });
const words = (text: string, streams: readonly string[] = []) => is({ text, accounts: [], streams });
const role = (name: string) => is({ roles: [name], accounts: [] });
const category = (name: string) => is({ categories: [name], streams: [] });
const over = (euros: number) => is({ low: { cents: euros * 100, strict: true }, high: null });
const exactly = (euros: number) => {
  const end = { cents: euros * 100, strict: false };
  return is({ low: end, high: end });
};
const someDay = (): number => NOW - any(700) * DAY;
const day = () => {
  const from = someDay();
  return is({ from, until: from + DAY });
};

const QUERIES: Record<string, () => EventCondition[] | Promise<EventCondition[]>> = {
  '(everything)': () => [],
  'type:Dispute*': () => [types('Dispute*')],
  'type:*Refund*': () => [types('*Refund*')],
  'type:*Refund* amount:120': () => [types('*Refund*'), exactly(120)],
  'type:PaymentCaptured amount:>500': () => [types('PaymentCaptured'), over(500)],
  'amount:>1990': () => [over(1_990)],
  'actor:staff type:NoteWritten on:day': () => [role('staff'), types('NoteWritten'), day()],
  'stream:transaction-…': () => [is({ categories: [], streams: [`transaction-${md5(`transaction${any(50_000)}`)}`] })],
  'on:day': () => [day()],
  'cause:…': () => [is({ causes: [md5(`correlation${any(EVENTS / 4)}`)] })],
  'text:fraudulent': () => [words('fraudulent')],
  'text:"decide by" after:day': () => [words('decide by'), is({ from: someDay() })],
  'actor:account': () => [is({ roles: [], accounts: [md5(`account${any(50_000)}`)] })],
  'knight (title)': async () => [words('knight', await streamsMeant(db, 'knight', undefined))],
  'cs… (provider reference)': () => [words(`cs${md5(`session${any(EVENTS / 5) * 5}`)}`)],
  'type:PayoutCompleted actor:buyer (none)': () => [types('PayoutCompleted'), role('buyer')],
  'stream:listing amount:>1900 before:day': () => [category('listing'), over(1_900), is({ until: someDay() })],
  '-actor:system -type:Message* text:refund': () => [
    is({ roles: ['system'], accounts: [] }, true),
    is({ types: ALL_TYPES.filter((type) => type.startsWith('Message')) }, true),
    words('refund'),
  ],
};

/** As for a staff member who bought and sold here. */
const streams = await streamsClosedTo(db, md5('account17'));
const closed: EventFilter['closed'] = { categories: ['security', 'disclosure'], streams };
console.log(`as a reader without ${streams.length} own streams`);

const only = process.env.ONLY;
for (const [name, conditionsOf] of Object.entries(QUERIES)) {
  if (only && !name.includes(only)) continue;
  const pages: number[] = [];
  const histograms: number[] = [];
  let found = '';
  for (let time = 0; time < TIMES; time++) {
    const asked = performance.now();
    const filter = { conditions: await conditionsOf(), closed };
    const { events } = await eventsFound(db, filter, { limit: 50 });
    const answered = performance.now();
    const { count, estimated } = await eventHistogram(db, filter);
    pages.push(answered - asked);
    histograms.push(performance.now() - answered);
    found = `${events.length} rows of ${estimated ? 'about ' : ''}${count}`;
  }
  const told = (values: number[]) =>
    [0.5, 0.99].map((share) => percentile(values, share).toFixed(1).padStart(7)).join(' ');
  console.log(`${name.padEnd(46)} page p50 p99 ${told(pages)} ms   histogram ${told(histograms)} ms   ${found}`);
}

await db.destroy();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

import { randomUUID } from 'node:crypto';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';

/**
 * A process of writers that prints each acknowledged append as `stream revision position`. What a kill keeps from
 * being printed was acknowledged to nobody.
 */
const [url = '', writers = '1', appends = '1'] = process.argv.slice(2);
const store = openPostgresEventStore({ connectionString: url });
const metadata = {
  correlationId: 'load',
  causationId: 'load',
  actor: { id: 'writer', role: 'member' },
  commandId: 'load',
  prevHash: null,
  hash: 'none',
};

const write = async (): Promise<void> => {
  const stream = `load-${randomUUID().replaceAll('-', '')}`;
  let last: 'none' | number = 'none';
  for (let n = 0; n < Number(appends); n++) {
    // Every tenth append writes three events.
    const events = Array.from({ length: n % 10 === 9 ? 3 : 1 }, () => ({
      id: randomUUID(),
      type: 'Written',
      version: 1,
      data: { n },
      metadata,
    }));
    const { revision, position } = await store.append(stream, events, last);
    last = revision;
    process.stdout.write(`${stream} ${revision} ${position}\n`);
  }
};

await Promise.all(Array.from({ length: Number(writers) }, write));
await store.close();

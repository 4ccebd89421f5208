import { expect, test } from 'vitest';
import { compare, eventsOf } from '#tests/chaos/books.ts';
import { mailsOf } from '#tests/chaos/faults.ts';
import { openServer } from '#tests/chaos/server.ts';
import { openTrade } from '#tests/chaos/trade.ts';
import { PATIENCE } from '#tests/support/patience.ts';

const KILLS = 20;
const PAIRS = 2;

/** For more kills: `npm run chaos -- process --times 1000`. */
test('keeps every acknowledged action, once, through twenty kills during trading', async () => {
  const server = await openServer({});
  try {
    const trade = openTrade(server.url, mailsOf(undefined, server.url));
    const stop = await trade.begin(PAIRS);
    for (let kill = 0; kill < KILLS; kill++) {
      const done = trade.acknowledged.length;
      // kill while one action has just been answered and another is running
      await expect.poll(() => trade.acknowledged.length, { interval: 5, timeout: PATIENCE }).toBeGreaterThan(done);
      await server.kill();
      server.start();
    }
    await stop();
    await server.ready();
    const { lost, doubled } = compare(await eventsOf(server.databaseUrl()), trade.acknowledged);
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(trade.acknowledged.length).toBeGreaterThanOrEqual(KILLS);
    expect(trade.seen.failures.size).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
}, 900_000);

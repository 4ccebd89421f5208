import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '#infrastructure/http/listen.ts';

test('an answer that began before the close finishes, and its connection holds the close no longer', async () => {
  const listening = await listen(0, '127.0.0.1');
  let answer: ServerResponse | undefined;
  listening.serve(
    (_, response) => {
      answer = response;
      response.write('begun, ');
    },
    () => true,
  );
  const asked = await fetch(`http://127.0.0.1:${listening.port}/`);
  const began = performance.now();
  const closed = listening.close(10_000);
  answer?.end('finished');
  expect(await asked.text()).toBe('begun, finished');
  await closed;
  expect(performance.now() - began).toBeLessThan(5_000);
});

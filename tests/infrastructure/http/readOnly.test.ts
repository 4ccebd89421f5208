import express from 'express';
import { expect, test } from 'vitest';
import { errorHandler } from '#infrastructure/http/errors.ts';
import { listen } from '#infrastructure/http/listen.ts';
import { refuseChanges } from '#infrastructure/http/readOnly.ts';
import { silentLog } from '#tests/support/silentLog.ts';

test('serves reads and rejects changes early while nothing can be written', async () => {
  let full = true;
  const begun: string[] = [];
  const app = express().use(refuseChanges(() => full));
  app.use((request, response) => {
    begun.push(request.method);
    response.json({});
  });
  app.use(errorHandler({ rejections: {}, supportEmail: '' }, silentLog()));
  const listening = await listen(0, '127.0.0.1');
  await listening.serve(app, () => true);
  const ask = async (method: string) => {
    const answer = await fetch(`http://127.0.0.1:${listening.port}/`, { method });
    const text = await answer.text();
    return [answer.status, answer.headers.get('X-Read-Only'), text && JSON.parse(text).code];
  };
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await ask(method)).toEqual([503, '1', 'readOnly']);
  for (const method of ['GET', 'HEAD']) expect((await ask(method)).slice(0, 2)).toEqual([200, '1']);
  full = false;
  expect((await ask('POST')).slice(0, 2)).toEqual([200, null]);
  expect(begun).toEqual(['GET', 'HEAD', 'POST']);
  await listening.close(0);
});

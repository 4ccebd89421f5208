import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openClient } from '#infrastructure/demo/client.ts';
import { DEMO_PASSWORD } from '#infrastructure/demo/people.ts';
import { LISTING } from '../support/marketplace.ts';
import { startBuiltServer } from './builtServer.ts';
import { percentile } from './percentile.ts';

/**
 * What others wait while one member sends pictures that are as hard to decode as may be, four requests of eight at once without end:
 * strips that are refused from their header, then, by another member, the largest that are let in. Rate limits hold, as they do for
 * everybody. Against the built server with its demo marketplace; the two phases take turns, because a machine is not as fast in one minute as in the next.
 * Whoever sends runs on this machine, too, and takes more of it than the marketplace does for them: in the other phase they send the same to somebody else.
 */
const SECONDS = Number(process.env.SECONDS ?? 10);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const EVERY_MS = 50;

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#705030' }, limitInputPixels: false })
    .png()
    .toBuffer();

const signedIn = async (url: string, name: string) => {
  const client = openClient(url);
  const { body } = await client.post('auth/login', {
    email: `${name}@reliquary.example`,
    password: DEMO_PASSWORD,
  });
  client.signInWith(body.token);
  return client;
};

type Answers = Record<string, number>;
/** `by`: nobody is signed in where the answer is always that it was too much. */
type Attack = { url: string; by?: string | undefined; width: number; height: number };

/** In a process of its own that gives way: in truth it runs on somebody else's machine. Tells its parent when it has begun, and at the end what it was answered. */
const attack = async ({ url, by, width, height }: Attack): Promise<void> => {
  const picture = new Blob([new Uint8Array(await png(width, height))]);
  const client = by === undefined ? openClient(url) : await signedIn(url, by);
  const answers: Answers = {};
  let going = true;
  const send = async () => {
    while (going) {
      const form = new FormData();
      for (const [field, value] of Object.entries(LISTING)) form.set(field, value);
      for (let count = 0; count < 8; count++) form.append('images', picture, `${count}.png`);
      const said = await client.call('POST', 'listings', { form }).then(
        ({ status, body }) => `${status} ${body?.code ?? ''}`.trim(),
        // who was refused and went on sending is no longer listened to
        ({ cause }) => String(cause?.code),
      );
      answers[said] = (answers[said] ?? 0) + 1;
      if (!said.startsWith('400')) await delay(100);
    }
  };
  process.send?.('begun');
  process.once('message', () => {
    going = false;
  });
  await Promise.all([1, 2, 3, 4].map(send));
  process.send?.(answers);
  process.disconnect();
};

const beginAttack = async (how: Attack): Promise<{ stop: () => Promise<Answers> }> => {
  const attacker = fork(fileURLToPath(import.meta.url), [JSON.stringify(how)]);
  setPriority(attacker.pid!, constants.priority.PRIORITY_LOW);
  await new Promise((begun) => attacker.once('message', begun));
  return {
    stop: () =>
      new Promise((resolve) => {
        attacker.once('message', (answers) => resolve(answers as Answers));
        attacker.send('stop');
      }),
  };
};

/** ms of each call, begun at fixed times, however long those before it take. */
const measure = async (calls: Record<string, () => Promise<unknown>>) => {
  const taken = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  const pending: Promise<unknown>[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    for (const [name, call] of Object.entries(calls)) {
      const began = performance.now();
      pending.push(call().then(() => taken.get(name)!.push(performance.now() - began)));
    }
    await delay(EVERY_MS);
  }
  await Promise.all(pending);
  return taken;
};

/** Takes what is sent, and answers as the marketplace does when its limits hold. */
const startElsewhere = async () => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(429, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

const run = async (url: string, elsewhere: string): Promise<void> => {
  const pictures = {
    'strips of 65,535 × 700': { by: 'matthias', width: 65_535, height: 700 },
    '12,000 × 4,100': { by: 'jakub', width: 12_000, height: 4_100 },
  };
  const buyer = await signedIn(url, 'elena');
  const calls = {
    home: () => openClient(url).get('listings'),
    profile: () => buyer.get('user/profile'),
  };
  await measure(calls);
  for (const [name, how] of Object.entries(pictures)) {
    const alone: Record<string, number[]> = { home: [], profile: [] };
    const beside: Record<string, number[]> = { home: [], profile: [] };
    const answers: Answers = {};
    for (let round = 0; round < ROUNDS; round++) {
      const sending = await beginAttack({ ...how, by: undefined, url: elsewhere });
      for (const [call, times] of await measure(calls)) alone[call]!.push(...times);
      await sending.stop();
      const attacking = await beginAttack({ url, ...how });
      for (const [call, times] of await measure(calls)) beside[call]!.push(...times);
      for (const [said, count] of Object.entries(await attacking.stop())) answers[said] = (answers[said] ?? 0) + count;
    }
    console.log(`${name}: the uploader was answered ${JSON.stringify(answers)}`);
    for (const call of Object.keys(calls)) {
      const at = (times: number[]) => [0.5, 0.99].map((share) => percentile(times, share)) as [number, number];
      const [[half, late], [halfBeside, lateBeside]] = [at(alone[call]!), at(beside[call]!)];
      const moved = Math.round((lateBeside / late - 1) * 100);
      const told = [half, halfBeside, late, lateBeside].map((ms) => ms.toFixed(1));
      console.log(`  ${call.padEnd(8)} p50 ${told[0]} → ${told[1]} ms, p99 ${told[2]} → ${told[3]} ms (${moved} %)`);
    }
  }
};

const attacker = process.argv[2];
if (attacker) await attack(JSON.parse(attacker) as Attack);
else {
  const [{ url, stop }, elsewhere] = await Promise.all([startBuiltServer({ DEMO: '1' }), startElsewhere()]);
  try {
    await run(url, elsewhere.url);
  } finally {
    elsewhere.stop();
    await stop();
  }
}

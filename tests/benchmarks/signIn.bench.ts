import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMarketplace } from '#infrastructure/composition/marketplace.ts';
import { openClient, succeeded } from '#infrastructure/demo/client.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { readConfig } from '#infrastructure/settings/config.ts';
import { percentile } from './percentile.ts';

/**
 * What a sign-in costs over HTTP, with the fact of it that is written before anybody is let in, and without, taking turns: one after
 * the other, and AT_ONCE people at once. Once with passwords hashed as in production, and once with hashing that costs next to nothing,
 * so that the fact is seen by itself.
 */
const AT_ONCE = Number(process.env.AT_ONCE ?? 8);
const ROUNDS = Number(process.env.ROUNDS ?? 10);
const ROUND_MS = Number(process.env.ROUND_MS ?? 1_000);
const PASSWORD = 'Correct-horse1!';
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const say = (line: string): void => console.log(line);
const median = (values: readonly number[]): number => percentile(values, 0.5);

const measure = async (name: string, hashingCost: typeof CHEAP | undefined): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
  chmodSync(dataDir, 0o755);
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: '0' });
  const log = openLog({ level: 'error', short: true });
  const market = await openMarketplace(config, { log, ...(hashingCost && { hashingCost }) });
  const client = openClient(market.localUrl);

  const member = async (number: number): Promise<string> => {
    const email = `member${number}@example.com`;
    const agreed = { country: 'Netherlands', platformAgreements: { termsAccepted: true } };
    const registration = { username: `member${number}`, email, password: PASSWORD, ...agreed };
    succeeded(await client.post('auth/register', registration), 'registration');
    for (;;) {
      const [mail] = await market.emails({ to: email });
      const token = /verify-email\?token=([\w%.-]+)/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) continue;
      succeeded(await client.get(`auth/verify/${token}`), 'verification');
      return email;
    }
  };

  try {
    const members = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => member(number)));
    const enter = async (email: string): Promise<number> => {
      const started = performance.now();
      succeeded(await client.post('auth/login', { email, password: PASSWORD }), 'sign-in');
      return performance.now() - started;
    };
    const round = async (people: readonly string[]) => {
      const started = performance.now();
      const each: number[] = [];
      const goOn = async (email: string) => {
        while (performance.now() - started < ROUND_MS) each.push(await enter(email));
      };
      await Promise.all(people.map(goOn));
      return { latency: median(each), perSecond: (each.length * 1_000) / (performance.now() - started) };
    };

    const { security } = market.services;
    const { signedIn } = security;
    const found = { written: [] as number[], unwritten: [] as number[] };
    const rates = { written: [] as number[], unwritten: [] as number[] };
    await round(members);
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const kind of turn % 2 === 0 ? (['written', 'unwritten'] as const) : (['unwritten', 'written'] as const)) {
        security.signedIn = kind === 'written' ? signedIn : async () => undefined;
        found[kind].push((await round(members.slice(0, 1))).latency);
        rates[kind].push((await round(members)).perSecond);
      }
    const [withEvent, without] = [median(found.written), median(found.unwritten)];
    const [many, more] = [median(rates.written), median(rates.unwritten)];
    say(
      `${name.padEnd(18)} ${withEvent.toFixed(1)} ms with its fact, ${without.toFixed(1)} ms without: ${(withEvent - without).toFixed(1)} ms more`,
    );
    say(
      `${''.padEnd(18)} ${many.toFixed(0)}/s with it, ${more.toFixed(0)}/s without, ${AT_ONCE} at once: ${(many / more).toFixed(2)} of them`,
    );
  } finally {
    await market.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await measure('as in production', undefined);
await measure('cheap passwords', CHEAP);
process.exit();

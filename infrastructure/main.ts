import type { Marketplace } from './composition/marketplace.ts';
import { DEMO_DOMAIN, DEMO_PASSWORD } from './demo/people.ts';
import { openLog } from './observability/log.ts';
import { allowedHostsOf } from './settings/allowedHosts.ts';
import { type Config, readConfig } from './settings/config.ts';
import { misspelledSettings } from './settings/misspelled.ts';
import { guardConnections } from './system/egress.ts';
import { publicLookup } from './system/hosts.ts';
import { onParentExit } from './system/parentExit.ts';
import { startErrorLine } from './system/startFailure.ts';

const startedAt = Date.now();
const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints one actionable line for a failed start; a stack only for a bug. */
const fail = (error: unknown): never => {
  process.stderr.write(`${startErrorLine(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
};

const announce = async ({ publicUrl, demo }: Marketplace, say: (line: string) => void): Promise<void> => {
  const { DEMO_ACCOUNTS } = await import('./demo/demo.ts');
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const accounts = demo
    ? `. Sign in as ${DEMO_ACCOUNTS.map(({ name, part }) => `${name} (${part})`).join(', ')}, each @${DEMO_DOMAIN}; password ${DEMO_PASSWORD}. Staff, auditor and admin also need the code at ${publicUrl}/dev/code`
    : '';
  say(`Reliquary is open at ${publicUrl} (${seconds} s)${accounts}`);
};

const start = async (config: Config): Promise<void> => {
  // Imported late: it takes a second to load, and configuration errors should show at once.
  const { openMarketplace } = await import('./composition/marketplace.ts');
  const log = openLog({ level: config.logLevel });
  for (const each of misspelledSettings(process.env)) log.warn(each, 'an unknown variable resembles a setting');
  guardConnections({
    places: allowedHostsOf(config, { hasAmazonKeys: process.env.AWS_ACCESS_KEY_ID !== undefined }),
    trusted: publicLookup,
    refused: (place) => log.error({ place }, 'a connection was refused: no setting names its target'),
  });
  const say = config.production ? (line: string) => log.info({}, line) : write;
  const stopping = new AbortController();
  const lost = (failure: Error): void => {
    log.error({ error: String(failure) }, 'the embedded database does not recover: the process ends');
    process.exit(1);
  };
  const opening = openMarketplace(config, { log, say, signal: stopping.signal, lost });

  const stop = async (signal: string): Promise<void> => {
    if (stopping.signal.aborted) process.exit(1); // second signal: exit at once
    stopping.abort();
    say(`${signal}: finishing what is under way …`);
    await opening.then(
      (marketplace) => marketplace.close(),
      () => undefined, // it has already closed everything it opened
    );
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  if (process.env.npm_lifecycle_event === 'start')
    onParentExit(() => {
      if (!stopping.signal.aborted) void stop('npm has ended');
    });
  process.on('unhandledRejection', (error) => log.error({ error: String(error) }, 'an unhandled failure'));

  try {
    const marketplace = await opening;
    if (!stopping.signal.aborted) await announce(marketplace, say);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
};

try {
  await start(readConfig(process.env));
} catch (error) {
  fail(error);
}

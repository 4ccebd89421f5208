import { setTimeout as delay } from 'node:timers/promises';
import { compare, eventsOf } from './books.ts';
import { FAULTS, type Fault, mailsOf } from './faults.ts';
import { openServer } from './server.ts';
import { openTrade } from './trade.ts';

const given = process.argv.slice(2);
const place = given.indexOf('--times');
const [, named] = place < 0 ? [] : given.splice(place, 2);
const times = Number(named ?? 3);
const wanted = given.length > 0 ? given : Object.keys(FAULTS);
const unknown = wanted.filter((name) => !Object.hasOwn(FAULTS, name));
if (unknown.length > 0 || !Number.isInteger(times) || times < 1) {
  console.error(`npm run chaos -- [${Object.keys(FAULTS).join(' | ')}] [--times N]`);
  process.exit(2);
}

const PAIRS = 2;
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Runs sales, injects the fault `times` times, then compares acknowledged with stored events. */
const tryFault = async ({ prepare }: Fault) => {
  const { variables = {}, folder, mail, stripe, stored, strike, close } = await prepare();
  const server = await openServer(variables, folder);
  try {
    const trade = openTrade(server.url, mailsOf(mail, server.url), stripe);
    const stop = await trade.begin(PAIRS);
    const recoveries: number[] = [];
    for (let time = 0; time < times; time++) {
      // at a different moment each time
      await delay(1_000 + Math.random() * 1_500);
      await strike(server);
      recoveries.push(await server.ready());
    }
    await stop();
    await server.ready();
    const events = stored ? stored() : await eventsOf(server.databaseUrl());
    return { ...trade.seen, ...compare(events, trade.acknowledged), recoveries };
  } finally {
    await server.close();
    await close?.();
  }
};

console.log('| what befalls it | times | sales | people saw | longest wait | ready again, longest | lost | doubled |');
console.log('|---|---|---|---|---|---|---|---|');
let faults = 0;
for (const name of wanted) {
  const fault = FAULTS[name]!;
  try {
    const { finished, failures, longest, recoveries, lost, doubled } = await tryFault(fault);
    const saw = [...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ') || 'nothing';
    const cells = [fault.says, times, finished, saw, `${seconds(longest)} s`, `${seconds(Math.max(...recoveries))} s`];
    console.log(`| ${[...cells, lost.length, doubled.length].join(' | ')} |`);
    for (const what of [...lost, ...doubled]) console.error(`  ${what}`);
    faults += lost.length + doubled.length;
  } catch (error) {
    console.log(`| ${fault.says} | ${times} | | ${error instanceof Error ? error.message : String(error)} | | | | |`);
    faults++;
  }
}
process.exitCode = faults > 0 ? 1 : 0;

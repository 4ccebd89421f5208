import { account } from '#domain/accounts/account.ts';
import { listing } from '#domain/listings/listing.ts';
import { DAY } from '#domain/shared/instants.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { unpaidPurchases } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { checkTheEnd, comeToRest } from './ending.ts';
import { openPeople } from './people.ts';
import type { Ports } from './process.ts';
import { rememberFolds } from './remembered.ts';
import { openTown } from './town.ts';
import { openWorld, type Violation, type WorldOptions } from './world.ts';
import { checkKeys, letYearsPass } from './years.ts';

/** Sales that share a world: enough for them to meet at listings, sellers and workers, few enough to repeat a failure quickly. */
export const TRANSACTIONS_PER_WORLD = 20;

/** In one world of so many the provider lists what it has, and news of that are lost for good. */
const LISTING = 4;

/** Something that is made wrong on purpose. `install` answers how to take it back. */
export type Defect = {
  name: string;
  alter?: (ports: Ports) => Ports;
  ignoresKeys?: boolean;
  /** How many payments of 1 are charged back: what needs a rare one is found sooner in worlds full of them. */
  chargedBack?: number;
  /** How many payments of 1 somebody refunds at the provider. */
  byHand?: number;
  /** How many refunds of 1 the payer's bank sends back. */
  cameBack?: number;
  /** Its worlds are those in which the provider lists what it has. */
  lists?: boolean;
  /** Everybody writes what is new at once, whoever else runs. */
  hasty?: boolean;
  /** As a database keeps events, each time. */
  sealed?: boolean;
  install?: () => () => void;
};

export type WorldReport = {
  seed: number;
  sales: number;
  events: number;
  steps: number;
  digest: string;
  types: Map<string, number>;
  /** Cents that the platform has lost, by the fact that made each loss unavoidable. */
  losses: Map<string, number>;
  violation: Violation | undefined;
  /** The stream that the violation is about, a line an event. */
  story: string[];
  /** What repeats it beside its seed, as `npm run simulate` takes it. */
  rates: string;
};

const RATES = { chargedBack: 'charged-back', byHand: 'by-hand', cameBack: 'came-back' } as const;

const namedRates = (rates: Pick<Defect, keyof typeof RATES>): string =>
  (Object.keys(RATES) as (keyof typeof RATES)[])
    .filter((rate) => rates[rate] !== undefined)
    .map((rate) => ` --${RATES[rate]} ${rates[rate]}`)
    .join('');

/** One world from its first day to its last; everything that happens in it follows from the seed. */
export const simulateWorld = async (
  seed: number,
  transactions = TRANSACTIONS_PER_WORLD,
  { trace, defect }: { trace?: WorldOptions['trace']; defect?: Defect } = {},
): Promise<WorldReport> => {
  const { alter, ignoresKeys, chargedBack, byHand, cameBack, lists, hasty, sealed } = defect ?? {};
  const takeBack = defect?.install?.() ?? (() => undefined);
  const ofTransactions = rememberFolds(transactionAggregate);
  const others = [rememberFolds(listing), rememberFolds(account), rememberFolds(unpaidPurchases)];
  const world = openWorld({
    seed,
    evolve: ofTransactions.evolve,
    trace,
    alter,
    ignoresKeys,
    chargedBack,
    byHand,
    cameBack,
    lists: lists ?? seed % LISTING === LISTING - 1,
    hasty,
    sealed,
  });
  const acting = openPeople(world);
  try {
    world.begin();
    const town = openTown(world, acting);
    let settled = false;
    world.spawn(async () => {
      await town.settleIn(5, 8);
      settled = true;
    });
    await world.run(() => settled);
    world.storm();
    const from = world.scheduler.now();
    town.live(transactions);
    await world.run(() => world.scheduler.now() - from > town.season && acting.salesBegun() >= transactions);
    // a refund that comes back after a month, and again, ends some day; what is made wrong on purpose need not
    const isPlanted = alter !== undefined || ignoresKeys === true || defect?.install !== undefined;
    await comeToRest(world, acting, town, (isPlanted ? 120 : 400) * DAY);
    if (!world.violation()) await checkTheEnd(world);
    if (!world.violation()) checkKeys(world);
    if (!world.violation()) await letYearsPass(world);
  } finally {
    for (const folds of [...others, ofTransactions]) folds.takeBack();
    takeBack();
    world.close();
  }
  const id = /[0-9a-f]{32}/.exec(world.violation()?.what ?? '')?.[0] ?? '';
  const story = world.log.told
    .filter(({ stream }) => id !== '' && stream.endsWith(id))
    .map(({ type, recordedAt, data }) => `  ${new Date(recordedAt).toISOString()} ${type} ${JSON.stringify(data)}`);
  const types = new Map<string, number>();
  for (const { type } of world.log.told) types.set(type, (types.get(type) ?? 0) + 1);
  return {
    seed,
    types,
    losses: world.witness.losses,
    story,
    rates: namedRates(defect ?? {}),
    sales: acting.salesBegun(),
    events: world.log.all.length,
    steps: world.scheduler.steps(),
    digest: world.scheduler.digest(),
    violation: world.violation(),
  };
};

export type Report = {
  worlds: number;
  sales: number;
  events: number;
  steps: number;
  types: Map<string, number>;
  losses: Map<string, number>;
  failed?: WorldReport;
};

/** Worlds of consecutive seeds until so many sales have gone by, or a rule is broken. */
export const simulate = async (seed: number, transactions: number, defect?: Defect): Promise<Report> => {
  const report: Report = { worlds: 0, sales: 0, events: 0, steps: 0, types: new Map(), losses: new Map() };
  while (report.sales < transactions) {
    const world = await simulateWorld(seed + report.worlds, TRANSACTIONS_PER_WORLD, defect ? { defect } : {});
    report.worlds++;
    report.sales += world.sales;
    report.events += world.events;
    report.steps += world.steps;
    for (const [type, count] of world.types) report.types.set(type, (report.types.get(type) ?? 0) + count);
    for (const [why, cents] of world.losses) report.losses.set(why, (report.losses.get(why) ?? 0) + cents);
    if (world.violation) return { ...report, failed: world };
  }
  return report;
};

/** A failure with the command that repeats it. */
export const describeFailure = ({ seed, violation, digest, story, rates }: WorldReport): string =>
  [
    `${violation?.what}`,
    `in step ${violation?.step}, on ${new Date(violation?.at ?? 0).toISOString()} of the world ${seed} (digest ${digest})`,
    ...story,
    `Repeat it exactly: npm run simulate -- --seed ${seed} --sales 1${rates} --steps-trace`,
  ].join('\n');

export const explained = ({ failed }: Report): string => (failed ? describeFailure(failed) : 'nothing is broken');

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

/** Transactions per world: enough to share listings, sellers and workers, few enough to repeat a failure quickly. */
export const TRANSACTIONS_PER_WORLD = 20;

/** In every nth world the provider lists its objects, and webhooks about them are lost for good. */
const LISTING = 4;

/** A planted defect. `install` returns how to remove it. */
export type Defect = {
  name: string;
  alter?: (ports: Ports) => Ports;
  ignoresKeys?: boolean;
  /** The fraction of payments charged back: a defect that needs a rare one shows sooner. */
  chargedBack?: number;
  /** The fraction of payments refunded by hand at the provider. */
  byHand?: number;
  /** The fraction of refunds that the payer's bank returns. */
  cameBack?: number;
  /** Only worlds in which the provider lists its objects. */
  lists?: boolean;
  /** Every process writes the newest versions at once, whoever else runs. */
  hasty?: boolean;
  /** Always with encrypted events stored as text. */
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
  /** Cents lost by the platform, by the event that made each loss unavoidable. */
  losses: Map<string, number>;
  violation: Violation | undefined;
  /** The stream of the violation, one line per event. */
  story: string[];
  /** The options that repeat it, besides the seed, for `npm run simulate`. */
  rates: string;
};

const RATES = { chargedBack: 'charged-back', byHand: 'by-hand', cameBack: 'came-back' } as const;

const namedRates = (rates: Pick<Defect, keyof typeof RATES>): string =>
  (Object.keys(RATES) as (keyof typeof RATES)[])
    .filter((rate) => rates[rate] !== undefined)
    .map((rate) => ` --${RATES[rate]} ${rates[rate]}`)
    .join('');

/** One world from first day to last; everything in it follows from the seed. */
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
    // refunds that keep returning end eventually; with a planted defect the world may stop earlier
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

/** Worlds of consecutive seeds until this many transactions are done or a rule is broken. */
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

/** A failure with the command to repeat it. */
export const describeFailure = ({ seed, violation, digest, story, rates }: WorldReport): string =>
  [
    `${violation?.what}`,
    `in step ${violation?.step}, on ${new Date(violation?.at ?? 0).toISOString()} of the world ${seed} (digest ${digest})`,
    ...story,
    `Repeat it exactly: npm run simulate -- --seed ${seed} --sales 1${rates} --steps-trace`,
  ].join('\n');

export const explained = ({ failed }: Report): string => (failed ? describeFailure(failed) : 'nothing is broken');

import { parseArgs } from 'node:util';

const USAGE =
  'npm run simulate -- [--seed N] [--sales M] [--parallel P] [--all] [--charged-back R] [--by-hand R] [--came-back R] [--steps-trace] | --nearest';

const OPTIONS = {
  seed: { type: 'string' },
  sales: { type: 'string', default: '1000' },
  /** The number of programs that share the worlds. */
  parallel: { type: 'string', default: '1' },
  /** This program runs every nth world. */
  stride: { type: 'string', default: '1' },
  /** Continue after a failure. */
  all: { type: 'boolean', default: false },
  /** Fractions of payments charged back or refunded by hand, and of refunds that return. */
  'charged-back': { type: 'string' },
  'by-hand': { type: 'string' },
  'came-back': { type: 'string' },
  'steps-trace': { type: 'boolean', default: false },
  /** Only find again where each planted defect shows. */
  nearest: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const refuse = (words: string): never => {
  console.error(words);
  process.exit(2);
};

const parsed = () => {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return refuse((error as Error).message.split('. ')[0]!);
  }
};

/** The parsed options; prints the usage and exits if asked, or if they are invalid. */
export const readOptions = () => {
  const values = parsed();
  const [seed, transactions, parallel, stride] = [
    values.seed ?? Date.now() % 1_000_000_000,
    values.sales,
    values.parallel,
    values.stride,
  ].map(Number) as [number, number, number, number];
  const rates = Object.entries({
    chargedBack: values['charged-back'],
    byHand: values['by-hand'],
    cameBack: values['came-back'],
  }).flatMap(([rate, share]) => (share === undefined ? [] : [[rate, Number(share)] as const]));
  const understood =
    rates.every(([, share]) => share >= 0 && share <= 1) &&
    [seed, transactions, parallel, stride].every(Number.isSafeInteger) &&
    [transactions, parallel, stride].every((count) => count >= 1);
  if (values.help || !understood) return refuse(USAGE);
  return { ...values, seed, sales: transactions, parallel, stride, rates };
};

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Asked, counterfactual } from '#application/transactions/counterfactual.ts';
import {
  differsFromStored,
  FOLD_HEADER,
  type FoldDifference,
  type FoldHeader,
  type FoldRecord,
  foldedOtherwise,
  foldsOf,
} from '#application/transactions/folds.ts';
import { DAY } from '#domain/shared/instants.ts';
import { CHANGEABLE_TERMS, changeFault, type TermChanges } from '#domain/transactions/counterfactual/changedTerms.ts';
import { storedTransaction, transactionsBegun } from '#projections/transactions/begun.ts';
import type { Storage } from '../composition/storage.ts';
import { StartFailure } from '../system/startFailure.ts';
import { runOperation, type Work, write } from './commandLine.ts';
import { tableOf } from './counterfactual/table.ts';

const USAGE = `npm run counterfactual -- --set NAME=VALUE … --from DAY --to DAY [--until INSTANT] [--json]
    lives through the real sales of these days again under other terms, and shows what would have become of them.
    The days are included. INSTANT: how far the histories are known, by default now.
npm run counterfactual -- --check           compares what this release makes of every stored sale with what is stored
npm run counterfactual -- --record FILE     writes what this release makes of every stored sale, event by event
npm run counterfactual -- --against FILE    compares this release with such a file, and names the first event after
                                            which a state differs. Both exit with 1 if one does.
Terms: ${CHANGEABLE_TERMS.map(({ name, like }) => `${name}=${like}`).join('\n       ')}`;

const LISTED = 20;
const LISTED_AS_JSON = 100_000;
const EVERYTHING = { from: 0, to: Number.MAX_SAFE_INTEGER };

const sourcesOf = ({ db, journal }: Storage) => ({
  sales: (range = EVERYTHING) => transactionsBegun(db, range),
  readClear: (stream: string) => journal.readClear(stream, 0),
});

const dayOf = (text: string): number | undefined => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at;
};

/** @throws StartFailure which says what can be set */
const changesIn = (settings: readonly string[]): TermChanges => {
  const changes = Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      return at < 0 ? [setting, ''] : [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
  const fault = changeFault(changes);
  if (fault?.fault === 'value') throw new StartFailure(`${fault.name} must be ${fault.like}`);
  if (fault)
    throw new StartFailure(
      `no term is called ${JSON.stringify(fault.name)}; these can be set: ${CHANGEABLE_TERMS.map(({ name }) => name).join(', ')}`,
    );
  return changes;
};

type Options = { set?: string[]; from?: string; to?: string; until?: string; json?: boolean };

/** @throws StartFailure */
const askedIn = ({ set = [], from = '', to = '', until }: Options): Asked => {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first === undefined || last === undefined || last < first)
    throw new StartFailure('--from and --to must be days such as 2026-01-01, the first not after the last');
  const known = until === undefined ? Date.now() : Date.parse(until);
  if (Number.isNaN(known)) throw new StartFailure('--until must be an instant such as 2026-07-01T00:00:00Z');
  return { changes: changesIn(set), from: first, to: last + DAY, until: known };
};

const live = (options: Options): Work => {
  const asked = askedIn(options);
  return async (storage) => {
    const listed = options.json ? LISTED_AS_JSON : LISTED;
    const result = await counterfactual(asked, sourcesOf(storage), {
      most: Number.POSITIVE_INFINITY,
      listed,
      goesOn: () => true,
    });
    write(options.json ? JSON.stringify({ asked, result }) : tableOf(asked, result));
  };
};

const said = ({ transaction, revision, event, fields }: FoldDifference): string =>
  `${transaction}: the state after revision ${revision} (${event ?? 'no such event'}) differs${fields.length > 0 ? ` in ${fields.join(', ')}` : ''}`;

const ended = (sales: number, differing: number): number => {
  write(`${sales} sales, ${differing} differ.`);
  return differing === 0 ? 0 : 1;
};

const check: Work = async (storage) => {
  const sources = sourcesOf(storage);
  let [sales, differing] = [0, 0];
  for await (const id of sources.sales()) {
    const stored = await storedTransaction(storage.db, id);
    const difference = stored && (await differsFromStored(id, stored, sources));
    sales++;
    if (!difference) continue;
    differing++;
    write(said(difference));
  }
  return ended(sales, differing);
};

const record =
  (file: string): Work =>
  async (storage) => {
    const out = createWriteStream(file, { flags: 'wx' });
    await once(out, 'open');
    const line = async (content: object) => {
      if (!out.write(`${JSON.stringify(content)}\n`)) await once(out, 'drain');
    };
    await line(FOLD_HEADER);
    let sales = 0;
    for await (const folded of foldsOf(sourcesOf(storage))) {
      sales++;
      await line(folded);
    }
    out.end();
    await once(out, 'close');
    write(`${sales} sales were written to ${file}.`);
  };

/** @throws StartFailure for a file of another form */
async function* linesOf(file: string): AsyncGenerator<unknown> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines)
    try {
      yield JSON.parse(line);
    } catch {
      throw new StartFailure(`${file} is not what --record writes`);
    }
}

const against =
  (file: string): Work =>
  async (storage) => {
    const lines = linesOf(file);
    const header = (await lines.next()).value as FoldHeader | undefined;
    if (header?.form !== FOLD_HEADER.form) throw new StartFailure(`${file} is not what --record writes`);
    let [sales, differing] = [0, 0];
    for await (const { difference } of foldedOtherwise(
      header,
      lines as AsyncIterable<FoldRecord>,
      sourcesOf(storage),
    )) {
      sales++;
      if (!difference) continue;
      differing++;
      write(said(difference));
    }
    return ended(sales, differing);
  };

const OPTIONS = {
  set: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  until: { type: 'string' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  record: { type: 'string' },
  against: { type: 'string' },
} as const;

const read = (words: readonly string[]) => {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, strict: true }).values;
  } catch {
    return undefined; // an unknown option: the usage says which there are
  }
};

/** Reports a wrong value in one line, before the work begins. */
const inTime =
  (work: () => Work): Work =>
  async (...given) =>
    work()(...given);

runOperation(USAGE, (words) => {
  const options = read(words);
  if (!options || words.length === 0) return undefined;
  if (options.check) return check;
  if (options.record !== undefined) return record(options.record);
  if (options.against !== undefined) return against(options.against);
  return options.from === undefined || options.to === undefined ? undefined : inTime(() => live(options));
});

import { DAY } from '#domain/shared/instants.ts';
import { isTerminal } from '#domain/transactions/sale.ts';
import type { World } from './world.ts';

const YEARS = 8;

/** Whose key is gone is deleted, and nobody else; a sale's stays for years. */
export const checkKeys = ({ witness, codec, fail }: World): void => {
  for (const [id, { status }] of witness.accounts)
    if (codec.isErased(`account-${id}`) !== (status === 'deleted'))
      fail(`account ${id} is ${status}, and its key is ${status === 'deleted' ? 'still there' : 'gone'}`);
  for (const id of witness.sales.keys())
    if (codec.isErased(`transaction-${id}`)) fail(`sale ${id}: its personal data is forgotten too early`);
};

/** Eight years on: what is personal in a sale is forgotten, its history is what was written, and it folds to what it was. */
export const letYearsPass = async (world: World): Promise<void> => {
  const { scheduler, witness, codec, log, fail, broker } = world;
  scheduler.leap(YEARS * 365 * DAY);
  const until = scheduler.now() + 3 * DAY;
  await world.run(() => scheduler.now() >= until && scheduler.idle() && broker.unfinished().length === 0);
  if (world.violation()) return;

  const broken = log.all.find((event) => !codec.isWritten(event));
  if (broken) fail(`${broken.stream} does not verify any more`);
  for (const [id, { sale, history }] of witness.sales) {
    if (isTerminal(sale) && !codec.isErased(`transaction-${id}`)) fail(`sale ${id}: its personal data is still there`);
    const read = codec.told(log.streamOf(`transaction-${id}`));
    if (read.length !== history.length) fail(`sale ${id} has lost facts`);
  }
};

import { DAY } from '#domain/shared/instants.ts';
import { isTerminal } from '#domain/transactions/state.ts';
import type { World } from './world.ts';

const YEARS = 8;
/** A warned account has a month, and the following night. */
const WARNED_DAYS = 33;

const checkAccountKeys = ({ witness, codec, fail }: World): void => {
  for (const [id, { status }] of witness.accounts)
    if (codec.isErased(`account-${id}`) !== (status === 'deleted'))
      fail(`account ${id} is ${status}, and its key is ${status === 'deleted' ? 'still there' : 'gone'}`);
};

/** Exactly the deleted accounts have lost their keys; a transaction's key stays for years. */
export const checkKeys = (world: World): void => {
  const { witness, codec, fail } = world;
  checkAccountKeys(world);
  for (const id of witness.sales.keys())
    if (codec.isErased(`transaction-${id}`)) fail(`sale ${id}: its personal data is forgotten too early`);
};

/** After eight years a transaction's personal data is erased, but its stored history and its state are unchanged. */
export const letYearsPass = async (world: World): Promise<void> => {
  const { scheduler, witness, codec, tables, log, fail, broker } = world;
  const daysPass = async (days: number): Promise<void> => {
    const until = scheduler.now() + days * DAY;
    await world.run(() => scheduler.now() >= until && scheduler.idle() && broker.unfinished().length === 0);
  };
  const away = world.inUse();
  scheduler.leap(YEARS * 365 * DAY);
  await daysPass(3);
  const returning = away.filter((_, place) => place % 2 === 0);
  for (const account of returning) world.seen(account);
  await daysPass(WARNED_DAYS);
  if (world.violation()) return;
  const warned = [...tables.emails.keys()].filter((id) => id.startsWith('inactivityWarning-'));
  for (const account of away) {
    if (!warned.some((id) => id.includes(account))) fail(`account ${account} was not told that it will be deleted`);
    const { status } = witness.accounts.get(account)!;
    const isBack = returning.includes(account);
    if ((status === 'deleted') === isBack)
      fail(`account ${account}, of somebody who ${isBack ? 'came back' : 'stayed away'}, is ${status}`);
  }
  checkAccountKeys(world);

  const broken = log.all.find((event) => !codec.isWritten(event));
  if (broken) fail(`${broken.stream} does not verify any more`);
  for (const [id, { sale: transaction, history }] of witness.sales) {
    if (isTerminal(transaction) && !codec.isErased(`transaction-${id}`))
      fail(`sale ${id}: its personal data is still there`);
    const read = codec.told(log.streamOf(`transaction-${id}`));
    if (read.length !== history.length) fail(`sale ${id} has lost facts`);
  }
};

import type { AccountCommand } from '#domain/accounts/commands.ts';
import { warhammer40k } from '#domain/catalogue/franchises/warhammer40k.ts';
import { type Actor, type Role, SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { isTerminal } from '#domain/transactions/state.ts';
import type { Acting } from './people.ts';
import { WORLD } from './scheduler.ts';
import { DELAYER, DISPUTER } from './tempers.ts';
import type { World } from './world.ts';

type Details<Command> = Command extends unknown ? Omit<Command, 'at' | 'by'> : never;

/** The people of a world with their accounts and listings, and their actions besides transactions. */
export const openTown = (world: World, acting: Acting) => {
  const { random, scheduler, witness, fail } = world;
  const { people, request } = acting;
  let named = 0;

  const account = async (by: Actor, command: Details<AccountCommand>, of = by.id): Promise<void> => {
    await request(by, ({ accounts }, given) => accounts.send(of, command, given));
  };

  const register = async (role: Role): Promise<Actor> => {
    const username = `person${++named}`;
    const email = `${username}@example.com`;
    const nobody: Actor = { id: 'anonymous', role: 'member' };
    const country = random.pick(['Netherlands', 'Germany', 'France']);
    const password = 'Correct-horse-1';
    const answer = await request(nobody, ({ accounts }, given) =>
      accounts.register({ username, email, password, country }, given),
    );
    if (answer.kind !== 'answered' || !answer.value.ok) throw new Error('somebody could not register');
    const person: Actor = { id: answer.value.value.accountId, role };
    await account(person, { type: 'VerifyEmail' });
    if (role !== 'member') await account(SYSTEM, { type: 'GrantRole', role }, person.id);
    return person;
  };

  /** `good`: the provider will accept it. */
  const giveBank = (seller: Actor, good: boolean): Promise<void> => {
    const iban = `${good || random.chance(0.85) ? 'NL' : 'XX'}${random.below(1_000_000)}`;
    return account(seller, { type: 'ProvideBankDetails', bank: { accountHolder: 'A Seller', iban, bankName: 'Bank' } });
  };

  const publish = async (seller: Actor): Promise<void> => {
    const price = random.pick([1, 999, 2_500, 9_999, 10_000, 10_001, 60_000, 250_000]);
    const words = { title: 'A dragon', description: 'Painted', condition: 'New', paintQuality: 'Tabletop' };
    const { id: franchise, factions } = warhammer40k;
    const offer = { ...words, franchise, mainFaction: Object.keys(factions)[0]!, subfaction: '', price };
    await request(seller, ({ listings }, given) =>
      listings.publish({ offer, disclaimerAccepted: true, photos: [Buffer.from('photo')] }, given),
    );
  };

  const haveFun = async (): Promise<void> => {
    const seller = random.pick(people.sellers);
    const anybody = random.pick([...people.sellers, ...people.buyers]);
    const staff = random.pick(people.staff);
    switch (
      random.weighted({
        bank: 2,
        badBank: 1,
        suspend: 0.3,
        reinstate: 3,
        leave: 0.15,
        stay: 0.5,
        archive: 0.3,
        murmur: 0.7,
      })
    ) {
      case 'bank':
        return giveBank(seller, true);
      case 'badBank':
        return giveBank(seller, false);
      case 'suspend':
        return account(staff, { type: 'SuspendAccount', reason: 'words' }, anybody.id);
      case 'reinstate':
        return account(staff, { type: 'ReinstateAccount', reason: 'words' }, anybody.id);
      case 'leave':
        return account(anybody, { type: 'RequestDeletion' });
      case 'stay':
        return account(anybody, { type: 'CancelDeletion' });
      case 'archive': {
        const [id, { sellerId }] = random.pick([...witness.listings]);
        await request({ id: sellerId, role: 'member' }, ({ listings }, given) => listings.archive(id, given));
        return;
      }
      case 'murmur':
        if (witness.sales.size > 0) world.provider.murmur(random.pick([...witness.sales.keys()]));
    }
  };

  const workOnCases = async (staff: Actor): Promise<void> => {
    const open = [...witness.sales].filter(([, { sale: transaction }]) => !isTerminal(transaction));
    if (open.length > 0) await acting.act(random.pick(open)[0], staff);
  };

  const every = (length: number, label: string, work: () => Promise<void>): void =>
    scheduler.at(scheduler.now() + random.below(2 * length), WORLD, label, () => {
      if (people.resting) return;
      world.spawn(work);
      every(length, label, work);
    });

  return {
    register,
    giveBank,
    account,
    settleIn: async (sellers: number, buyers: number): Promise<void> => {
      for (let n = 0; n < sellers; n++) {
        const seller = await register('member');
        people.sellers.push(seller);
        await account(seller, { type: 'AcceptSellerTerms' });
        if (random.chance(0.7)) await giveBank(seller, true);
        await publish(seller);
      }
      for (let n = 0; n < buyers; n++) people.buyers.push(await register('member'));
      people.tempers.set(people.buyers[0]!.id, DELAYER).set(people.buyers[1]!.id, DISPUTER);
      people.lapsers.push(await register('member'));
      for (let n = 0; n < 3; n++) people.staff.push(await register('staff'));
      if (witness.listings.size < sellers) fail('the sellers could not publish');
    },
    /** Until this many transactions have begun, people buy, often the same listing at once. */
    live: (transactions: number): void => {
      const shop = (): void =>
        scheduler.at(scheduler.now() + random.below(8 * HOUR), WORLD, 'somebody shops', () => {
          if (people.resting || acting.salesBegun() >= transactions) return;
          const active = [...witness.listings.values()].filter(
            ({ status, reservation }) => status === 'active' && !reservation,
          );
          if (active.length < 3) world.spawn(() => publish(random.pick(people.sellers)));
          for (let count = random.pick([1, 1, 2, 3]); count > 0; count--)
            world.spawn(() => acting.buy(random.pick([...people.buyers, ...people.sellers])));
          if (random.chance(0.02))
            for (let count = 5; count > 0; count--) world.spawn(() => acting.buy(random.pick(people.lapsers)));
          shop();
        });
      shop();
      every(12 * HOUR, 'somebody does something', haveFun);
      every(10 * HOUR, 'staff look at cases', () => workOnCases(random.pick(people.staff)));
    },
    /** Long enough for most transactions to reach late states. */
    season: 50 * DAY,
  };
};

export type Town = ReturnType<typeof openTown>;

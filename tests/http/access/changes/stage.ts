import { type Client, succeeded } from '#infrastructure/demo/client.ts';
import { ADDRESS, type Member, type TestMarketplace } from '#tests/support/marketplace.ts';
import { PEOPLE, type Person, ROLES_OF } from '../../planted.ts';
import { sales } from '../../sale.ts';
import { talks } from '../../talks.ts';
import { iban, SIGNED_IN, word } from './change.ts';

type Somebody = Exclude<Person, 'visitor'>;

/** Everybody, with something to hide, and the steps that set a scene. */
export const openStage = async (market: TestMarketplace) => {
  const there = () => market;
  const helper = (name: string): Promise<Member> => market.member(`who${name}`);
  const [buyer, seller, stranger, staff, auditor, admin, insider, clerk, chief, ...others] = (await Promise.all([
    helper('buyer'),
    market.seller('whoseller'),
    market.seller('whostranger'),
    ...['staff', 'auditor', 'admin', 'insider', 'clerk', 'chief'].map(helper),
    ...PEOPLE.map((person) => helper(`twin${person}`)),
  ])) as [Member, Member, Member, Member, Member, Member, Member, Member, Member, ...Member[]];
  const people: Record<Somebody, Member> = { buyer, seller, stranger, staff, auditor, admin, insider };
  const twins = Object.fromEntries(PEOPLE.map((person, place) => [person, others[place]!])) as Record<Person, Member>;
  const { sessions } = market.marketplace.services;

  const holders: [Member, Person][] = [
    ...SIGNED_IN.flatMap((person): [Member, Person][] => [
      [people[person], person],
      [twins[person], person],
    ]),
    [clerk, 'staff'],
    [chief, 'admin'],
    [twins.visitor, 'visitor'],
  ];
  /** All have just signed in, with a second factor. */
  const enter = () =>
    Promise.all(
      holders.map(async ([member, person]) =>
        member.signInWith(await sessions.open(member.id, ROLES_OF[person], { bySecondFactor: true })),
      ),
    );
  for (const [member, person] of holders) for (const role of ROLES_OF[person]) await market.grant(member, role);
  await enter();

  for (const member of [buyer, seller, stranger, insider]) {
    succeeded(await member.put('users/profile', { fullName: word() }), 'a name');
    // Without the seller’s address, an automatically approved return has none until the seller gives it.
    if (member !== seller)
      succeeded(await member.put('user/shipping', { ...ADDRESS, streetAddress1: word() }), 'an address');
  }
  const bank = { accountHolder: word(), bankName: word(), iban: iban() };
  succeeded(await seller.put('seller/bank-details', bank), 'a bank account');

  const visitor: Client = market.client();
  return {
    market,
    people,
    twins,
    clerk,
    chief,
    helper,
    enter,
    client: (person: Person, own = false): Client => {
      if (person === 'visitor') return visitor;
      return own ? twins[person] : people[person];
    },
    viewer: (person: Person, own = false) => {
      const id = own ? twins[person].id : (people[person as Somebody]?.id ?? '');
      return { id: person === 'visitor' ? '' : id, roles: ROLES_OF[person] };
    },
    ...sales(there),
    ...talks(there),
  };
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

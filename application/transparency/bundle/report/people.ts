import type { StoredEvent } from '../../../ports/eventStore.ts';
import type { BundleIndex } from '../bundleFormat.ts';

type Actor = StoredEvent['metadata']['actor'];

/** The people of a report: parties by username if the reader may know it, staff by a number that is valid in this report only. */
export const peopleIn = (events: readonly StoredEvent[], { names }: Pick<BundleIndex, 'names'>) => {
  const { buyerId, sellerId } = events.find(({ type }) => type === 'TransactionCreated')?.data ?? {};
  const numbers = new Map<string, number>();
  const called = (role: string, name: string | null | undefined) => (name ? `the ${role} ${name}` : `the ${role}`);
  const buyer = called('buyer', names?.buyer);
  const seller = called('seller', names?.seller);
  const nameOf = ({ id, role }: Actor): string => {
    if (id === buyerId) return buyer;
    if (id === sellerId) return seller;
    if (role === 'member') return 'another member';
    if (role === 'system') return 'the marketplace, automatically';
    if (role === 'provider') return 'the payment provider';
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return `${role} ${numbers.get(id)}`;
  };
  const roles = new Map(events.map(({ metadata: { actor } }) => [actor.id, actor.role]));
  const staff = (id: string): string => nameOf({ id, role: roles.get(id) ?? 'staff' });
  return { buyer, seller, nameOf, staff };
};
export type People = ReturnType<typeof peopleIn>;

export const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

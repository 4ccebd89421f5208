import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import type { MemoryMarket } from './memoryMarket.ts';

export const OFFER = {
  title: 'Dragon',
  franchise: 'Dungeons & Dragons',
  mainFaction: 'Dragons',
  subfaction: '',
  price: 5_000,
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  description: 'Red',
};

export const ADDRESS = {
  fullName: 'Ada',
  streetAddress1: 'Lange Straat 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};

/** The result; a rejection fails the test with its code. */
export const granted = <Value>(result: { ok: true; value: Value } | { ok: false; error: { code: string } }): Value => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** A member with a verified address. */
export const joined = async (market: MemoryMarket, username: string): Promise<Actor> => {
  const person = { username, email: `${username}@example.com`, password: 'Correct-horse1!', country: 'Netherlands' };
  const { accountId: id } = granted(await market.accounts.register(person, market.context(SYSTEM)));
  const actor = { id, role: 'member' } as const;
  granted(await market.accounts.send(id, { type: 'VerifyEmail' }, market.context(actor)));
  return actor;
};

/** A published listing whose photos contain these words. */
export const published = async (market: MemoryMarket, seller: Actor, photos = ['photo']): Promise<string> => {
  const request = { offer: OFFER, disclaimerAccepted: true, photos: photos.map((photo) => Buffer.from(photo)) };
  return granted(await market.listings.publish(request, market.context(seller))).id;
};

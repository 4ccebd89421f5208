import type { AccountEvent } from '#domain/accounts/events.ts';
import type { ListingEvent } from '#domain/listings/events.ts';

type Data<Event extends { type: string; data: unknown }, Type extends Event['type']> = Extract<
  Event,
  { type: Type }
>['data'];

export const NOW = Date.UTC(2026, 5, 1, 12);
export const SELLER = 'a'.repeat(32);
export const BUYER = 'b'.repeat(32);

export const image = { original: 'one.webp', thumbnail: 'one-small.webp', s3Key: 'k1', width: 800, height: 600 };

export const published = (data: Partial<Data<ListingEvent, 'ListingPublished'>> = {}) =>
  ({
    type: 'ListingPublished',
    data: {
      at: NOW,
      title: 'Knight of the Azure Keep',
      franchise: 'warhammer-40k',
      mainFaction: 'Space Marines',
      subfaction: 'Ultramarines',
      condition: 'Painted',
      paintQuality: 'High Tabletop',
      price: 2_500,
      description: 'Carefully painted, from a smoke-free home.',
      sellerId: SELLER,
      country: 'Netherlands',
      disclaimerAccepted: true,
      images: [image],
      ...data,
    },
  }) satisfies ListingEvent;

export const registered = (data: Partial<Data<AccountEvent, 'AccountRegistered'>> = {}) =>
  ({
    type: 'AccountRegistered',
    data: {
      at: NOW,
      username: 'collector',
      email: 'collector@example.com',
      country: 'Netherlands',
      termsAcceptedAt: NOW,
      ...data,
    },
  }) satisfies AccountEvent;

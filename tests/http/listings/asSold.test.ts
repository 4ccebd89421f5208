import { expect, test } from 'vitest';
import { soldListing } from '#domain/listings/asSold.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { asSoldFor } from '#infrastructure/http/endpoints/listings/asSold.ts';

const IMAGE = { s3Key: 'first', original: 'a.webp', thumbnail: 'b.webp', width: 8, height: 6 };
const EVENTS: ListingEvent[] = [
  {
    type: 'ListingPublished',
    data: {
      at: 1,
      title: 'Knight',
      franchise: 'warhammer40k',
      mainFaction: 'Imperial Knights',
      subfaction: '',
      condition: 'Painted',
      paintQuality: 'High Tabletop',
      price: 18_990,
      description: 'No repairs',
      sellerId: 's',
      country: 'Norway',
      disclaimerAccepted: true,
      images: [IMAGE],
      takenAt: ['2026-05-01T10:20:30'],
    },
  },
  { type: 'ListingReserved', data: { at: 2, transactionId: 't', buyerId: 'b', until: 3 } },
];
const history = EVENTS.map((event, revision) => ({
  ...event,
  id: String(revision),
  version: 1,
  stream: 'listing-l',
  revision,
  position: String(revision),
  recordedAt: 0,
  metadata: {
    actor: { id: 's', role: 'member' },
    correlationId: '',
    causationId: '',
    commandId: '',
    hash: '',
    prevHash: null,
  },
}));

test.each([
  ['shows the camera’s time of a listing photo to a reader of the case photos', 'clear', '2026-05-01T10:20:30'],
  ['leaves the camera’s time out for a reader who needs a reason', 'openable', undefined],
] as const)('%s', (_, evidence, takenAt) => {
  const sights = { address: 'clear', returnAddress: 'clear', words: 'clear', messages: 'clear', evidence } as const;
  const listing = { _id: 'l', title: 'Knight', images: [] };
  expect(asSoldFor(soldListing(history, 't'), { listing, sights })?.images[0]?.takenAt).toBe(takenAt);
});

import { afterAll, beforeAll, describe } from 'vitest';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { eventStoreContract } from './eventStoreContract.ts';

const scope = { idsAreLookedForIn: 'their stream' } as const;

describe('over the real protocol', () => {
  let peer: EventStoreDbPeer;
  beforeAll(async () => {
    peer = await startEventStoreDbPeer();
  });
  afterAll(() => peer.down());
  eventStoreContract(
    'EventStoreDB',
    () => openEventStoreDb({ url: peer.url, attemptMs: PATIENCE, patienceMs: PATIENCE }),
    scope,
  );
});

const server = process.env.EVENTSTORE_URL;
describe.skipIf(!server)('at EVENTSTORE_URL', () => {
  eventStoreContract('EventStoreDB', () => openEventStoreDb({ url: server! }), scope);
});

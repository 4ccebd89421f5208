import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { eventStoreContract } from './eventStoreContract.ts';

eventStoreContract('memory, read once for all subscriptions,', () => shareReading(openMemoryEventStore()));

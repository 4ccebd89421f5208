import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { eventStoreContract } from './eventStoreContract.ts';

eventStoreContract('memory', openMemoryEventStore);

import { AccessDeniedError } from '@eventstore/db-client';
import { EventStoreRefused, EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { readConnection } from '../eventStores/eventStoreDb/connectionString.ts';
import { certificateFault, isUnknownName } from '../eventStores/eventStoreDb/failures.ts';
import { StartFailure } from '../system/startFailure.ts';

/** Turns a known EventStoreDB failure into a StartFailure; other errors stay. */
export const startFailureOf = (error: unknown, url: string): unknown => {
  const hosts = readConnection(url)?.hosts;
  const certificate = certificateFault(error);
  if (certificate !== undefined)
    return new StartFailure(
      `the certificate of the event store at ${hosts} (EVENTSTORE_URL) is not trusted: ${certificate}; name its authority with tlsCAFile`,
    );
  if (error instanceof EventStoreUnavailable)
    return new StartFailure(`the event store at ${hosts} (EVENTSTORE_URL) cannot be reached`);
  const { cause } = error instanceof EventStoreRefused ? error : {};
  if (cause instanceof AccessDeniedError)
    return new StartFailure(
      isUnknownName(cause)
        ? `the event store at ${hosts} (EVENTSTORE_URL) refuses this name and password`
        : `the event store at ${hosts} (EVENTSTORE_URL) does not let this name read all events ($all)`,
    );
  return error;
};

import { type BackendFactory, PostgresConnection, type PostgresConnectionOptions, PostgresQueueBackend } from 'bullmq';
import { serializeByKey } from '#application/streams/keyedQueue.ts';

type Listener = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/** One for all queues and workers of a process: it is closed when none of them needs it any more, not with the first of them. */
class SharedConnection extends PostgresConnection {
  private readonly inLine = serializeByKey();
  private listener: Listener | undefined;

  override async getListenClient(): Promise<Listener> {
    const client = await super.getListenClient();
    if (client !== this.listener) {
      this.listener = client;
      const ask = client.query.bind(client);
      // Every worker asks on it, at the same moment when they begin, and a connection answers one statement at a time.
      client.query = (text, params) => this.inLine('statement', () => ask(text, params));
    }
    return client;
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    return super.close();
  }
}

/**
 * BullMQ's backend, with which each queue and each worker would check the schema for itself, and each worker listen on a connection of
 * its own, which PostgreSQL wakes at whatever is told in its database.
 */
export const shareConnection = () => {
  let shared: SharedConnection | undefined;

  const open = (pool: PostgresConnectionOptions): SharedConnection => {
    const connection = new SharedConnection(pool);
    connection.setMaxListeners(0);
    // What could not be reached at first never works: whoever comes next opens another.
    connection.waitUntilReady().catch(() => {
      if (shared === connection) shared = undefined;
    });
    return connection;
  };

  const backend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
    name,
    { connection, ...options },
  ) => {
    shared ??= open(connection);
    return new PostgresQueueBackend(shared, name, { connection, ...options });
  };

  return { backend, end: async () => shared?.end() };
};

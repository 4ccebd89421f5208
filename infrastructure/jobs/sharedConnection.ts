import { type BackendFactory, PostgresConnection, type PostgresConnectionOptions, PostgresQueueBackend } from 'bullmq';
import { serializeByKey } from '#application/streams/keyedQueue.ts';

type Listener = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/** One connection for all queues and workers of a process. It closes with the last of them, not the first. */
class SharedConnection extends PostgresConnection {
  private readonly serialize = serializeByKey();
  private listener: Listener | undefined;

  override async getListenClient(): Promise<Listener> {
    const client = await super.getListenClient();
    if (client !== this.listener) {
      this.listener = client;
      const ask = client.query.bind(client);
      // Serialize statements: all workers start at once, and a connection runs one statement at a time.
      client.query = (text, params) => this.serialize('statement', () => ask(text, params));
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
 * A BullMQ backend with one shared connection. Otherwise each queue checks the schema again, and PostgreSQL wakes
 * each worker's own connection for every notification.
 */
export const shareConnection = () => {
  let shared: SharedConnection | undefined;

  const open = (pool: PostgresConnectionOptions): SharedConnection => {
    const connection = new SharedConnection(pool);
    connection.setMaxListeners(0);
    // A failed connection never recovers, so the next caller opens a new one.
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

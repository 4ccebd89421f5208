/** Tuned for one small machine shared with the application. Durable: an acknowledged commit survives a power cut. */
export const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '120',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Backups of a running server need the WAL; there is no replication.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
};

export const asArguments = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');

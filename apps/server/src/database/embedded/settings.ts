/**
 * Passed at every start, so that a newer Aviary's settings reach an older database. Values pass through a shell: no
 * blanks, no quotes. Sized for two cores and little memory; larger machines run their own server and set
 * DATABASE_URL.
 */
export const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',

  // Keeps committed data through a kill and a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  max_connections: '60',
  shared_buffers: '96MB',
  effective_cache_size: '384MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server would log failed statements with personal data in them; the application logs their errors
  // instead.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

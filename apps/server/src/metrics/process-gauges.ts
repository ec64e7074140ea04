import { Counter, Gauge, type Registry } from 'prom-client'
import type { PoolState } from '../database/open.ts'
import { MAIL_SERVER_LOCATIONS, type MailServerLocation } from '../mail/public.ts'

type ProcessParts = {
  openPages: () => number
  isListening: () => boolean
  pool: () => PoolState
  mailServer: MailServerLocation
}

/** Gauges of this process at the time of the scrape. */
export function addProcessGauges(registry: Registry, parts: ProcessParts): void {
  const { openPages, isListening, pool, mailServer } = parts
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('aviary_open_pages', 'Pages that listen for changes (server-sent events)', openPages)
  gauge('aviary_push_connected', '1 while this process hears of the changes that others make (LISTEN)', () =>
    isListening() ? 1 : 0,
  )
  gauge('aviary_database_connections_max', 'Connections that the pool may open', () => pool().max)
  gauge(
    'aviary_database_waiting_requests',
    'Queries and transactions that wait for a connection of the pool',
    () => pool().waiting,
  )
  const location = new Gauge({
    name: 'aviary_mail_server_info',
    help: '1 for the place of the mail server: none (mails stay in the outbox), this machine or another one',
    labelNames: ['location'] as const,
    registers: [registry],
  })
  for (const place of MAIL_SERVER_LOCATIONS) location.set({ location: place }, place === mailServer ? 1 : 0)
  new Gauge({
    name: 'aviary_database_connections',
    help: 'Open connections of the pool, by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { inUse, idle } = pool()
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Counter({
    name: 'aviary_database_queries_total',
    help: 'How often a database connection was taken: once a query, once a transaction',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(pool().acquired)
    },
  })
}

import type { FastifyBaseLogger } from 'fastify'
import { type Config, InvalidConfig } from './config.ts'
import { explainDatabaseError } from './database/faults.ts'
import { openLog } from './http/log.ts'
import { CannotStart, Misconfigured } from './process/cannot-start.ts'

/** EX_CONFIG of sysexits.h: a restart cannot help until someone fixes the cause. */
const CONFIGURATION = 78
const ANY_OTHER = 1

type Given = { config: Config | undefined; log: FastifyBaseLogger | undefined }

/** Reports why the process ends, as a log line and as a text for people; returns the exit code. */
export function reportStartFailure(error: unknown, { config, log = openLog('fatal') }: Given): number {
  const known = error instanceof InvalidConfig ? error : explainStart(error, config)
  if (known instanceof InvalidConfig || known instanceof CannotStart) {
    log.fatal({ reason: known.message }, 'Aviary could not start')
    write(known.message)
    return known instanceof CannotStart && !(known instanceof Misconfigured) ? ANY_OTHER : CONFIGURATION
  }
  log.fatal({ err: error }, 'Aviary could not start')
  // The log has the stack. The message of a failed query is not printed, because it contains values.
  const isQuery = known instanceof Error && 'query' in known
  write(
    isQuery ? 'a query failed, the log says which' : known instanceof Error ? known.message : String(known),
  )
  return ANY_OTHER
}

const write = (reason: string) => process.stderr.write(`Aviary could not start: ${reason}\n`)

function explainStart(error: unknown, config: Config | undefined): unknown {
  if (!config || !(error instanceof Error)) return error
  const fault = explainListening(error, config)
  if (fault) return new CannotStart(fault, { cause: error })
  return config.databaseUrl ? explainDatabaseError(error, config.databaseUrl) : error
}

function explainListening(error: NodeJS.ErrnoException, { host, port }: Config): string | undefined {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another one.`
    case 'EACCES':
      return `This user may not listen on port ${port}: set PORT to 1024 or more, or give the right to (CAP_NET_BIND_SERVICE).`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: set HOST to one that is, or to 0.0.0.0.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} has no address: set HOST to an address of this machine, or to 0.0.0.0.`
    default:
      return undefined
  }
}

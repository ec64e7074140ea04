import { InvalidArgumentError } from 'commander'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { checkDatabase } from '../database/check.ts'
import { explainDatabaseError } from '../database/faults.ts'
import { holdLock } from '../database/hold-lock.ts'
import { emailOf } from '../demo/demo-calls.ts'
import { isDemo } from '../demo/mark.ts'
import { checkServer, requireServer } from '../demo/play/check-server.ts'
import { openDoors } from '../demo/play/doors.ts'
import { readDeployments, readHistories } from '../demo/play/histories.ts'
import { type PlaySettings, play } from '../demo/play/play.ts'
import { getHighestNumber, listCompanyIds } from '../demo/play/queries.ts'
import { signInToDemo } from '../demo/play/sign-in.ts'
import { issueTokenOfCommand, revokeTokenOfCommand } from '../features/administration/public.ts'
import { findWebhookSecret } from '../ingest/public.ts'
import { locateMailServer } from '../mail/public.ts'
import { localUrlOf, publicUrlOf } from '../public-url.ts'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from './database-options.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabaseAsItIs, withDatabaseUrl } from './with-database.ts'

export type PlayOptions = DatabaseOptions & { speed: number; incidents?: number; url?: string }

const FASTEST = 1_000_000
/** Number of companies that demo seeding generates. */
const MOST_COMPANIES = 2_500
const TOKEN_NAME = 'demo play'

export function parseSpeed(text: string): number {
  const speed = Number(text)
  if (speed >= 1 && speed <= FASTEST) return speed
  throw new InvalidArgumentError(`Use a number from 1 (as it was) to ${FASTEST}.`)
}

export function parseIncidents(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number, 1 or more.')
}

/** Without a trailing slash. */
export function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin
  throw new InvalidArgumentError('Use scheme, host and port only, such as http://localhost:8080.')
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * `aviary demo play`. Errors say what to fix. The command's service token is revoked at the end, even after
 * an error or a signal.
 */
export async function runDemoPlay(options: PlayOptions): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  // Handles the signals until the end, because Ctrl+C arrives twice: from the terminal and from
  // bin/aviary.mjs.
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  // Stops when the program that reads the output has ended.
  process.stdout.on('error', stop)
  try {
    await playUntilStopped(options, stopping.signal)
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}

async function playUntilStopped(options: PlayOptions, signal: AbortSignal): Promise<void> {
  const config = configOf(options)
  refuseWithoutDatabase(config)
  if (locateMailServer(config.mail.smtpUrl) === 'another_machine')
    throw new Error(
      'SMTP_URL names a mail server on another machine: demo mails must not leave this one. Start the server and this command without it.',
    )
  await withDatabaseUrl(config, async (databaseUrl) => {
    await checkDatabase(databaseUrl).catch((error: unknown) => {
      throw explainDatabaseError(error, databaseUrl)
    })
    const release = await holdLock(databaseUrl, 'demoPlay')
    if (!release)
      throw new Error('Another play runs on this database: end it first, or wait until it has ended.')
    try {
      await playAlone(config, options, signal)
    } finally {
      await release()
    }
  })
}

/** Plays while no other process plays on this database. */
async function playAlone(config: Config, options: PlayOptions, signal: AbortSignal): Promise<void> {
  const { speed, incidents, url = localUrlOf(config) } = options
  const started = await withDatabaseAsItIs(config, async (db) => {
    if (!(await isDemo(db)))
      throw new Error(
        'This database was not filled with demo data: play on one that a server with the demo sign-in filled at its first start.',
      )
    await requireServer(url)
    return {
      token: await issueTokenOfCommand(db, {
        ...commandToken(),
        scopes: ['webhook:alertmanager', 'ingest:incidents', 'ingest:changes', 'read:metrics'],
      }),
      jiraSecret: await findWebhookSecret(db, config, 'jira'),
      firstNumber: (await getHighestNumber(db, config.jira.projects[0] ?? 'OPI')) + 1,
      companies: await listCompanyIds(db, MOST_COMPANIES),
    }
  })
  try {
    await checkServer(url, started.token)
    const doors = openDoors({ ...started, url })
    await doors.checkJira()
    const { firstNumber, companies } = started
    await playOn(config, { speed, incidents, url, doors, firstNumber, companies, signal })
  } finally {
    await revokeToken(config, started.token)
  }
}

/** Never throws, so that the error that ended the play is shown. */
async function revokeToken(config: Config, secret: string): Promise<void> {
  try {
    await withDatabaseAsItIs(config, (db) => revokeTokenOfCommand(db, { ...commandToken(), secret }))
  } catch {
    process.stderr.write(
      `The service token '${TOKEN_NAME}' could not be revoked; the next run replaces it.\n`,
    )
  }
}

const commandToken = () => ({ name: TOKEN_NAME, author: `cli:${userOfSystem()}`, now: systemClock() })

type Start = Pick<PlaySettings, 'speed' | 'incidents' | 'doors' | 'firstNumber' | 'companies' | 'signal'> & {
  url: string
}

async function playOn(config: Config, { url, ...start }: Start): Promise<void> {
  await play({
    ...start,
    say,
    person: await signInToDemo(url, emailOf('incident_manager'), publicUrlOf(config)),
    jira: config.jira,
    clock: systemClock,
    histories: await readHistories(config.productKey),
    changes: await readDeployments(config.productKey),
  })
}

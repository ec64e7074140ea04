import * as ingest from '@aviary/contract/ingest/endpoints'
import type { SetupSource, SetupSteps } from '@aviary/contract/setup/endpoints'
import type { Db } from '../../database/open.ts'
import type { MailConfig } from '../../mail/public.ts'
import * as queries from './queries.ts'

export type SetupSettings = {
  mail: MailConfig
  publicUrl: string
  signIn: 'demo' | 'provider'
  /** Whether the secrets of these webhooks come from settings; otherwise they are in files in DATA_DIR. */
  isSecretSet: { jira: boolean; github: boolean }
}

const API_CALLS = [
  ingest.ingestIncidents,
  ingest.ingestAffectedCompanies,
  ingest.ingestCompanies,
  ingest.ingestStatus,
  ingest.ingestChanges,
  ingest.ingestCis,
  ingest.ingestCiDependencies,
]
const ACTIONS = {
  jira: [ingest.jiraWebhook],
  alertmanager: [ingest.alertmanagerWebhook],
  github: [ingest.githubWebhook],
  api: API_CALLS,
}
type Source = keyof typeof ACTIONS

const actionsOf = (source: Source): string[] => ACTIONS[source].flatMap(({ audits }) => audits ?? [])

const PATHS: Record<Source, string> = {
  jira: ingest.jiraWebhook.path,
  alertmanager: ingest.alertmanagerWebhook.path,
  github: ingest.githubWebhook.path,
  api: '/ingest/',
}

/**
 * Converts the stored source of an unknown name to a source of the setup list. The ingest API stores a source
 * for each kind of record, such as `ingest:incidents`.
 */
const sourceOf = (name: string): string => (name.startsWith('ingest:') ? 'api' : name)

type Done = Omit<SetupSteps, 'sources'> & { sources: { done: boolean } }

/** Which setup steps are done, and the facts that show this; the details of the sources are left out. */
export async function readSteps(
  db: Db,
  { mail, signIn }: SetupSettings,
  hasReported: boolean,
): Promise<Done> {
  const facts = await queries.getFacts(db)
  const { administrators, services, data_centers, people, mapped_groups } = facts
  const isConfigured = mail.smtpUrl !== undefined
  const acceptedDate = facts.mail_accepted_at && new Date(facts.mail_accepted_at).toISOString()
  return {
    administrator: { done: administrators > 0, administrators },
    reference: { done: services > 0 && data_centers > 0, services, data_centers },
    sources: { done: hasReported },
    mail: {
      done: isConfigured && (acceptedDate !== null || facts.has_mailed),
      is_configured: isConfigured,
      sender: mail.sender,
      accepted_date: acceptedDate,
    },
    people: { done: people > 1 || mapped_groups > 0, sign_in: signIn, people, mapped_groups },
  }
}

export const areDone = (steps: Done): boolean => Object.values(steps).every(({ done }) => done)

/**
 * For each source: its URL, where its secret is kept, when its records were last ingested, and how many were
 * refused because of unknown names.
 */
export async function readSources(db: Db, { publicUrl, isSecretSet }: SetupSettings, now: Date) {
  const names = Object.keys(ACTIONS) as Source[]
  const taken = await queries.listLastTaken(db, names.flatMap(actionsOf))
  const refused = await queries.listRefused(db)
  const describe = (source: Source, secretIn: SetupSource['secret_in']): SetupSource => {
    const dates = actionsOf(source).flatMap((action) => taken.get(action)?.getTime() ?? [])
    const rows = refused.filter((row) => sourceOf(row.source) === source)
    return {
      url: `${publicUrl}/api${PATHS[source]}`,
      secret_in: secretIn,
      last_taken_date: dates.length > 0 ? new Date(Math.max(...dates)).toISOString() : null,
      refused: rows.reduce((sum, { records }) => sum + records, 0),
      refused_kinds: [...new Set(rows.map(({ kind }) => kind))],
    }
  }
  const tokenFor = async (scopes: readonly string[]) =>
    (await queries.hasToken(db, scopes, now)) ? ('token' as const) : null
  const scopesOfApi = API_CALLS.flatMap(({ access }) =>
    access.by === 'token' && access.scope ? access.scope : [],
  )
  return {
    jira: describe('jira', isSecretSet.jira ? 'setting' : 'file'),
    alertmanager: describe('alertmanager', await tokenFor(['webhook:alertmanager'])),
    github: describe('github', isSecretSet.github ? 'setting' : 'file'),
    api: describe('api', await tokenFor(scopesOfApi)),
  }
}

import * as administration from './administration/endpoints.ts'
import * as personalTokens from './administration/personal-token-endpoints.ts'
import * as serviceTokens from './administration/service-token-endpoints.ts'
import * as audit from './audit/endpoints.ts'
import * as banner from './banner/endpoints.ts'
import * as changes from './changes/endpoints.ts'
import * as channels from './channels/endpoints.ts'
import * as channelLedger from './channels/ledger-endpoints.ts'
import * as charts from './charts/endpoints.ts'
import * as chat from './chat/endpoints.ts'
import * as correlation from './correlation/endpoints.ts'
import * as customerLinks from './customer-links/endpoints.ts'
import * as customers from './customers/endpoints.ts'
import * as declared from './declared/endpoints.ts'
import * as deliveries from './deliveries/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as followUps from './follow-ups/endpoints.ts'
import * as impact from './impact/endpoints.ts'
import * as incidentRoles from './incident-roles/endpoints.ts'
import * as incidents from './incidents/endpoints.ts'
import * as ingest from './ingest/endpoints.ts'
import * as maintenance from './maintenance/endpoints.ts'
import * as corrections from './messages/correction-endpoints.ts'
import * as messages from './messages/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as operations from './operations/endpoints.ts'
import * as postMortems from './post-mortems/endpoints.ts'
import * as push from './push/endpoints.ts'
import * as companyDomains from './reference/domain-endpoints.ts'
import * as reference from './reference/endpoints.ts'
import * as referenceRecords from './reference/record-endpoints.ts'
import * as reminders from './reminders/endpoints.ts'
import * as securityEmails from './security/email-endpoints.ts'
import * as security from './security/endpoints.ts'
import * as securityImports from './security/import-endpoints.ts'
import * as securitySending from './security/send-endpoints.ts'
import * as securityStaging from './security/staging-endpoints.ts'
import * as securityUsers from './security/user-endpoints.ts'
import * as session from './session/endpoints.ts'
import * as setup from './setup/endpoints.ts'
import * as status from './status/endpoints.ts'
import * as subscribers from './subscribers/endpoints.ts'
import * as subscriptionRequests from './subscription-requests/endpoints.ts'
import * as subscriptions from './subscriptions/endpoints.ts'
import * as templates from './templates/endpoints.ts'
import * as timeline from './timeline/endpoints.ts'

type Area = { name: string; description: string; parts: readonly object[] }

/** Areas of the API, in the order of the API reference. */
export const AREAS: readonly Area[] = [
  {
    name: 'Ingestion',
    description: 'What other systems send: incidents, status, companies, changes, configuration items.',
    parts: [ingest],
  },
  { name: 'Session', description: 'Signing in and out, and who is signed in.', parts: [session] },
  {
    name: 'Reference',
    description:
      'Data centers, services, severities, languages and other lists, who edits them, and public settings.',
    parts: [reference, referenceRecords, companyDomains],
  },
  {
    name: 'Status',
    description: 'The health of every service in every data center, and the banner.',
    parts: [status, banner],
  },
  {
    name: 'Incidents',
    description: 'Open and historic incidents, and what happened around them.',
    parts: [incidents, incidentRoles, followUps, postMortems, declared, timeline, correlation],
  },
  {
    name: 'Customers',
    description: 'Companies, their incidents, and the links to the status page of each.',
    parts: [customers, customerLinks],
  },
  {
    name: 'Messages',
    description: 'What people are told of an incident, and reminders of promised updates that were missed.',
    parts: [messages, corrections, reminders],
  },
  {
    name: 'Maintenance',
    description: 'Planned maintenance and its calendars.',
    parts: [maintenance],
  },
  { name: 'Notifications', description: 'What people are told of maintenance.', parts: [notifications] },
  { name: 'Templates', description: 'Texts for use again.', parts: [templates] },
  {
    name: 'Subscriptions',
    description: 'What people choose to hear about, and who heard of what.',
    parts: [subscriptions, subscriptionRequests, subscribers],
  },
  {
    name: 'Deliveries',
    description: 'The ledger of every mail and of what channels were told, and the links in mails.',
    parts: [deliveries, channelLedger],
  },
  {
    name: 'Channels',
    description: 'Webhooks: where other systems hear of messages and notifications, and what they answered.',
    parts: [channels],
  },
  {
    name: 'Chat',
    description: 'Commands and buttons of chats, and the accounts there that act as people here.',
    parts: [chat],
  },
  { name: 'Changes', description: 'The change history.', parts: [changes] },
  {
    name: 'Impact',
    description: 'Configuration items and the companies that depend on them.',
    parts: [impact],
  },
  {
    name: 'Charts',
    description: 'Availability, day by day, and response times, month by month.',
    parts: [charts],
  },
  {
    name: 'Security',
    description: 'Security incidents, their comms, emails, imports and recipients.',
    parts: [security, securityEmails, securitySending, securityImports, securityStaging, securityUsers],
  },
  {
    name: 'Administration',
    description: 'Users, roles, actions, sessions, service tokens and personal tokens.',
    parts: [administration, personalTokens, serviceTokens],
  },
  { name: 'Setup', description: 'What is left to set up in a new installation.', parts: [setup] },
  { name: 'Audit', description: 'The action audit log.', parts: [audit] },
  {
    name: 'Operations',
    description: 'What monitors and programs ask for: pushed changes, health, metrics, this contract.',
    parts: [push, operations],
  },
]

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** Every endpoint of the product: by area, then by path. A test fails if one is not served. */
export const ENDPOINTS: readonly Endpoint[] = AREAS.flatMap(({ parts }) =>
  parts.flatMap(Object.values).filter(isEndpoint).toSorted(byPath),
)

function byPath(endpoint: Endpoint, other: Endpoint): number {
  if (endpoint.path !== other.path) return endpoint.path < other.path ? -1 : 1
  return METHODS.indexOf(endpoint.method) - METHODS.indexOf(other.method)
}

/** Whether an export is an endpoint: the modules also export schemas and constants. */
function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value
}

/** The area of an endpoint, and its export name in its module. */
export function placeOf(endpoint: Endpoint): { area: string; name: string } {
  for (const { name: area, parts } of AREAS)
    for (const part of parts)
      for (const [name, value] of Object.entries(part)) if (value === endpoint) return { area, name }
  throw new Error(`${endpoint.method} ${endpoint.path} is in no area: add its endpoints to areas.ts`)
}

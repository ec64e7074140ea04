import { ACTION_NAMES, ACTIONS, type Action } from '@aviary/contract/actions'
import { FIRST_FLAGS } from '@aviary/contract/maintenance/rules'
import type { PriorityType } from '@aviary/contract/rules'
import type { Severity } from '@aviary/contract/status/rules'
import type { Db } from '../../database/open.ts'
import { ALERT_TYPES } from './alert-types.ts'
import * as queries from './queries.ts'
import { SEVERITY_WORDS } from './severity-words.ts'

// [system name, display name], in the order of the grid (spec 1 §2.4).
const SERVICES: [string, string][] = [
  ['Expense', 'Expense'],
  ['Travel', 'Travel'],
  ['Invoice', 'Invoice'],
  ['Request', 'Request'],
  ['Imaging', 'Imaging'],
  ['Analysis/Intelligence', 'Analysis'],
  ['Mobile', 'Mobile'],
  ['Compleat (TMC Services)', 'Compleat'],
  ['Japan e-Bunsho for Expense', 'Japan e-Bunsho for Expense'],
  ['Japan e-Bunsho for Invoice', 'Japan e-Bunsho for Invoice'],
  ['Japan Public Transportation (JPT)', 'Japan Public Transportation (JPT)'],
  ['TAVS', 'TAVS'],
  ['EAI', 'EAI'],
  ['Billing', 'Billing'],
]

const toDataCenters = (productKey: string): [string, string][] => [
  ['us2', 'us2'],
  ['eu', 'EMEA'],
  ['eu2', 'eu2'],
  ['china', 'China'],
  ['usg', 'CCPS'],
  [`${productKey}govprod`, `${productKey}govprod`],
  ['apj1', 'apj1'],
]

const SEVERITIES: [Severity, string, string][] = [
  ['NORMAL', 'Normal', 'Works as it should'],
  ['PARTIAL_PERFORMANCE', 'Partial performance', 'Slow for some users or some functions'],
  ['PERFORMANCE', 'Performance', 'Slow for most users'],
  ['PARTIAL_OUTAGE', 'Partial outage', 'Some users or some functions cannot work'],
  ['OUTAGE', 'Outage', 'Cannot be used'],
]

const LOCALES: [string, string][] = [
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['pt', 'Português'],
  ['zh', '中文'],
]

/** What people can be on an incident at first: who leads it, and who writes to customers. */
const INCIDENT_ROLES = [
  {
    systemName: 'lead',
    displayName: 'Lead',
    translations: {
      ...{ de: 'Leitung', es: 'Responsable', fr: 'Responsable', ja: '責任者', ko: '책임자' },
      ...{ pt: 'Responsável', zh: '负责人' },
    },
  },
  {
    systemName: 'communications',
    displayName: 'Communications',
    translations: {
      ...{ de: 'Kommunikation', es: 'Comunicación', fr: 'Communication', ja: '連絡担当', ko: '커뮤니케이션' },
      ...{ pt: 'Comunicação', zh: '沟通' },
    },
  },
]

const SLA_MINUTES: [PriorityType, number][] = [
  ['P1', 4 * 60],
  ['P2', 24 * 60],
]

const INCIDENT_MANAGER: Action[] = [
  'view_incident_management_page',
  'declare_incident',
  'create_channel',
  'manage_customer_links',
  'view_dora',
  'view_charts',
  'view_subscriber_comm_history',
  'create_p1_message',
  'create_p2_message',
  'edit_p1_message',
  'edit_p2_message',
  'delete_p1_message',
  'delete_p2_message',
  'create_is_internal_message',
  'edit_is_internal_message',
  'view_service_disruption_banner',
  'edit_service_disruption_banner',
  'view_is_internal_message',
  'create_template',
  'edit_template',
  'delete_template',
]

const OPERATOR: Action[] = [
  'view_dora',
  'view_charts',
  'view_is_internal_message',
  'create_maintenance_window',
  'edit_maintenance_window',
  'delete_maintenance_window',
  'create_maintenance_event',
  'edit_maintenance_event',
  'delete_maintenance_event',
  'edit_notifications',
  'delete_notifications',
  'edit_template',
  'create_template',
]

const SUPPORT: Action[] = [
  'view_dora',
  'view_charts',
  'view_subscriber_comm_history',
  'view_is_internal_message',
]

type SeededRole = {
  systemName: string
  displayName: string
  description: string
  actions: Action[]
  isAdmin?: true
}

const ROLES: SeededRole[] = [
  {
    systemName: 'administrator',
    displayName: 'Administrator',
    description: 'May do everything',
    actions: [],
    isAdmin: true,
  },
  {
    systemName: 'incident_manager',
    displayName: 'Incident manager',
    description: 'Runs incidents and tells people about them',
    actions: INCIDENT_MANAGER,
  },
  {
    systemName: 'operator',
    displayName: 'Operator',
    description: 'Plans and announces maintenance',
    actions: OPERATOR,
  },
  { systemName: 'support', displayName: 'Support', description: 'Answers customers', actions: SUPPORT },
  { systemName: 'subscriber', displayName: 'Subscriber', description: 'Reads and subscribes', actions: [] },
]

/** Creates the specification's lists if they are empty, and adds missing built-in actions (permissions). */
export async function seedReference(db: Db, productKey: string, now: Date): Promise<void> {
  const toRow = ([systemName, displayName]: [string, string], position: number) => ({
    systemName,
    displayName,
    position,
  })
  await queries.createServices(db, SERVICES.map(toRow))
  await queries.createDataCenters(db, toDataCenters(productKey).map(toRow))
  await queries.createSeverities(
    db,
    SEVERITIES.map(([systemKey, displayValue, description], id) => ({
      id,
      systemKey,
      displayValue,
      description,
    })),
  )
  await queries.createSeverityAliases(
    db,
    SEVERITIES.flatMap(([systemName]) =>
      SEVERITY_WORDS[systemName].map((alias) => ({ kind: 'severity' as const, alias, systemName })),
    ),
  )
  await queries.createLocales(
    db,
    LOCALES.map(([systemKey, displayName], position) => ({ systemKey, displayName, position })),
  )
  await queries.createPriorities(
    db,
    SLA_MINUTES.map(([priorityType, slaMinutes]) => ({ priorityType, slaMinutes })),
  )
  await queries.createAlertTypes(db, ALERT_TYPES)
  await queries.createMaintenanceFlags(db, Object.entries(FIRST_FLAGS).map(toRow))
  await queries.createIncidentRoles(
    db,
    INCIDENT_ROLES.map((role, position) => ({ ...role, position })),
  )
  await queries.createBanner(db, {
    id: 1,
    display: false,
    text: { en: 'We are aware of a service disruption and are working to restore service.' },
    updatedAt: now,
    updatedBy: 'Aviary',
  })
  await queries.createActions(
    db,
    ACTION_NAMES.map((systemName) => ({
      systemName,
      displayName: ACTIONS[systemName],
      isBuiltIn: true,
    })),
  )
  if (await queries.hasRoles(db)) return
  for (const { actions, ...row } of ROLES) {
    const role = await queries.createRole(db, row)
    if (role && actions.length > 0) await queries.createRoleActions(db, role.roleId, actions)
  }
}

import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../../../database/open.ts'
import { changeMarks, markedChanges } from '../../../../database/tables/changes.ts'
import { ciDataCenters, ciServices } from '../../../../database/tables/impact.ts'
import { incidentRoleChanges } from '../../../../database/tables/incident-roles.ts'
import {
  companies,
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
  statusHistory,
  statusReports,
} from '../../../../database/tables/incidents.ts'
import { subscriptions } from '../../../../database/tables/mail.ts'
import {
  maintenanceDataCenters,
  maintenanceEvents,
  notifications,
} from '../../../../database/tables/maintenance.ts'
import {
  alertTypes,
  dataCenters,
  incidentRoles,
  maintenanceFlags,
  services,
  templates,
} from '../../../../database/tables/reference.ts'
import { commTypes, securityComms } from '../../../../database/tables/security.ts'
import type { CreatedKind } from '../kinds.ts'

/** Whether any change record names the row's `system_name`. */
const isMarked = (kind: 'services' | 'data_centers') => sql`exists (
  select from ${changeMarks} m where m.kind = ${kind} and m.name = system_name
    and exists (select from ${markedChanges} c where c.mark_id = m.mark_id))`

/**
 * Whether the table has a row of the data center. Tries each service, because the table's index begins with the
 * service.
 */
const hasCells = (table: PgTable) => sql`exists (select from ${services} s where exists (
  select from ${table} c where c.service = s.system_name and c.data_center = ${dataCenters}.system_name))`

/**
 * Whether a row of the table names the record. With the order of the table's index, PostgreSQL reads that index; an
 * `exists` reads the table from its beginning, because it expects many rows of each name.
 */
const isNamed = (table: PgTable, column: string, indexed: string) => sql`(
  select ${sql.identifier(column)} from ${table} where ${sql.identifier(column)} = system_name
  order by ${sql.raw(indexed)} limit 1) is not null`

// Each condition stops at the first row that names the record. A `case` tries its tables in order.
// Subscriptions come last: they have no index by name, so all of them are read, once, if a record gets that far.
const USED: Record<CreatedKind, SQL> = {
  service: sql`select system_name as key from ${services} where case
    when exists (select from ${statusHistory} where service = system_name) then true
    when ${isNamed(incidentServices, 'service', 'service, incident_id')} then true
    when exists (select from ${statusReports} where service = system_name) then true
    when exists (select from ${ciServices} where service = system_name) then true
    when ${isMarked('services')} then true
    else system_name in (select unnest(services) from ${subscriptions}) end`,
  data_center: sql`select system_name as key from ${dataCenters} where case
    when ${hasCells(statusHistory)} then true
    when ${isNamed(incidentDataCenters, 'data_center', 'data_center')} then true
    when ${hasCells(statusReports)} then true
    when exists (select from ${maintenanceDataCenters} where data_center = system_name) then true
    when exists (select from ${ciDataCenters} where data_center = system_name) then true
    when exists (select from ${companies} where data_center = system_name) then true
    when ${isMarked('data_centers')} then true
    else system_name in (select unnest(data_centers) from ${subscriptions}) end`,
  maintenance_flag: sql`select system_name as key from ${maintenanceFlags} where
    exists (select from ${maintenanceEvents} where flag = system_name)
    or exists (select from ${notifications} where flag = system_name)`,
  incident_role: sql`select system_name as key from ${incidentRoles} where
    exists (select from ${incidentRoleChanges} where role = system_name)`,
  comm_type: sql`select id::text as key from ${commTypes} t where
    exists (select from ${securityComms} where comm_type = t.id)`,
  alert_type: sql`select alert_type_id::text as key from ${alertTypes} t where
    exists (select from ${templates} where message_type = t.name)
    or exists (select from ${subscriptions} p where t.alert_type_id = any(p.alert_types))
    or exists (select from ${incidentMessages} m join ${incidents} i using (incident_id)
      where i.priority_type = t.priority_type and (m.message_type = t.name or m.title = t.name))`,
}

/** Keys of the records that something names. */
export async function listUsedKeys(db: Db, kind: CreatedKind): Promise<Set<string>> {
  const result = await db.execute<{ key: string }>(USED[kind])
  return new Set(result.rows.map(({ key }) => key))
}

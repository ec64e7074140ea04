import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createCalendarLink, createMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { createTemplate, updateTemplate } from '@aviary/contract/templates/endpoints'
import type { Person, TestApp } from '../app.ts'
import { changeRecord, incidentRecord, ingest, statusRecord } from '../ingest.ts'
import { merge, mergeFile } from '../merge.ts'
import { addSecurityUsers, newComm, writeEmail } from '../security.ts'
import { subscribe } from '../subscribers.ts'
import type { KnownValues } from './known-values.ts'

/** Creates records of every kind, so that requests can refer to them. */
export async function setStage(server: TestApp, known: KnownValues): Promise<void> {
  const person = await server.signInAs('administrator')
  await ingestRecords(server)
  for (const login of ['ana', 'bo'])
    known.add('uuid', await subscribe(server, `${login}@example.com`, { companyId: 7 }))
  await writeTexts(person)
  await planMaintenance(person, known)
  const comm = await newComm(person)
  known.learn({
    sec_id: comm.secId,
    sec_comm_id: comm.commId,
    comm_content_id: 1,
    import_id: 1,
    staging_id: 1,
  })
  await addSecurityUsers(server, 7, ['sec@example.com', 'off@example.com'])
  await writeEmail(person, comm.commId, { company_id: 7 })
  await merge({ server, person }, comm, mergeFile(5))
  addSamples(known)
}

async function ingestRecords(server: TestApp): Promise<void> {
  await ingest(server, 'companies', [
    { id: 7, name: 'Heron Ltd', entity_code: 'ENT-7', data_center: 'us2' },
    { id: 8, name: '100%_\\ "quoted" & Sons', entity_code: null, data_center: 'eu' },
  ])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], cis: ['db-1'] }),
    incidentRecord('OPI-2', { priority_type: 'P2' }),
    incidentRecord('OPI-3', { is_internal: 'Y' }),
    incidentRecord('OPI-4', { status: 'RESOLVED', end_date: '2026-08-20T11:00:00Z' }),
  ])
  await ingest(server, 'affectedCompanies', [{ jira_id: 'OPI-1', company_id: 7 }])
  await ingest(server, 'status', [statusRecord()])
  await ingest(server, 'changes', [changeRecord('C-1', { cis: ['db-1'] }), changeRecord('C-2')])
  await ingest(server, 'cis', [
    { name: 'db-1', category: 'Database', services: ['Expense'], data_centers: ['us2'] },
    { name: 'web-1', category: 'Web', services: ['Travel'], data_centers: ['eu'] },
  ])
  await ingest(server, 'ciDependencies', [{ ci: 'db-1', company_id: 7 }])
}

async function writeTexts(person: Person): Promise<void> {
  const message = {
    jira_id: 'OPI-1',
    priority_type: 'P1',
    message_type: 'Update',
    body: '<p>We look</p>',
  } as const
  await person.call(createMessage, { body: { ...message, broadcast: 'N' } })
  await person.call(createMessage, {
    body: {
      ...message,
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  const text = {
    template_type: 'message',
    title: 'We look',
    body: '<p>We look</p>',
    message_type: 'Update',
    affected_service: 'Expense',
  } as const
  const { body } = await person.call(createTemplate, { body: text })
  await person.call(updateTemplate, { body: { ...text, pkey: body.template.pkey, title: 'We still look' } })
}

async function planMaintenance(person: Person, known: KnownValues): Promise<void> {
  const { body } = await person.call(createMaintenanceEvent, {
    body: {
      title: 'Storage upgrade',
      start_date: '2026-08-21T10:00:00-0700',
      end_date: '2026-08-21T13:00:00-0700',
      data_centers: ['us2'],
      is_internal: 'N',
      created_by: person.email,
    },
  })
  const { body: noted } = await person.call(createNotification, {
    body: {
      mwin_id: body.maintenance_event.id,
      n_type: 'Maintenance Announcement',
      title: 'Storage upgrade',
      body: '<p>Soon</p>',
      subject: 'Storage upgrade',
      broadcast: 'Y',
      is_test: 'N',
      comm_src: 'Aviary',
      created_by: person.email,
      send_time: '2026-08-20T10:00:00-0700',
    },
  })
  known.learn({ mwin_id: body.maintenance_event.id, notification_id: noted.notification.id })
  const calendar = await person.call(createCalendarLink, { body: {} })
  for (const { address } of calendar.body.links) {
    const [token, file] = address.split('/').slice(-2)
    known.learn({ token, file })
  }
}

const samples = path.resolve(import.meta.dirname, '../../src/ingest')

/** Adds samples of webhook bodies and files, which the OpenAPI document does not describe. */
function addSamples(known: KnownValues): void {
  for (const sender of ['jira', 'github', 'alertmanager']) {
    const folder = path.join(samples, sender, 'samples')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
      known.addSample(
        `POST /api/webhooks/${sender}`,
        JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
      )
  }
  known.addSample('POST /api/sec/imports/upload/', mergeFile(3, 100))
  known.addSample(
    'POST /api/sec/user/upload/',
    'company_id,email,active\n7,new@example.com,Y\n8,other@example.com,N\n',
  )
}

import { createCalendarLink, createMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { runOn } from '../../../testing/queries.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let operator: Person
let addresses: { data_center: string; address: string }[]
beforeAll(async () => {
  server = await openTestApp({
    now: NOW,
    environment: { PUBLIC_URL: 'https://aviary.example', PROVIDER_NAME: 'Roost' },
  })
  operator = await server.signInAs('operator')
  addresses = (await operator.call(createCalendarLink)).body.links
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function plan(changes: object = {}) {
  await runOn(server, 'delete from maintenance_events')
  const { status } = await operator.call(createMaintenanceEvent, {
    body: {
      title: 'Storage upgrade',
      start_date: '2026-09-01T22:00:00-0700',
      end_date: '2026-09-02T01:00:00-0700',
      data_centers: ['us2', 'eu'],
      is_internal: 'Y',
      is_test: 'Y',
      flag: 'freeze_window',
      jira_id: 'A-1',
      created_by: operator.email,
      ...changes,
    },
  })
  expect(status).toBe(200)
}

async function read(query: string, name = 'all') {
  const address = addresses.find(({ data_center }) => data_center === name)?.address ?? ''
  const { statusCode, headers, body } = await server.app.inject({
    url: `${address.replace('https://aviary.example', '')}${query}`,
  })
  expect(statusCode).toBe(200)
  const event = Object.values(nodeIcal.sync.parseICS(body)).find(
    (part): part is VEvent => part?.type === 'VEVENT',
  )
  const unfolded = body.replaceAll('\r\n ', '')
  const calendarName = /X-WR-CALNAME:(.*)\r\n/.exec(unfolded)?.[1]
  return {
    body,
    etag: headers.etag,
    name: calendarName,
    summary: event?.summary,
    description: event?.description,
  }
}

test.each([
  [
    '',
    'Roost maintenance: EMEA',
    '[TEST] [INTERNAL] [Freeze window] Storage upgrade',
    [
      'Data centers: us2, EMEA',
      'Audience: Internal',
      'Flag: Freeze window',
      'Jira: A-1',
      'Start: 2026-09-01 22:00 PDT',
      'End: 2026-09-02 01:00 PDT',
    ],
  ],
  [
    '?locale=de',
    'Wartung bei Roost: EMEA',
    '[TEST] [INTERN] [Sperrzeit] Storage upgrade',
    [
      'Rechenzentren: us2, EMEA',
      'Zielgruppe: Intern',
      'Kennzeichen: Sperrzeit',
      'Jira: A-1',
      'Beginn: 2026-09-01 22:00 PDT',
      'Ende: 2026-09-02 01:00 PDT',
    ],
  ],
  [
    '?locale=fr',
    'Maintenance de Roost\u00a0: EMEA',
    '[TEST] [INTERNE] [Période de gel] Storage upgrade',
    [
      'Centres de données\u00a0: us2, EMEA',
      'Public visé\u00a0: Interne',
      'Indicateur\u00a0: Période de gel',
      'Jira\u00a0: A-1',
      'Début\u00a0: 2026-09-01 22:00 PDT',
      'Fin\u00a0: 2026-09-02 01:00 PDT',
    ],
  ],
  [
    '?locale=ja',
    'Roost のメンテナンス：EMEA',
    '[テスト] [社内] [変更凍結期間] Storage upgrade',
    [
      'データセンター：us2, EMEA',
      '対象：社内',
      'フラグ：変更凍結期間',
      'Jira：A-1',
      '開始：2026-09-01 22:00 PDT',
      '終了：2026-09-02 01:00 PDT',
    ],
  ],
])('a calendar at an address with %j is in that language', async (...expected) => {
  await plan()
  const [query, name, summary, description] = expected
  expect(await read(query, 'eu')).toMatchObject({ name, summary, description: description.join('\n') })
})

test('every language is one of the product, and any other is answered in English', async () => {
  await plan({ is_internal: 'N', is_test: 'N' })
  const summaries: string[] = []
  for (const locale of ['es', 'ko', 'pt', 'zh', 'zh-TW', 'de-AT', 'xx', 'constructor', ''])
    summaries.push(String((await read(`?locale=${locale}`)).summary))
  expect(summaries.map((summary) => summary.replace(' Storage upgrade', ''))).toEqual([
    '[Periodo de congelación]',
    '[변경 동결 기간]',
    '[Período de congelamento]',
    '[冻结窗口]',
    '[冻结窗口]',
    '[Sperrzeit]',
    ...['[Freeze window]', '[Freeze window]', '[Freeze window]'],
  ])
})

test('each language has an entity tag of its own', async () => {
  await plan()
  expect((await read('')).etag).not.toBe((await read('?locale=ja')).etag)
  expect((await read('')).etag).toBe((await read('?locale=en')).etag)
})

test('a Japanese calendar escapes texts and folds lines by octets, without cutting a character', async () => {
  const title =
    'ストレージ, スイッチ; 電源\\冷却の入れ替えのため、一部の呼び出しが遅くなることがあります。ご了承ください。'
  await plan({ title })
  const { body, summary } = await read('?locale=ja')
  expect(summary).toBe(`[テスト] [社内] [変更凍結期間] ${title}`)
  expect(body.replaceAll('\r\n ', '')).toContain('ストレージ\\, スイッチ\\; 電源\\\\冷却')
  expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(body).not.toContain('\uFFFD')
  expect(body.isWellFormed()).toBe(true)
})

test('a flag that people renamed keeps their name in every language', async () => {
  await runOn(
    server,
    `update maintenance_flags set display_name = 'No changes' where system_name = 'freeze_window'`,
  )
  await plan({ is_internal: 'N', is_test: 'N' })
  expect((await read('?locale=de')).summary).toBe('[No changes] Storage upgrade')
})

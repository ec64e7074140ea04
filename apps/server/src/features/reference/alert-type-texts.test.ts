import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listReferenceRecords } from '@aviary/contract/reference/record-endpoints'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { serverFolder } from '../../server-folder.ts'

const LANGUAGES = ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const MIGRATIONS = path.join(serverFolder, 'migrations')

let server: TestApp
beforeEach(async () => {
  server = await openTestApp()
})
afterEach(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function listTypes() {
  const administrator = await server.signInAs('administrator')
  const query = { kind: 'alert_type' } as const
  const { records } = (await administrator.call(listReferenceRecords, { query })).body
  return records.flatMap((record) => (record.kind === 'alert_type' ? [record] : []))
}

/** Runs the migration that added translations to installations that had none yet. */
async function fill() {
  const file = readdirSync(MIGRATIONS).find((name) => name.endsWith('_alert_type_texts.sql')) ?? ''
  for (const statement of readFileSync(path.join(MIGRATIONS, file), 'utf8').split('--> statement-breakpoint'))
    await server.db.execute(sql.raw(statement))
}

test('a new installation has each alert type and e-mail field in every language', async () => {
  const types = await listTypes()
  expect(types).toHaveLength(12)
  for (const { name, translations, email_fields } of types) {
    expect(Object.keys(translations).sort(), name).toEqual(LANGUAGES)
    for (const field of email_fields)
      expect(Object.keys(field.translations).sort(), field.display_name).toEqual(LANGUAGES)
  }
})

test('an older installation gets what a new one has, and forms that are open do not empty it again', async () => {
  const before = await listTypes()
  await server.db.execute(sql`update alert_types set translations = '{}', email_fields = (
    select jsonb_agg(field - 'translations' order by n)
    from jsonb_array_elements(email_fields) with ordinality as listed (field, n))`)
  expect((await listTypes())[0]?.translations).toEqual({})
  await fill()
  const after = await listTypes()
  expect(after.map(({ version, ...type }) => type)).toEqual(before.map(({ version, ...type }) => type))
  expect(after.every(({ version }, index) => version > (before[index]?.version ?? 0))).toBe(true)
})

test('what an operator wrote, renamed or removed stays', async () => {
  await server.db.execute(sql`update alert_types set translations = '{"ja": "続報"}'
    where name = 'Update' and priority_type = 'P1'`)
  await server.db.execute(sql`update alert_types set name = 'All Clear', translations = '{}'
    where name = 'Service Restored' and priority_type = 'P1'`)
  await server.db.execute(sql`update alert_types set translations = '{}', email_fields =
    '[{"system_name": "prevention", "display_name": "Prevention", "translations": {"de": "Vorsorge"}},
      {"system_name": "owner", "display_name": "Owner"}]'
    where name = 'Root Cause Analysis' and priority_type = 'P2'`)
  await server.db.execute(sql`update alert_types set email_fields = '[]' where name = 'Notification'`)
  await fill()
  const types = await listTypes()
  const find = (priority: string, wanted: string) =>
    types.find(({ priority_type, name }) => priority_type === priority && name === wanted)
  expect(find('P1', 'Update')?.translations).toMatchObject({ ja: '続報', de: 'Update', ko: '업데이트' })
  expect(find('P1', 'All Clear')?.translations).toEqual({})
  expect(find('P2', 'Notification')?.email_fields).toEqual([])
  const [prevention, owner] = find('P2', 'Root Cause Analysis')?.email_fields ?? []
  expect(prevention?.translations).toMatchObject({ de: 'Vorsorge', ja: '再発防止策' })
  expect(owner?.translations).toEqual({})
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from './open.ts'

test('no connection compiles its statements', async () => {
  const database = await createTestDatabase()
  const { db, close } = openDatabase(database.url, () => undefined)
  const one = async () => (await db.execute<{ jit: string }>(sql`show jit`)).rows[0]?.jit
  expect(await Promise.all([one(), one(), one()])).toEqual(['off', 'off', 'off'])
  await close()
  await database.drop()
})

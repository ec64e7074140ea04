import { connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from './open.ts'

test('JIT is off on every connection', async () => {
  const database = await createTestDatabase()
  const { db, close } = openDatabase(database.url, () => undefined)
  const jit = async () => (await db.execute<{ jit: string }>(sql`show jit`)).rows[0]?.jit
  expect(await Promise.all([jit(), jit(), jit()])).toEqual(['off', 'off', 'off'])
  await close()
  await database.drop()
})

test('a line that falls silent before anything is asked is given up', async () => {
  const database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    far.pipe(near)
    // After the login, which ends with ReadyForQuery, the proxy forwards nothing more to the server.
    far.on('data', (message) => message.at(-6) === 'Z'.charCodeAt(0) && near.unpipe(far))
    for (const end of [near, far])
      end.on('error', () => undefined).on('close', () => [near, far].map((socket) => socket.destroy()))
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  const address = line.address()
  url.port = String(typeof address === 'object' && address?.port)
  const { db, close } = openDatabase(url.href, () => undefined, { silentMs: 200 })
  for (const _ of ['once', 'and again']) await expect(db.execute(sql`select 1`)).rejects.toThrow()
  await close()
  line.close()
  await database.drop()
})

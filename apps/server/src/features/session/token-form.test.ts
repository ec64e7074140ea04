import { getStatus } from '@aviary/contract/status/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../../testing/app.ts'
import { createServiceToken, sha256 } from './public.ts'
import { canBeTokenSecret, newTokenSecret } from './token-form.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const VECTORS = [
  {
    random: '00'.repeat(32),
    token: 'avs_000000000000000000000000000000000000000000040eQIK',
    stored: 'T8Jaf2OSo60T5hhpUinozUinoU6Oy3AUuOY8Oy-vRXE',
  },
  {
    random: 'ff'.repeat(32),
    token: 'avs_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp124naG0',
    stored: 'KrJIC2HOIdxu2Z7odKV9ZWeZuMrhhcDJQeNAt7GPHUk',
  },
  {
    random: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    token: 'avs_S7HDBbc2rAT6xkqqLDtsJ5ApZ4ftsKfQY8pvqxOi5Aj3RefhQ',
    stored: '3Hed0QK36PgyZX9cB_xOG9JqFCLrG40nnhBGeyJDDIY',
  },
]

test.each(VECTORS)('$random is written as $token', ({ random, token, stored }) => {
  expect(newTokenSecret(Buffer.from(random, 'hex'))).toBe(token)
  expect(sha256(token)).toBe(stored)
  expect(canBeTokenSecret(token)).toBe(true)
})

test('every secret has the form, and no two are the same', () => {
  const secrets = Array.from({ length: 200 }, () => newTokenSecret())
  for (const secret of secrets) expect(secret).toMatch(/^avs_[0-9A-Za-z]{49}$/)
  expect(new Set(secrets).size).toBe(200)
})

test('a secret with any character changed, missing or added is refused by its checksum', () => {
  const secret = newTokenSecret()
  for (let at = 4; at < secret.length; at++) {
    const other = secret[at] === 'a' ? 'b' : 'a'
    expect(canBeTokenSecret(secret.slice(0, at) + other + secret.slice(at + 1)), String(at)).toBe(false)
  }
  expect(canBeTokenSecret(secret.slice(0, -1))).toBe(false)
  expect(canBeTokenSecret(`${secret}0`)).toBe(false)
})

const statusWith = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  return (await callPlain(server.app, getStatus, { headers })).status
}

const store = (secret: string) =>
  createServiceToken(server.db, {
    ...{ name: secret, tokenHash: sha256(secret), scopes: ['read:status'], createdAt: server.now() },
  })

test('tokens of both forms are admitted; a wrong checksum is refused although the database has the token', async () => {
  const secret = newTokenSecret()
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
  const former = `avs_${'x'.repeat(39)}`
  for (const each of [secret, wrong, former]) await store(each)
  expect([await statusWith(secret), await statusWith(former), await statusWith(wrong)]).toEqual([
    200, 200, 401,
  ])
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// The mail code imports files of the mail library by path (ADR 11), which any release may move.
const USED: Record<string, readonly string[]> = {
  'nodemailer/lib/mime-node': ['default'],
  'nodemailer/lib/qp': ['encode', 'wrap'],
  'nodemailer/lib/shared': ['parseConnectionUrl'],
  'nodemailer/lib/smtp-connection': ['default'],
}

test.each(Object.entries(USED))('the mail library has %s with %j', async (name, exports) => {
  const found: Record<string, unknown> = await import(name).catch((error: Error) => {
    throw new Error(
      `${name} moved in this release of nodemailer: adapt the imports in src/mail and this list, or stay with the release before (ADR 11). ${error.message}`,
    )
  })
  for (const each of exports)
    expect(
      found[each],
      `${name} has no ${each} any more: adapt src/mail, or stay with the release before`,
    ).toBeTypeOf('function')
})

test('a connection of the mail library shows its socket and the last answer, which `dialogue.ts` takes over', async () => {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  expect(Object.keys(new SMTPConnection())).toEqual(expect.arrayContaining(['_socket', 'lastServerResponse']))
})

test('no other part of the mail library is used by its path', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const imported = files.flatMap((name) => [
    ...readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(
      /from '(nodemailer\/lib\/[^']+)'/g,
    ),
  ])
  expect([...new Set(imported.map(([, name]) => name))].sort()).toEqual(Object.keys(USED))
})

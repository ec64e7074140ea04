import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportError, signOut } from '@aviary/contract/session/endpoints'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const POOL = 10

test('sign-outs that wait for the provider leave database connections for other calls', async () => {
  const pendingResponses: ServerResponse[] = []
  const provider = createServer((_, response) => void pendingResponses.push(response)).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const server = await openTestApp({
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'aviary',
      OIDC_CLIENT_SECRET: 'a secret of the tests',
    },
  })
  const people = await Promise.all(Array.from({ length: POOL }, () => server.signInAs('support')))
  const other = await server.signInAs('support')
  let done = 0
  const signOuts = people.map(async (person) => {
    const { status } = await person.call(signOut, { body: {} })
    done += 1
    return status
  })
  await waitFor(() => expect(pendingResponses).toHaveLength(1))
  const reported = await other.call(reportError, { body: { message: 'x', page: '/' } as never })
  expect([reported.status, done]).toEqual([200, 0])
  for (const response of pendingResponses) response.writeHead(500).end()
  expect(await Promise.all(signOuts)).toEqual(people.map(() => 200))
  await server.close()
  provider.close()
})

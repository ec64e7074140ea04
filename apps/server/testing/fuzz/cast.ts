import { createHmac, randomUUID } from 'node:crypto'
import { SCOPES } from '@aviary/contract/scopes'
import { eq } from 'drizzle-orm'
import { roles } from '../../src/database/tables/access.ts'
import type { TestApp } from '../app.ts'
import { signInWith } from '../people.ts'
import { signSlack } from '../slack.ts'
import type { Operation } from './document.ts'
import type { Caller } from './requests.ts'
import type { Wire } from './wire.ts'

export const SECRETS = {
  jira: 'a-secret-shared-with-jira',
  github: 'a-secret-shared-with-github',
  slack: 'a-secret-shared-with-slack',
}

export type Cast = {
  /** A caller with permission for the operation. */
  allowed: (operation: Operation) => Promise<Caller>
  /**
   * Replaces the caller if a request has removed the caller's own permission; true if there is a new caller.
   */
  replaceIfGone: (operation: Operation) => Promise<boolean>
  /** Callers without permission for the operation, each with the expected refusal. */
  refused: (operation: Operation) => { who: string; caller: Caller; status: number }[]
}

/** Creates the people and programs that send the requests. */
export async function openCast(server: TestApp, wire: Wire): Promise<Cast> {
  const personal = ({
    email,
    cookies,
    antiForgeryToken,
  }: Awaited<ReturnType<typeof signInWith>>): Caller => ({
    email,
    headersFor: () => ({ cookie: cookies, 'x-csrf-token': antiForgeryToken }),
  })
  const bearer = (token: string): Caller => ({
    email: undefined,
    headersFor: () => ({ authorization: `Bearer ${token}` }),
  })
  const newAdministrator = async () => {
    const person = await signInWith(server, [])
    await server.db.update(roles).set({ isAdmin: true }).where(eq(roles.roleId, person.roleId))
    return personal(person)
  }
  let administrator = await newAdministrator()
  const nobody = personal(await signInWith(server, []))
  const newProgram = async () => bearer(await server.createToken([...SCOPES]))
  let program = await newProgram()
  const weak = new Map<string, Caller>()
  for (const scope of SCOPES)
    weak.set(scope, bearer(await server.createToken(SCOPES.filter((other) => other !== scope))))

  const isGone = async (): Promise<boolean> => {
    const answer = await wire.send({
      ...{ method: 'POST', target: '/api/get_user_id', body: undefined },
      headers: administrator.headersFor(undefined),
    })
    return !(
      answer.text.includes('"is_admin":true') && answer.text.includes(`"email":"${administrator.email}"`)
    )
  }

  return {
    allowed: async ({ scheme }) => {
      switch (scheme) {
        case undefined:
          return STRANGER
        case 'session':
          return administrator
        case 'serviceToken':
          return program
        case 'jiraSignature':
          return signing('x-hub-signature', SECRETS.jira)
        case 'githubSignature':
          return signing('x-hub-signature-256', SECRETS.github)
        case 'slackSignature':
          return {
            email: undefined,
            headersFor: (body = Buffer.alloc(0)) => signSlack(body, server.now(), SECRETS.slack),
          }
        default:
          throw new Error(`Nobody knows how to call by ${scheme}`)
      }
    },
    replaceIfGone: async ({ scheme }) => {
      if (scheme === 'serviceToken') program = await newProgram()
      if (scheme !== 'session') return scheme === 'serviceToken'
      if (!(await isGone())) return false
      administrator = await newAdministrator()
      return true
    },
    refused: ({ scheme, isGuarded, scope }) => [
      ...(scheme === undefined ? [] : [{ who: 'nobody', caller: STRANGER, status: 401 }]),
      ...(scheme?.endsWith('Signature') ? [{ who: 'a forger', caller: FORGER, status: 401 }] : []),
      ...(isGuarded ? [{ who: 'somebody without rights', caller: nobody, status: 403 }] : []),
      ...(scope
        ? [{ who: 'a program for other things', caller: weak.get(scope) ?? STRANGER, status: 403 }]
        : []),
    ],
  }
}

const STRANGER: Caller = { email: undefined, headersFor: () => ({}) }

const forged = `sha256=${'0'.repeat(64)}`
const FORGER: Caller = {
  email: undefined,
  headersFor: () => ({
    ...{ 'x-hub-signature': forged, 'x-hub-signature-256': forged },
    ...{ 'x-slack-signature': forged.replace('sha256', 'v0'), 'x-slack-request-timestamp': '1787227200' },
  }),
}

/** A sender who signs. The headers include delivery ids, which the OpenAPI document does not describe. */
const signing = (header: string, secret: string): Caller => ({
  email: undefined,
  headersFor: (body = Buffer.alloc(0)) => ({
    [header]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-github-event': body.includes('"release"') ? 'release' : 'deployment_status',
    'x-github-delivery': randomUUID(),
    'x-atlassian-webhook-identifier': randomUUID(),
  }),
})

import { isDeepStrictEqual } from 'node:util'
import { PREFERENCES_LARGEST_BYTES } from '@aviary/contract/constants'
import * as endpoints from '@aviary/contract/session/endpoints'
import { type Call, Reply, type Route, redirect, serve, servePrepared } from '../../http/call.ts'
import { Conflict, InvalidInput } from '../../http/errors.ts'
import { seal, unseal } from '../../process/seal.ts'
import { createErrorReport } from '../operations/public.ts'
import {
  ANTI_FORGERY_COOKIE,
  readCookie,
  SESSION_COOKIE,
  SIGN_IN_COOKIE,
  toHostCookieName,
  writeCookie,
} from './cookies.ts'
import { redirectFailureToLogin } from './failed-sign-in.ts'
import { type OpeningParts, openSession } from './open-session.ts'
import * as queries from './queries.ts'
import { SESSION_LASTS_MS } from './sessions.ts'
import { SIGN_IN_LASTS_MS, type SignIn } from './sign-in.ts'
import { type Attempts, findAttempt, readAttempts, writeAttempts } from './sign-in-attempts.ts'
import { newSecret } from './tokens.ts'

type SignInSettings = { isSecure: boolean } & OpeningParts

export function sessionRoutes(signIn: SignIn, settings: SignInSettings): Route[] {
  const { isSecure, log } = settings
  const sessionCookie = toHostCookieName(SESSION_COOKIE, isSecure)
  const signInCookie = toHostCookieName(SIGN_IN_COOKIE, isSecure)
  const cookies = (sessionId: string, antiForgeryToken: string, maxAgeSeconds: number) => [
    writeCookie(sessionCookie, sessionId, { isSecure, maxAgeSeconds }),
    writeCookie(ANTI_FORGERY_COOKIE, antiForgeryToken, { isSecure, maxAgeSeconds, isScriptReadable: true }),
  ]
  const readAttemptsOf = ({ cookie }: Call['headers']) => readAttempts(readCookie(cookie, signInCookie))
  const attemptsCookie = (attempts: Attempts) =>
    writeCookie(signInCookie, writeAttempts(attempts), {
      isSecure,
      maxAgeSeconds: attempts.length === 0 ? 0 : SIGN_IN_LASTS_MS / 1000,
    })

  return [
    serve(endpoints.getUserId, async (call) => ({ data: await presentPerson(call) })),

    serve(endpoints.updateProfile, async (call) => {
      const { userId } = call.person()
      const { application, preferences, read_preferences: read } = call.body
      const keys = Object.keys(preferences)
      await queries.lockPreferences(call.db, userId)
      const before = await queries.getPreferences(call.db, userId)
      if (read && !isDeepStrictEqual(pick(read, keys), pick(before, keys)))
        throw new Conflict('Your settings were changed elsewhere since they were read', pick(before, keys))
      await queries.mergePreferences(call.db, { userId, application, preferences, updatedAt: call.now })
      if ((await queries.getPreferencesSize(call.db, userId)) > PREFERENCES_LARGEST_BYTES)
        throw preferencesTooLarge()
      const after = await queries.getPreferences(call.db, userId)
      call.audit({ application, before: pick(before, keys), after: pick(after, keys) })
      return { data: { preferences: after } }
    }),

    servePrepared(endpoints.signOut, {
      prepare: () => signIn.prepareSignOut(),
      handle: async (call, endAddress) => {
        const { idHash } = call.session()
        const ended = await queries.deleteSession(call.db, idHash)
        call.endsSession(idHash)
        const sessionId = readCookie(call.headers.cookie, sessionCookie) ?? ''
        const next = endAddress(ended?.idToken && unseal(ended.idToken, sessionId))
        return new Reply({ next }, { headers: { 'set-cookie': cookies('', '', 0) } })
      },
    }),

    serve(
      endpoints.reportError,
      async (call) => {
        await createErrorReport(call.db, {
          userEmail: call.person().email,
          report: call.body,
          createdAt: call.now,
        })
        return { reported: true as const }
      },
      { rateLimit: { max: 60, perSeconds: 60 }, largestBody: 64 * 1024 },
    ),

    serve(
      endpoints.startSignIn,
      ({ db, headers, now, query, requestId }) => {
        const run = async () => {
          const attempt = newSecret()
          const address = await signIn.start(db, { next: query.next, attempt, now })
          return redirect(address, [attemptsCookie([attempt, ...readAttemptsOf(headers)])])
        }
        return redirectFailureToLogin({ log, requestId, run })
      },
      { rateLimit: { max: 120, perSeconds: 60 } },
    ),

    serve(
      endpoints.finishSignIn,
      (call) => {
        // The cast is safe even if a parameter is repeated: `URLSearchParams` then joins its values with
        // commas.
        const query = new URLSearchParams(call.query as Record<string, string>)
        const attempts = readAttemptsOf(call.headers)
        const ended = findAttempt(attempts, query.get('state') ?? '')
        // Any site can send the browser here, so an attempt ends only if the request contains its `state`.
        const signInCookies = ended ? [attemptsCookie(attempts.filter((attempt) => attempt !== ended))] : []
        const run = async () => {
          const isOfBrowser = ended !== undefined
          const person = await signIn.finish(call.db, { query, isOfBrowser, now: call.now })
          const sessionId = newSecret()
          const antiForgeryToken = newSecret()
          const idToken = person.idToken && seal(person.idToken, sessionId)
          const formerSessionId = readCookie(call.headers.cookie, sessionCookie)
          const newSession = { ...person, idToken, sessionId, antiForgeryToken, formerSessionId }
          await openSession(call, newSession, settings)
          const sessionCookies = cookies(sessionId, antiForgeryToken, SESSION_LASTS_MS / 1000)
          return redirect(person.nextPath, [...sessionCookies, ...signInCookies])
        }
        return redirectFailureToLogin({ log, requestId: call.requestId, run, cookies: signInCookies })
      },
      { rateLimit: { max: 120, perSeconds: 60 } },
    ),
  ]
}

async function presentPerson(call: Call) {
  const person = call.person()
  return {
    email: person.email,
    preferences: await queries.getPreferences(call.db, person.userId),
    rights: { restricted_page_access: [...person.restrictedPageAccess] },
    authorization: {
      is_admin: person.authorization.is_admin,
      role_ids: [...person.authorization.role_ids],
      allowed_actions: [...person.authorization.allowed_actions],
    },
  }
}

function preferencesTooLarge(): InvalidInput {
  const message = 'With what you have saved before these are larger than 64 KB: delete what you do not use'
  return new InvalidInput(message, [{ path: 'body.preferences', message }])
}

const pick = (source: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, source[key] ?? null]))

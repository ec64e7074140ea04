import { mayCall } from '@aviary/contract/rights'
import * as endpoints from '@aviary/contract/setup/endpoints'
import { type Route, serve, servePrepared } from '../../http/call.ts'
import * as queries from './queries.ts'
import { recordAccepted, type TestMailSettings, tryTestMail } from './send-test-mail.ts'
import { areDone, readSources, readSteps, type SetupSettings } from './steps.ts'

const MAX_NAMED = 3
const OVER = { state: 'done' as const, administrators: [] }

export const setupRoutes = (settings: SetupSettings & TestMailSettings): Route[] => [
  serve(endpoints.getSetup, async (call) => {
    const { db, now } = call
    const { authorization, restrictedPageAccess: pages } = call.person()
    const { isOver, hasReported } = await queries.getProgress(db)
    if (isOver) return OVER
    const isTheirs = mayCall({ authorization, pages }, endpoints.hideSetup)
    const steps = isTheirs || hasReported ? await readSteps(db, settings, hasReported) : undefined
    if (steps && areDone(steps)) return OVER
    const administrators = await queries.listAdministrators(db, MAX_NAMED)
    if (!steps || !isTheirs) return { state: 'open' as const, administrators }
    const sources = { ...steps.sources, ...(await readSources(db, settings, now)) }
    return { state: 'open' as const, administrators, steps: { ...steps, sources } }
  }),

  servePrepared(endpoints.sendTestMail, {
    prepare: (call) => tryTestMail(call, settings),
    handle: recordAccepted,
  }),

  serve(endpoints.hideSetup, async (call) => {
    const before = await queries.getHidden(call.db)
    if (!before) await queries.updateSetup(call.db, { hiddenAt: call.now, hiddenBy: call.person().email })
    call.audit({ before: { is_hidden: before !== null }, after: { is_hidden: true } })
    call.changed('status')
    return { state: 'done' as const }
  }),
]

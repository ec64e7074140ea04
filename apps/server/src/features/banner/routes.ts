import * as endpoints from '@aviary/contract/banner/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import * as queries from './queries.ts'

const present = (row: { text: Record<string, string>; display: boolean } | undefined) => ({
  data: { text: { en: '', ...row?.text }, display: row?.display ?? false },
})

export const bannerRoutes: Route[] = [
  serveFromMemory(endpoints.getBanner, ['banner'], async (_, db) => ({
    answer: present(await queries.getBanner(db)),
  })),

  serve(endpoints.updateBanner, async (call) => {
    const before = await queries.getBanner(call.db)
    const { display, jira_id } = call.body
    const after = await queries.updateBannerRow(call.db, {
      display,
      updatedAt: call.now,
      updatedBy: call.person().email,
    })
    call.audit({ jira_id, before: { display: before?.display }, after: { display } })
    call.changed('banner')
    return present(after)
  }),
]

import { getBanner } from '@aviary/contract/banner/endpoints'
import { type Route, serveFromMemory } from '../../http/call.ts'
import { findBanner } from './queries.ts'

export const bannerRoutes: Route[] = [
  serveFromMemory(getBanner, ['banner'], async (_, db) => {
    const found = await findBanner(db)
    return { answer: { data: { text: { en: '', ...found?.text }, display: found?.display ?? false } } }
  }),
]

import { expect } from 'vitest'
import { type InUse, startUse } from './in-use.ts'
import { openAs, type Visit } from './visit.ts'

/** Messages of page and browser about an unreachable server, which are expected during a fault. */
const AWAY = /status of 50\d|: 50\d |net::ERR_|Failed to load resource/

/** Puts a server to use, with two browser pages that outlive the test. */
export async function useServer({ url, token }: { url: string; token: string }): Promise<InUse> {
  const visits = await Promise.all([openPage('support', url), openPage('subscriber', url)])
  const inUse = await startUse({ url, token, pages: visits.map(({ page }) => page) })
  return {
    ...inUse,
    end: async () => {
      const ended = await inUse.end()
      expect(visits.flatMap(({ complaints }) => complaints())).toEqual([])
      await Promise.all(visits.map(({ page }) => page.context().close()))
      return ended
    },
  }
}

async function openPage(role: 'support' | 'subscriber', baseUrl: string): Promise<Visit> {
  const visit = await openAs(role, '/', { baseUrl, outlivesTest: true })
  visit.allow(AWAY)
  await visit.page.getByText('Live', { exact: true }).waitFor()
  return visit
}

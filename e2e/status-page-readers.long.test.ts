import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { startStatusHost, startWidgetSite } from './support/status-hosts.ts'
import { expectAccessible, open } from './support/visit.ts'

let server: BuiltServer
let host: Awaited<ReturnType<typeof startStatusHost>>
let site: Awaited<ReturnType<typeof startWidgetSite>>
beforeAll(async () => {
  server = await startBuiltServer({ PUBLIC_STATUS: '/status' })
  host = await startStatusHost(server.url)
  site = await startWidgetSite(host.url)
})
afterAll(async () => {
  await site.close()
  await host.close()
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

test("Atlassian's widget on another site shows the state of a status page with a host of its own", async () => {
  const answer = await fetch(`${host.url}/api/v2/summary.json`)
  const { status } = (await answer.json()) as { status: { description: string } }
  const { page, allow } = await open('/', { baseUrl: site.url, apart: true })
  // A fault of how the widget was built; it works all the same.
  allow(/parcelRequire is not defined/)
  const widget = page.getByText(status.description, { exact: true })
  await widget.waitFor()
  await expect.poll(() => page.locator('statuspage-widget a').getAttribute('href')).toBe(host.url)
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'the ways to follow are found on the first page and on that of a data center, $width pixels wide',
  async (viewport) => {
    const { page } = await open('/', { baseUrl: host.url, viewport, apart: true })
    await page.getByRole('heading', { name: 'Follow' }).waitFor()
    for (const name of ['Atom feed', 'JSON feed', 'Calendar of maintenance', 'JSON']) {
      const href = await page.getByRole('link', { name, exact: true }).first().getAttribute('href')
      expect((await fetch(new URL(href ?? '', host.url))).status).toBe(200)
    }
    await page.locator('details[id^="s-"] > summary').first().click()
    await page
      .getByRole('link', { name: /^.+: Atom feed$/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('navigation', { name: 'Data centers' }).getByRole('link').nth(1).click()
    await page.getByRole('heading', { name: 'Follow' }).waitFor()
    const feed = page.getByRole('link', { name: 'Atom feed', exact: true })
    await expect.poll(() => feed.getAttribute('href')).toMatch(/data-centers\/[0-9a-v]{26}\/feed\.atom$/)
    await expectAccessible(page)
  },
)

test('a badge is a picture on other pages', async () => {
  const { page } = await open('/', { baseUrl: host.url, apart: true })
  const size = await page.evaluate(async () => {
    const image = new Image()
    image.src = '/badge.svg'
    await image.decode()
    return [image.naturalWidth > 60, image.naturalHeight]
  })
  expect(size).toEqual([true, 20])
})

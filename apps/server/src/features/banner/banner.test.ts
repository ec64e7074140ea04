import { getBanner, updateBanner } from '@aviary/contract/banner/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
})
afterAll(() => server.close())

test('the banner is hidden at first and has an English text', async () => {
  const person = await server.signInAs('subscriber')
  const { status, body } = await person.call(getBanner)
  expect(status).toBe(200)
  expect(body.data.display).toBe(false)
  expect(body.data.text.en).not.toBe('')
})

test('once shown, the banner stays shown', async () => {
  const body = { display: true, jira_id: 'Manual', source: manager.email, source_service: 'Aviary' }
  expect((await manager.call(updateBanner, { body })).body.data.display).toBe(true)
  expect((await manager.call(getBanner)).body.data.display).toBe(true)
  expect((await manager.call(updateBanner, { body: { display: 'N' } })).body.data.display).toBe(false)
  expect((await manager.call(getBanner)).body.data.display).toBe(false)
})

test('showing it needs the action and a valid value', async () => {
  const operator = await server.signInAs('operator')
  expect((await operator.call(updateBanner, { body: { display: true } })).status).toBe(403)
  const wrong = await manager.call(updateBanner, { body: { display: 'maybe' as 'Y' } })
  expect(wrong.status).toBe(400)
  expect((await manager.call(getBanner)).body.data.display).toBe(false)
})

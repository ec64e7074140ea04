import { getBanner } from '@aviary/contract/banner/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('the banner is hidden at first and has an English text', async () => {
  const person = await server.signInAs('subscriber')
  const { status, body } = await person.call(getBanner)
  expect(status).toBe(200)
  expect(body.data.display).toBe(false)
  expect(body.data.text.en).not.toBe('')
})

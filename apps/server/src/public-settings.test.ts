import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { publicSettings } from './public-settings.ts'

test.each([
  ['', null],
  ['/status', 'https://aviary.example/status/'],
  ['file:///srv/status,/a/b', 'https://aviary.example/a/b/'],
  ['file:///srv/status', 'https://status.acme.example/'],
])('with PUBLIC_STATUS=%s the address of the status page is %s', (PUBLIC_STATUS, address) => {
  const config = readConfig({ PUBLIC_STATUS, STATUS_SITE: 'https://status.acme.example' })
  expect(publicSettings(config, 'https://aviary.example').status_page).toBe(address)
})

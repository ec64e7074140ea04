import { expect, test } from 'vitest'
import { locateMailServer } from './mail-server-location.ts'

test('a mail server is on this machine only under a loopback name or address', () => {
  const located = (urls: string[]) => urls.map((url) => locateMailServer(url))
  expect(locateMailServer(undefined)).toBe('none')
  expect(
    new Set(
      located(['smtp://localhost', 'smtp://LOCALHOST:1025', 'smtps://u:p@127.0.0.2', 'smtp://[::1]:25']),
    ),
  ).toEqual(new Set(['this_machine']))
  expect(
    new Set(
      located([
        'smtp://mail.acme.example:587',
        'smtp://127.0.0.1.acme.example',
        'smtp://localhost.acme.example',
        'smtp://localhost@10.0.0.1',
        'smtp://[2001:db8::1]',
      ]),
    ),
  ).toEqual(new Set(['another_machine']))
})

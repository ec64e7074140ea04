import { expect, test } from 'vitest'
import { mailHtml } from './mail-look.ts'

test('styles a link as one, and escapes a name that reads as HTML', () => {
  const body = '<p>Go <a href="https://acme.example/x">there</a></p>'
  const mail = new DOMParser().parseFromString(
    mailHtml({ subject: '<b>Keys</b>', body, providerName: 'A & B' }),
    'text/html',
  ).body
  expect(mail.querySelector('a')?.getAttribute('style')).toContain('underline')
  expect(mail.querySelector('#subject')?.textContent).toBe('<b>Keys</b>')
  expect(mail.querySelector('#provider')?.textContent).toBe('A & B')
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../testing/render.tsx'
import { useStatusWord } from '../shared/names.ts'
import { closeAllToasts, readToasts } from '../ui/toast-store.ts'
import { TopBarTools } from './TopBarTools.tsx'

const severity = (id: number, system_key: string, display_value: string) => ({
  id,
  system_key,
  display_value,
  description: '',
})

const ENGLISH = { system_key: 'en', display_name: 'English' }
const GERMAN = { system_key: 'de', display_name: 'Deutsch' }

function Words() {
  const word = useStatusWord()
  return <p>{(['OUTAGE', 'PARTIAL_OUTAGE', 'NORMAL', 'NA'] as const).map(word).join(', ')}</p>
}

const open = (changed: Answers = {}) =>
  renderPage(
    <>
      <Words />
      <TopBarTools />
    </>,
    {
      'POST /api/get_user_id/': {
        data: {
          email: 'a@acme.example',
          preferences: {},
          rights: { restricted_page_access: [] },
          authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
        },
      },
      'GET /api/locales': { data: [ENGLISH] },
      'GET /api/open_severities/': {
        severity_list: [severity(4, 'OUTAGE', 'Brown-out'), severity(3, 'PARTIAL_OUTAGE', 'Partial outage')],
      },
      ...changed,
    },
  )

beforeEach(() => {
  localStorage.clear()
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('shows severity names of the server, and ours where it has none of its own', async () => {
  const { sent } = await open()
  expect(await screen.findByText('Brown-out, partial outage, normal, no data')).toBeTruthy()
  expect(sent.filter(({ url }) => url.pathname === '/api/open_severities/')).toHaveLength(1)
})

test('translates severity names in other languages', async () => {
  await open({ 'GET /api/locales': { data: [ENGLISH, GERMAN] } })
  await screen.findByText(/^Brown-out/)
  i18next.addResourceBundle('de', 'shell', { 'status.OUTAGE': 'Ausfall' })
  await i18next.changeLanguage('de')
  expect(await screen.findByText(/^Ausfall/)).toBeTruthy()
})

test('shows English once the chosen language is switched off, and keeps the choice', async () => {
  let data = [ENGLISH, GERMAN]
  const { client } = await open({ 'GET /api/locales': () => ({ data }) })
  await userEvent.click(await screen.findByRole('button', { name: /Language: English/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deutsch', hidden: true }))
  expect(await screen.findByRole('button', { name: /^DE/ })).toBeTruthy()
  data = [ENGLISH]
  await client.invalidateQueries({ queryKey: ['reference'] })
  expect(await screen.findByRole('button', { name: /^EN/ })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('aviary-language')).toBe('de')
})

test('reports a failed list with its reason and keeps our names', async () => {
  await open({ 'GET /api/open_severities/': new Refused(400, 'no list') })
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'An error from the server for severities', reason: 'no list' },
    ]),
  )
  expect(screen.getByText('outage, partial outage, normal, no data')).toBeTruthy()
})

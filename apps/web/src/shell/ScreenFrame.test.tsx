import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { SCREENS } from '../screens.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'

const getScreen = (path: string) => {
  const match = SCREENS.find((candidate) => candidate.path === path)
  if (!match) throw new Error(`There is no screen ${path}`)
  return match
}

test('shows the name of a forbidden screen, the action it needs, and a link back', async () => {
  const nobody = {
    data: {
      email: 'ada@acme.example',
      preferences: {},
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
    },
  }
  await renderPage(<ScreenFrame screen={getScreen('/incident/review')}>page</ScreenFrame>, {
    'POST /api/get_user_id/': nobody,
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident management' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'You may not open this page. It needs the action “Open incident management”. Ask an administrator for it.',
  )
  expect(screen.getByRole('link', { name: 'Back to active incidents' }).getAttribute('href')).toBe('/')
})

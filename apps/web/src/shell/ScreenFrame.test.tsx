import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { SCREENS } from '../screens.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'

const screenOf = (path: string) => {
  const found = SCREENS.find((one) => one.path === path)
  if (!found) throw new Error(`There is no screen ${path}`)
  return found
}

const administrator = {
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}

async function trailOf(path: string, person: object = administrator): Promise<(string | null)[][]> {
  await renderPage(<ScreenFrame screen={screenOf(path)}>page</ScreenFrame>, {
    'POST /api/get_user_id/': person,
  })
  const trail = await screen.findByRole('navigation', { name: 'Where you are' })
  return within(trail)
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null])
}

test('the trail leads from the page over the screen above it to the start', async () => {
  expect(await trailOf('/comm_history/u/$email')).toEqual([
    ['Active incidents', '/'],
    ['Subscriber search', '/comm_history'],
    ['Subscriber details', null],
  ])
})

test('a screen that one may not open oneself is not named as the one above', async () => {
  const mayComms = {
    data: {
      ...administrator.data,
      rights: { restricted_page_access: ['Comms'] },
      authorization: {
        is_admin: false,
        role_ids: [],
        allowed_actions: ['view_comms', 'view_security_incidents'],
      },
    },
  }
  expect(await trailOf('/comms/$id', mayComms)).toEqual([
    ['Active incidents', '/'],
    ['Comms', null],
  ])
})

test('a screen that is refused names itself, what it needs in words, and leads back', async () => {
  const nobody = {
    data: { ...administrator.data, authorization: { is_admin: false, role_ids: [], allowed_actions: [] } },
  }
  await renderPage(<ScreenFrame screen={screenOf('/incident/review')}>page</ScreenFrame>, {
    'POST /api/get_user_id/': nobody,
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident management' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'You may not open this page. It needs the action “Open incident management”. Ask an administrator for it.',
  )
  expect(screen.getByRole('link', { name: 'Back to active incidents' }).getAttribute('href')).toBe('/')
})

test('the start has no trail: it would say the heading twice', async () => {
  await renderPage(<ScreenFrame screen={screenOf('/')}>page</ScreenFrame>, {
    'POST /api/get_user_id/': administrator,
  })
  expect(await screen.findByText('page')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('every screen that another one names as the one above it is there', () => {
  const named = SCREENS.flatMap(({ parent }) => parent ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !SCREENS.some((one) => one.path === path))).toEqual([])
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { SCREENS } from '../screens.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'

const getScreen = (path: string) => {
  const match = SCREENS.find((candidate) => candidate.path === path)
  if (!match) throw new Error(`There is no screen ${path}`)
  return match
}

const administrator = {
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}

async function getTrail(path: string, person: object = administrator): Promise<(string | null)[][]> {
  await renderPage(<ScreenFrame screen={getScreen(path)}>page</ScreenFrame>, {
    'POST /api/get_user_id/': person,
  })
  const trail = await screen.findByRole('navigation', { name: 'Where you are' })
  return within(trail)
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null])
}

test('links from the page to its parent screen and the start page', async () => {
  expect(await getTrail('/comm_history/u/$email')).toEqual([
    ['Active incidents', '/'],
    ['Subscriber search', '/comm_history'],
    ['Subscriber details', null],
  ])
})

test('leaves out a parent screen that the person may not open', async () => {
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
  expect(await getTrail('/comms/$id', mayComms)).toEqual([
    ['Active incidents', '/'],
    ['Comms', null],
  ])
})

test('shows the name of a forbidden screen, the action it needs, and a link back', async () => {
  const nobody = {
    data: { ...administrator.data, authorization: { is_admin: false, role_ids: [], allowed_actions: [] } },
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

test('shows no trail on the start page', async () => {
  await renderPage(<ScreenFrame screen={getScreen('/')}>page</ScreenFrame>, {
    'POST /api/get_user_id/': administrator,
  })
  expect(await screen.findByText('page')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('knows every screen that another one names as its parent', () => {
  const parents = SCREENS.flatMap(({ parent }) => parent ?? [])
  expect(parents.length).toBeGreaterThan(0)
  expect(parents.filter((path) => !SCREENS.some((screen) => screen.path === path))).toEqual([])
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { SCREENS } from '../screens.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'

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
  await renderPage(<Breadcrumbs screen={getScreen(path)} />, {
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

test('on the start page there is its name alone', async () => {
  expect(await getTrail('/')).toEqual([['Active incidents', null]])
})

test('knows every screen that another one names as its parent', () => {
  const parents = SCREENS.flatMap(({ parent }) => parent ?? [])
  expect(parents.length).toBeGreaterThan(0)
  expect(parents.filter((path) => !SCREENS.some((screen) => screen.path === path))).toEqual([])
})

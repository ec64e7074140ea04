import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../testing/render.tsx'
import { dataCentersQuery } from '../shared/settings.ts'
import { Navigation } from './Navigation.tsx'

/** Loads the data centers, as main.tsx does before the first page. */
function Page() {
  useQuery(dataCentersQuery)
  return <Navigation />
}

const OSLO = { name: 'Oslo', system_name: 'oslo' }

const open = (allowed: string[], dataCenters: DataCenter[] = [OSLO], answers: Answers = {}) =>
  renderPage(<Page />, {
    ...answers,
    'POST /api/get_user_id/': {
      data: {
        email: 'rui.reader@acme.example',
        preferences: {},
        rights: { restricted_page_access: [] },
        authorization: { is_admin: false, role_ids: [1], allowed_actions: allowed },
      },
    },
    'GET /api/data_centers': { data_centers: dataCenters },
  })

const addressOf = async (name: string) => {
  const navigation = await screen.findByRole('navigation', { name: 'Main navigation' })
  return within(navigation).getByRole('link', { name }).getAttribute('href')
}

test.each([
  ['the specified data center where it exists', [OSLO, { name: 'us2', system_name: 'us2' }], '/dora/US2'],
  ['the first data center of another company', [OSLO, { name: 'Umeå', system_name: 'umea' }], '/dora/oslo'],
])('Dora leads to %s', async (_, dataCenters, address) => {
  await open(['view_dora'], dataCenters)
  await waitFor(async () => expect(await addressOf('Dora')).toBe(address))
})

test('who may only see the reference data finds its screens', async () => {
  await open(['view_reference_data'])
  expect(await addressOf('Reference data')).toBe('/administration/reference')
  expect(await addressOf('Company domains')).toBe('/administration/company_domains')
})

test('who may open Administration finds them there', async () => {
  await open(['view_reference_data', 'view_admin_page'])
  expect(await addressOf('Administration')).toBe('/administration')
  expect(screen.queryByRole('link', { name: 'Reference data' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Company domains' })).toBeNull()
})

const SETTINGS = {
  provider_name: 'Acme',
  product_key: 'acme',
  issue_tracker_link: 'https://tracker.example/browse/{id}',
  status_site: 'https://status.example',
  status_page: null,
  help_link: '/guide/post-a-message',
  is_demo: true,
  version: '0.0.0',
}

test.each([
  {
    leadsTo: 'the company’s wiki in a new tab',
    address: 'https://wiki.example/faq',
    name: 'FAQ (opens a new tab)',
    target: '_blank',
  },
  { leadsTo: 'the guide in this tab where no wiki is set up', address: '/guide', name: 'FAQ', target: null },
])('the FAQ leads to $leadsTo', async ({ address, name, target }) => {
  await open([], [OSLO], { 'GET /api/public_settings': { ...SETTINGS, faq_link: address } })
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe(address)
  expect(link.getAttribute('target')).toBe(target)
})

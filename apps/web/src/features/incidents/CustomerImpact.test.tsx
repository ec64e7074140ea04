import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { CustomerImpact } from './CustomerImpact.tsx'
import { useAffectedCompanies } from './use-incident.ts'

const ReportedImpact = () => (
  <CustomerImpact jiraId="OPI-7" companies={useAffectedCompanies('OPI-7', 3)} cis={[]} />
)

const company = (id: number, name: string | null) => ({
  id,
  name,
  entity_code: `E${id}`,
  data_center: 'us2',
})
const companies = [company(1, 'Alpine Bank'), company(2, 'Blue Foods'), company(3, null)]

const saved = (id: string, nickname: string, values: string[]): SavedImpactFilter => ({
  id,
  nickname,
  filters: [{ column_name: 'customer_name', values }],
  created_date: '2026-08-20',
})

const person = (allFilters: SavedImpactFilter[]) => ({
  data: {
    email: 'a@acme.example',
    preferences: { customer_impact_settings: { allFilters } },
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
  },
})

const toSaved = ({ body }: { body: unknown }) => ({ data: body })

async function open(changed: Answers = {}, path = '/details/OPI-7') {
  const { sent } = await renderPage(
    <ReportedImpact />,
    {
      'POST /api/get_user_id/': person([saved('1', 'Banks', ['bank']), saved('2', 'Food', ['food'])]),
      'GET /api/incidents/affected_companies/': { companies, more_results: false },
      'PUT /api/update_profile/': toSaved,
      ...changed,
    },
    path,
  )
  const part = await screen.findByRole('region', { name: 'Customer impact' })
  const stored = () =>
    sent
      .filter(({ method }) => method === 'PUT')
      .map(
        ({ body }) =>
          body as { preferences: { customer_impact_settings: { allFilters: SavedImpactFilter[] } } },
      )
      .map(({ preferences }) => preferences.customer_impact_settings.allFilters)
  return { part, stored }
}

const filterBox = (part: HTMLElement) =>
  within(part).getByRole<HTMLInputElement>('textbox', { name: 'Filter Customer Name' })
const press = (part: HTMLElement, name: string) => userEvent.click(within(part).getByRole('button', { name }))
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('filters, sort and page are read from the address', async () => {
  const { part } = await open({}, '/details/OPI-7?customer_name=BANK,food&sort=customer_name+desc')
  expect(await within(part).findByText('2 of 3 companies')).toBeTruthy()
  const names = within(part)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)
  expect(names).toEqual(['Blue Foods', 'Alpine Bank'])
})

test('while the companies load, no count is shown', async () => {
  const answer = Promise.withResolvers<object>()
  const { part } = await open({ 'GET /api/incidents/affected_companies/': () => answer.promise })
  await within(part).findByRole('table')
  expect(within(part).queryByText(/companies$/)).toBeNull()
  answer.resolve({ companies, more_results: false })
  expect(await within(part).findByText('3 of 3 companies')).toBeTruthy()
})

test('Saved Filters loads a filter', async () => {
  const { part, stored } = await open()
  await within(part).findByText('3 of 3 companies')
  await press(part, 'Saved Filters')
  await choose('Banks')
  expect(filterBox(part).value).toBe('bank')
  expect(await within(part).findByText('1 of 3 companies')).toBeTruthy()
  expect(stored()).toEqual([])
})

test('Save Filter As overwrites an existing filter and keeps its name and date', async () => {
  const { part, stored } = await open()
  await within(part).findByText('3 of 3 companies')
  await userEvent.type(filterBox(part), 'alpine')
  await press(part, 'Save Filter As')
  await choose('Food')
  await waitFor(() => expect(stored()).toHaveLength(1))
  expect(stored()[0]).toEqual([saved('1', 'Banks', ['bank']), saved('2', 'Food', ['alpine'])])
})

test('Manage Saved Settings deletes on Save and not on Cancel', async () => {
  const { part, stored } = await open()
  await within(part).findByText('3 of 3 companies')
  for (const end of ['Cancel', 'Save']) {
    await press(part, 'Manage Saved Settings')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Banks/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: end }))
    // Cancel asks only before it discards typed text, not before it discards a tick.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stored()).toHaveLength(end === 'Save' ? 1 : 0)
  }
  expect(stored()[0]).toEqual([saved('2', 'Food', ['food'])])
})

/** A server where another window has changed the filters since the page read them. */
const changedElsewhere = (now: SavedImpactFilter[]) => {
  let isFirst = true
  return {
    'POST /api/get_user_id/': () => {
      const before = isFirst ? [saved('1', 'Banks', ['bank']), saved('2', 'Food', ['food'])] : now
      isFirst = false
      return person(before)
    },
    'PUT /api/update_profile/': ({ body }: { body: unknown }) => {
      const { read_preferences: read } = body as { read_preferences: object }
      const isFresh = JSON.stringify(read) === JSON.stringify(toSettings(now))
      return isFresh ? toSaved({ body }) : new Refused(409, 'changed elsewhere')
    },
  }
}
const toSettings = (allFilters: SavedImpactFilter[]) => ({ customer_impact_settings: { allFilters } })
const create = async (part: HTMLElement, name: string) =>
  userEvent.type(await within(part).findByRole('textbox', { name: 'Name of a new filter' }), `${name}{Enter}`)

test('a filter saved meanwhile in another window is kept, and a toast says so', async () => {
  const elsewhere = [saved('2', 'Food', ['food']), saved('3', 'Elsewhere', ['x'])]
  const { part, stored } = await open(changedElsewhere(elsewhere))
  await create(part, 'Mine')
  await waitFor(() =>
    expect(readToasts()[0]?.message).toBe(
      'Customer Impact tile settings updated, together with changes made in another window',
    ),
  )
  expect(stored()).toHaveLength(2)
  expect(stored()[1]?.map(({ nickname }) => nickname)).toEqual(['Food', 'Elsewhere', 'Mine'])
  await press(part, 'Saved Filters')
  expect(await screen.findByRole('menuitem', { name: 'Elsewhere', hidden: true })).toBeTruthy()
})

test('a filter deleted in another window is not overwritten', async () => {
  const { part, stored } = await open(changedElsewhere([saved('1', 'Banks', ['bank'])]))
  await within(part).findByText('3 of 3 companies')
  await press(part, 'Save Filter As')
  await choose('Food')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      kind: 'error',
      reason: 'The filter Food was deleted in another window',
    }),
  )
  expect(stored()).toHaveLength(1)
})

test.each([
  ['here', ' banks ', {}],
  ['in another window', 'Mine', changedElsewhere([saved('3', 'mine', [])])],
])('a name that a filter has %s is rejected beside the field', async (_, name, answers) => {
  const { part } = await open(answers)
  await create(part, name)
  expect(await within(part).findByText('There already is a filter of this name')).toBeTruthy()
  const box = within(part).getByRole('textbox', { name: 'Name of a new filter' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(readToasts()).toEqual([])
})

test('a failure to save the settings is reported with its reason', async () => {
  const { part } = await open({ 'PUT /api/update_profile/': new Refused(400, 'not today') })
  await userEvent.type(
    await within(part).findByRole('textbox', { name: 'Name of a new filter' }),
    'Mine{Enter}',
  )
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      kind: 'error',
      message: 'Unable to update your Customer Impact tile settings.',
      reason: 'not today',
    }),
  )
})

test('when the companies cannot be loaded, no count is shown', async () => {
  const { part } = await open({ 'GET /api/incidents/affected_companies/': new Refused(400, 'no list') })
  expect((await within(part).findByRole('alert')).textContent).toContain(
    'Unable to check for affected companies',
  )
  expect(within(part).queryByRole('table')).toBeNull()
  expect(part.textContent).not.toContain('No companies are known')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'Unable to check for affected companies',
      reason: 'no list',
    }),
  )
})

const mayLookUp = {
  'POST /api/get_user_id/': {
    data: {
      ...person([]).data,
      authorization: { is_admin: false, role_ids: [], allowed_actions: ['view_dora'] },
    },
  },
}
const dependent = { companies: [company(9, 'Depends Ltd')], more_results: false }
const AT_CIS = '/details/OPI-7?impactCis=login%252C%20web,queue&impactServices=Expense&impactDataCenters=us2'

test('with CIs in the URL, the companies that depend on them are listed and marked as calculated', async () => {
  const requests: URLSearchParams[] = []
  const { part } = await open(
    {
      ...mayLookUp,
      'GET /api/affectedcompanies/companies/': ({ url }: { url: URL }) => {
        requests.push(url.searchParams)
        return dependent
      },
    },
    AT_CIS,
  )
  await within(part).findByText('Depends Ltd')
  expect(requests[0]?.get('cis')).toBe('login%2C web,queue')
  expect([requests[0]?.get('services'), requests[0]?.get('data_centers')]).toEqual(['Expense', 'us2'])
  expect(part.textContent).toContain('Companies that depend on login, web and queue. They are reckoned')
  await press(part, 'Show the reported companies')
  expect(await screen.findByText('Alpine Bank')).toBeTruthy()
})

test('without the permission to look impacts up, the URL is ignored and the reported companies show', async () => {
  const { part } = await open({}, AT_CIS)
  await within(part).findByText('Alpine Bank')
  expect(within(part).queryByRole('button', { name: /CIs/ })).toBeNull()
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Customer impact', 'Entity ID', open)
})

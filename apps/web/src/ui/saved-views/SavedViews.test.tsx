import type { SavedView } from '@aviary/contract/session/saved-views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../toast-store.ts'
import { SavedViews } from './SavedViews.tsx'

const failed: SavedView = { path: '/deliveries', name: 'Failed', search: '?state=failed' }
const elsewhere: SavedView = { path: '/audit', name: 'Ada', search: '?email=ada' }

const person = (saved_views: readonly SavedView[]) => ({
  data: {
    email: 'a@acme.example',
    preferences: { saved_views },
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
  },
})

beforeEach(closeAllToasts)

const open = async (stored: readonly SavedView[], path: string, answers: Answers = {}) => {
  const { sent } = await renderPage(
    <SavedViews />,
    {
      'POST /api/get_user_id/': person(stored),
      'PUT /api/update_profile/': ({ body }: { body: unknown }) => ({
        data: { preferences: (body as { preferences: object }).preferences },
      }),
      ...answers,
    },
    path,
  )
  return () =>
    sent.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, unknown>)
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('the URL is saved under a name, without its page, and other views are kept', async () => {
  const saves = await open([elsewhere], '/deliveries?state=failed&page=3&company_id=7')
  await press('Saved views')
  expect(screen.getByText(/^No view saved yet/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(screen.getByLabelText('Name'), ' Acme, failed {Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  const saved = { path: '/deliveries', name: 'Acme, failed', search: '?company_id=7&state=failed' }
  expect(saves()).toMatchObject([
    { preferences: { saved_views: [elsewhere, saved] }, read_preferences: { saved_views: [elsewhere] } },
  ])
  // The button now names the view that the URL shows.
  await screen.findByRole('button', { name: 'Saved view: Acme, failed' })
})

test('a view of this screen is a link to its filters; one of another screen is not offered', async () => {
  await open([failed, elsewhere], '/deliveries')
  await press('Saved views')
  const links = within(screen.getByRole('list')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Failed', '/deliveries?state=failed'],
  ])
})

test('the same name replaces a view, whatever its case, and says so before', async () => {
  const saves = await open([failed], '/deliveries?state=sent')
  await press('Saved views')
  await userEvent.type(screen.getByLabelText('Name'), 'FAILED')
  expect(screen.getByText('Replaces the view of this name')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]).toMatchObject({
    preferences: { saved_views: [{ ...failed, name: 'FAILED', search: '?state=sent' }] },
  })
})

test('a view is deleted from what another window has saved meanwhile', async () => {
  let isFirst = true
  const saves = await open([failed], '/deliveries?state=failed', {
    'POST /api/get_user_id/': () => {
      const stored = isFirst ? [failed] : [failed, elsewhere]
      isFirst = false
      return person(stored)
    },
    'PUT /api/update_profile/': ({ body }: { body: unknown }) => {
      const { preferences, read_preferences } = body as Record<string, { saved_views: SavedView[] }>
      if (read_preferences?.saved_views.length !== 2) return new Refused(409, 'changed elsewhere')
      return { data: { preferences } }
    },
  })
  await press('Saved view: Failed')
  await press('Delete the view Failed')
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toMatchObject({ preferences: { saved_views: [elsewhere] } })
  await screen.findByText(/^No view saved yet/)
})

test('a refusal is reported and keeps the name', async () => {
  await open([], '/audit?email=ada', {
    'PUT /api/update_profile/': new Refused(400, 'are larger than 64 KB: delete what you do not use'),
  })
  await press('Saved views')
  await userEvent.type(screen.getByLabelText('Name'), 'Mine{Enter}')
  await waitFor(() => expect(readToasts()[0]).toMatchObject({ message: 'Unable to save the view' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
})

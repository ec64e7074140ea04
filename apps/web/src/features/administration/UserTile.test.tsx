import type { AdminUser } from '@aviary/contract/administration/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, type Sent } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { answerUsers } from '../../../testing/users.ts'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { UserTile } from './UserTile.tsx'

const user = (user_id: number): AdminUser => ({
  user_id,
  email: `person-${String(user_id).padStart(2, '0')}@acme.example`,
  ...{ role_ids: [], roles_display: [], hand_role_ids: [], provider_role_ids: [], actions_display: [] },
  ...{ is_admin: false, restricted_page_access: [], version: 1 },
})

let users: AdminUser[]
beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
  users = Array.from({ length: 60 }, (_, index) => user(index + 1))
})

const open = (at = '/') =>
  renderPage(
    <main tabIndex={-1}>
      <UserTile />
    </main>,
    {
      'POST /api/get_user_id/': {
        data: {
          email: 'ada@acme.example',
          preferences: {},
          rights: { restricted_page_access: [] },
          authorization: { is_admin: true, role_ids: [1], allowed_actions: [] },
        },
      },
      'GET /auth/production/get_users': answerUsers(() => users),
      'GET /auth/production/get_roles': { roles: [] },
      'POST /auth/production/create_user': ({ body }: { body: unknown }) => {
        users = [...users, { ...user(users.length + 1), email: (body as { email: string }).email }]
        return { user: users.at(-1) }
      },
      'DELETE /auth/production/delete_user': ({ body }: { body: unknown }) => {
        const { user_id } = body as { user_id: number }
        users = users.filter((one) => one.user_id !== user_id)
        return { user_id }
      },
    },
    at,
  )

const asked = (sent: readonly Sent[]) =>
  sent.filter(({ url }) => url.pathname.endsWith('/get_users')).map(({ url }) => url.searchParams)

test('asks for a page, and only for users that the filter means', async () => {
  const { sent } = await open()
  await screen.findByText('person-25@acme.example')
  expect(screen.queryByText('person-26@acme.example')).toBeNull()
  screen.getByText('60 of 60')
  screen.getByRole('button', { name: /^Columns/ })
  await userEvent.click(screen.getByRole('button', { name: /Next/ }))
  await screen.findByText('person-50@acme.example')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by email or role' }), 'person-0')
  await screen.findByText('9 of 60')
  await screen.findByText('person-09@acme.example')
  const params = asked(sent).map((query) => Object.fromEntries(query))
  expect(params.every(({ response_size }) => response_size === '25')).toBe(true)
  expect(params.at(-1)).toMatchObject({ search: 'person-0', start_at: '0' })
})

test('has the server sort by the column that is pressed', async () => {
  const { sent } = await open('/?users_page=2')
  await screen.findByText('person-50@acme.example')
  await userEvent.click(screen.getByRole('button', { name: /^Roles/ }))
  await waitFor(() =>
    expect(Object.fromEntries(asked(sent).at(-1) ?? [])).toMatchObject({
      ...{ sort_col: 'roles', sort_direction: 'ASC', start_at: '0' },
    }),
  )
})

test('goes to the last page that is left after a deletion', async () => {
  users = users.slice(0, 26)
  await open('/?users_page=2')
  await chooseAction('Delete', 'person-26@acme.example')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('person-01@acme.example')
  screen.getByText('25 of 25')
})

test('refuses an address that somebody on another page has', async () => {
  await open()
  await screen.findByText('person-25@acme.example')
  await userEvent.click(screen.getByRole('button', { name: /Create|Add/ }))
  const form = await screen.findByRole('dialog')
  const address = within(form).getByRole('textbox', { name: 'Email' })
  await userEvent.type(address, 'PERSON-60@acme.example')
  expect(await within(form).findAllByText('Email Already Exists')).not.toEqual([])
  await userEvent.clear(address)
  await userEvent.type(address, 'person-61@acme.example')
  const save = within(form).getByRole<HTMLButtonElement>('button', { name: /Create|Save/ })
  await waitFor(() => expect(save.disabled).toBe(false))
  await userEvent.click(save)
  await screen.findByText('61 of 61')
})

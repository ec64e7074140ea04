import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { TokenTile } from './TokenTile.tsx'

const DAY_MS = 24 * 3600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const personal = (token_id: number, signedInDaysAgo: number, changes: Partial<ServiceTokenInfo> = {}) => ({
  token_id,
  ...{ name: `laptop ${token_id}`, hint: '8fQ2', owner: 'sam@acme.example', created_by: 'sam@acme.example' },
  ...{ scopes: ['read:status'], created_date: daysAgo(40), expires_date: daysAgo(-100), revoked_date: null },
  ...{ last_used_date: null, old_secret_until: null, version: 'a' },
  owner_signed_in_date: daysAgo(signedInDaysAgo),
  ...changes,
})

test('a token whose owner has not signed in for 30 days is inactive, unless it has ended for good', async () => {
  await renderPage(
    <main tabIndex={-1}>
      <TokenTile />
    </main>,
    {
      'GET /api/service_tokens/': {
        tokens: [
          personal(1, 29),
          personal(2, 31),
          personal(3, 31, { revoked_date: daysAgo(1) }),
          personal(4, 31, { expires_date: daysAgo(1) }),
        ],
      },
    },
  )
  const stateOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr') as HTMLElement
    return ['Live', 'Inactive', 'Revoked', 'Expired'].filter((state) => within(row).queryByText(state))
  }
  expect(await Promise.all([1, 2, 3, 4].map((id) => stateOf(`laptop ${id}`)))).toEqual([
    ['Live'],
    ['Inactive'],
    ['Revoked'],
    ['Expired'],
  ])
})

import { SCOPES, type Scope, WRITE_SCOPES } from '@aviary/contract/scopes'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { ScopeFields } from './ScopeFields.tsx'

let chosen: readonly Scope[] = []

function Form() {
  const [scopes, setScopes] = useState<readonly Scope[]>(['read:audit'])
  chosen = scopes
  return <ScopeFields offered={SCOPES} chosen={scopes} onChange={setScopes} />
}

test('scopes stand in groups by what they allow, each with a text, and keep their order', async () => {
  await renderPage(<Form />, {})
  await screen.findByRole('group', { name: 'Scopes' })
  const listIn = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('checkbox')
      .map((box) => document.querySelector(`label[for="${box.id}"]`)?.textContent)
  expect(listIn('Read').every((name) => name?.startsWith('read:'))).toBe(true)
  expect(listIn('Write')).toEqual([...WRITE_SCOPES])
  expect(listIn('Send data')).toContain('webhook:alertmanager')
  expect(listIn('Scopes').toSorted()).toEqual(SCOPES.toSorted())

  const outside = screen.getByRole('checkbox', { name: 'broadcast:external' })
  const help = document.getElementById(outside.getAttribute('aria-describedby') ?? '')
  expect(help?.textContent).toContain('reach people outside, after a preview')
  await userEvent.click(outside)
  await userEvent.click(screen.getByRole('checkbox', { name: 'read:status' }))
  expect(chosen).toEqual(['read:status', 'read:audit', 'broadcast:external'])
})

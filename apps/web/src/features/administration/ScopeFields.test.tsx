import { SCOPES, type Scope, WRITE_SCOPES } from '@aviary/contract/scopes'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { ScopeFields } from './ScopeFields.tsx'

let chosen: readonly Scope[] = []

function Form({ allowed }: { allowed?: readonly string[] }) {
  const [scopes, setScopes] = useState<readonly Scope[]>(['read:audit'])
  chosen = scopes
  return <ScopeFields offered={SCOPES} allowed={allowed} chosen={scopes} onChange={setScopes} />
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

test('a scope that the person’s rights do not allow says so; one that the token has can be taken away and back', async () => {
  await renderPage(<Form allowed={['read:status']} />, {})
  await screen.findByRole('group', { name: 'Scopes' })
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const textAt = (name: string) =>
    document.getElementById(box(name).getAttribute('aria-describedby') ?? '')?.textContent
  expect(box('read:changes').disabled).toBe(true)
  expect(textAt('read:changes')).toContain('Your rights do not allow this now')
  expect(textAt('read:audit')).toContain('Your rights do not allow this now')
  expect(textAt('read:status')).not.toContain('Your rights')
  await userEvent.click(box('read:audit'))
  expect(chosen).toEqual([])
  await userEvent.click(box('read:audit'))
  expect(chosen).toEqual(['read:audit'])
})

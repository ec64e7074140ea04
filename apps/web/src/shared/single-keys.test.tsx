import { Menu } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Shortcuts } from '../shell/Shortcuts.tsx'
import { FilterBox } from '../ui/FilterBox.tsx'
import { FilterChip } from '../ui/FilterChip.tsx'
import { chooseSingleKeys } from './single-keys.ts'

const SESSION = {
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
  },
}

function Birds() {
  const [pressed, setPressed] = useState(0)
  const [text, setText] = useState('')
  return (
    <>
      <Shortcuts />
      <FilterChip pageKey="1" isPressed={false} count={pressed} onClick={() => setPressed(pressed + 1)}>
        Ringed
      </FilterChip>
      <FilterBox label="Filter" text={text} onChange={setText} />
      <div role="toolbar" aria-label="Tools">
        <button type="button">Bold</button>
      </div>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Fly</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

async function open() {
  await renderPage(<Birds />, { 'POST /api/get_user_id/': SESSION })
  return screen.findByRole('button', { name: /^Ringed/ })
}

afterEach(() => chooseSingleKeys(true))

test('a key presses its control, a held one once, and / goes to the filter without being typed', async () => {
  const chip = await open()
  expect(chip.getAttribute('aria-keyshortcuts')).toBe('1')
  await userEvent.keyboard('1')
  fireEvent.keyDown(document.body, { key: '1', repeat: true })
  expect(chip.textContent).toBe('Ringed1')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Filter'))
  await userEvent.keyboard('1/')
  expect(screen.getByLabelText<HTMLInputElement>('Filter').value).toBe('1/')
  expect(chip.textContent).toBe('Ringed1')
})

test('keys are off in a toolbar, with Ctrl, while a word is composed, and while a menu is open', async () => {
  const chip = await open()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Bold' }), { key: '1' })
  fireEvent.keyDown(document.body, { key: '1', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: '1', isComposing: true })
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Fly', hidden: true })
  fireEvent.keyDown(document.body, { key: '1' })
  expect(chip.textContent).toBe('Ringed0')
})

test('the list of shortcuts has a switch that turns single keys off; this browser keeps it', async () => {
  const chip = await open()
  await userEvent.keyboard('?')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Shortcuts of a single key' }))
  await userEvent.keyboard('{Escape}')
  expect(chip.hasAttribute('aria-keyshortcuts')).toBe(false)
  await userEvent.keyboard('1?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(chip.textContent).toBe('Ringed0')
  expect(localStorage.getItem('single-keys')).toBe('off')
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { DisabledButton } from './DisabledButton.tsx'

/** Includes hidden elements: without layout the component library takes the button to be out of sight. */
const tooltip = () => screen.queryByRole('tooltip', { hidden: true })
const shown = () => screen.findByRole('tooltip', { hidden: true })
const gone = () => waitFor(() => expect(tooltip()).toBeNull())

function SendOnce() {
  const [reason, setReason] = useState<string>()
  return (
    <DisabledButton disabledReason={reason} onClick={() => setReason('It was sent')}>
      Send
    </DisabledButton>
  )
}

const open = async (reason: string) => {
  await renderPage(<DisabledButton disabledReason={reason}>Send</DisabledButton>, {})
  return screen.findByRole('button', { name: 'Send' })
}

test('the reason shows while the mouse is on the button, and describes it', async () => {
  const button = await open('You are offline')
  expect(tooltip()).toBeNull()
  await userEvent.hover(button)
  expect((await shown()).textContent).toBe('You are offline')
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('You are offline')
  await userEvent.unhover(button)
  await gone()
  expect(button.getAttribute('aria-describedby')).toBeNull()
})

test('the reason shows while the button has the focus, until Escape', async () => {
  const button = await open('You are offline')
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await shown()
  await userEvent.keyboard('{Escape}')
  await gone()
})

test('hidden by Escape, the reason shows again at the next visit of the mouse', async () => {
  const button = await open('You are offline')
  await userEvent.hover(button)
  await shown()
  await userEvent.keyboard('{Escape}')
  await userEvent.pointer([{ target: button }, { target: button }])
  await gone()
  await userEvent.unhover(button)
  await userEvent.hover(button)
  await shown()
})

test('a press that disables the button leaves the focus on it, and shows the reason when the mouse moves', async () => {
  await renderPage(<SendOnce />, {})
  const button = await screen.findByRole('button', { name: 'Send' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(tooltip()).toBeNull()
  await userEvent.pointer([{ target: document.body }, { target: button }])
  await shown()
})

test('a reason without words has no tooltip', async () => {
  const button = await open('')
  await userEvent.hover(button)
  expect(tooltip()).toBeNull()
})

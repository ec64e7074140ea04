import { Popover, TextInput } from '@mantine/core'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogForm } from './DialogForm.tsx'

type Shown = { reason?: string; needsPress?: boolean; isNeverBusy?: boolean }
type BirdsProps = Shown & { sent: string[] }

function Birds({ reason, needsPress = false, isNeverBusy = false, sent }: BirdsProps) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog title="A bird" isDirty={name !== ''} onClose={() => undefined}>
      {(close) => (
        <DialogForm
          submit="Ring it"
          reason={reason}
          needsPress={needsPress}
          isBusy={isBusy}
          onCancel={close}
          onSubmit={() => {
            sent.push(name)
            if (!isNeverBusy) setBusy(true)
          }}
        >
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <input type="date" aria-label="Ringed" />
          <Popover opened withinPortal trapFocus={false}>
            <Popover.Target>
              <span />
            </Popover.Target>
            <Popover.Dropdown>
              <input aria-label="In a popover" />
            </Popover.Dropdown>
          </Popover>
        </DialogForm>
      )}
    </Dialog>
  )
}

async function open(shown: Shown = {}) {
  const sent: string[] = []
  await renderPage(<Birds {...shown} sent={sent} />, {})
  return { sent, name: await screen.findByLabelText('Name') }
}

test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
  'the filled button of a dialog is pressed by %s, from a field and from beside it, once',
  async (keys) => {
    const { sent, name } = await open()
    await userEvent.type(name, 'wren')
    await userEvent.keyboard(keys)
    await userEvent.keyboard(keys)
    expect(sent).toEqual(['wren'])
  },
)

test('a held key, and a second press before anything is rendered, submit nothing more', async () => {
  const { sent, name } = await open({ isNeverBusy: true })
  const press = (more: object = {}) => fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true, ...more })
  press()
  press()
  press({ repeat: true })
  expect(sent).toHaveLength(1)
  await waitFor(() => {
    press()
    expect(sent).toHaveLength(2)
  })
})

test.each<[string, Shown]>([
  ['while the button is disabled', { reason: 'No rings are left' }],
  ['where the button sends at once', { needsPress: true }],
])('Ctrl Enter submits nothing %s', async (_, shown) => {
  const { sent, name } = await open(shown)
  const event = createEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
  fireEvent(name, event)
  expect(event.defaultPrevented).toBe(true)
  expect(sent).toEqual([])
})

test('Ctrl Enter submits nothing in a popover, while a word is composed, and while the dialog asks', async () => {
  const { sent, name } = await open()
  const submit = (target: Element, more: object = {}) =>
    fireEvent.keyDown(target, { key: 'Enter', ctrlKey: true, ...more })
  submit(screen.getByLabelText('In a popover'))
  submit(name, { isComposing: true })
  submit(name, { shiftKey: true })
  await userEvent.type(name, 'wren')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  submit(screen.getByRole('alert'))
  expect(sent).toEqual([])
})

test('Ctrl Enter submits no half-typed date', async () => {
  const { sent, name } = await open()
  const date = screen.getByLabelText<HTMLInputElement>('Ringed')
  Object.defineProperty(date, 'validity', { value: { badInput: true } })
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
  expect(sent).toEqual([])
})

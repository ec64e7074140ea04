import { useLocation } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { FindIncidentPage } from './FindIncidentPage.tsx'

const Where = () => <p data-testid="where">{useLocation().pathname}</p>

async function open() {
  await renderPage(
    <>
      <Where />
      <FindIncidentPage />
    </>,
    {},
    '/details',
  )
  return screen.findByRole('textbox', { name: /Incident id/ })
}

beforeEach(() => {
  vi.unstubAllGlobals()
})

test('a typed id is opened in the spelling of the tracker', async () => {
  await userEvent.type(await open(), ' opi-1801 ')
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/details/OPI-1801'))
})

test.each(['OPI', '1801', 'OPI-', 'OPI-18/01'])(
  '%s is rejected as an id, and the field says what an id looks like',
  async (text) => {
    const box = await open()
    await userEvent.type(box, `${text}{Enter}`)
    await userEvent.tab()
    expect(screen.getByText(/^Type letters, a hyphen and digits/)).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Open' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByTestId('where').textContent).toBe('/details')
  },
)

test('the page links to the active incidents', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Incident details')
  expect(screen.getByRole('link', { name: 'To active incidents' }).getAttribute('href')).toBe('/')
})

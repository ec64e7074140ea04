import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Term } from './Term.tsx'

/**
 * Query option that includes hidden elements. The test DOM has no layout, so the component library assumes that the
 * word is scrolled out of sight and hides its tooltip.
 */
const SHOWN = { hidden: true }
const EXPLANATION = /^Dora tells which companies depend on a CI/
const open = async () => {
  await renderPage(
    <h1>
      <Term name="dora">Dora</Term>
    </h1>,
    {},
  )
  return screen.findByText('Dora')
}
const tooltip = () => screen.queryByRole('tooltip', SHOWN)

test('a term is described by its explanation, which is no part of the heading', async () => {
  const term = await open()
  const description = document.getElementById(term.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toMatch(EXPLANATION)
  expect(screen.getByRole('heading', { name: 'Dora' })).toBeTruthy()
  expect(tooltip()).toBeNull()
})

test('the explanation shows on hover', async () => {
  const term = await open()
  await userEvent.hover(term)
  expect((await screen.findByRole('tooltip', SHOWN)).textContent).toMatch(EXPLANATION)
  await userEvent.unhover(term)
  await waitFor(() => expect(tooltip()).toBeNull())
})

test('the explanation shows while the term has the focus, until Escape', async () => {
  const term = await open()
  await userEvent.tab()
  expect(document.activeElement).toBe(term)
  expect((await screen.findByRole('tooltip', SHOWN)).textContent).toMatch(EXPLANATION)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(tooltip()).toBeNull())
})

test('after a tap the explanation stays while the focus does, also when the mouse is elsewhere', async () => {
  const term = await open()
  await userEvent.click(term)
  await userEvent.unhover(term)
  expect(await screen.findByRole('tooltip', SHOWN)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(tooltip()).toBeNull())
  await userEvent.click(term)
  await userEvent.unhover(term)
  expect(await screen.findByRole('tooltip', SHOWN)).toBeTruthy()
  await userEvent.tab()
  await waitFor(() => expect(tooltip()).toBeNull())
})

test('a tap on a term in a label leaves the field alone', async () => {
  await renderPage(
    <label>
      <Term name="ci">CIs</Term>
      <input />
    </label>,
    {},
  )
  await userEvent.click(await screen.findByText('CIs'))
  expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: 'CIs' }))
})

import { useLocation } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { GuideScreen } from './GuideScreen.tsx'

const CurrentUrl = () => <p data-testid="where">{useLocation().href}</p>

const open = (at: string) =>
  renderPage(
    <>
      <CurrentUrl />
      <GuideScreen />
    </>,
    {},
    at,
  )
const where = () => screen.getByTestId('where').textContent
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('the contents lead to every page, within the app', async () => {
  await open('/guide')
  await title('Using Aviary')
  const article = screen.getByRole('article')
  expect(article.lang).toBe('en')
  await userEvent.click(within(article).getByRole('link', { name: 'Post a message' }))
  await title('Post a message about an incident')
  expect(where()).toBe('/guide/post-a-message')
  await userEvent.click(screen.getByRole('link', { name: 'Contents of the guide' }))
  await title('Using Aviary')
  expect(where()).toBe('/guide')
})

test('a page has a list of all pages and of its sections, and its pictures', async () => {
  await open('/guide/post-a-message')
  await title('Post a message about an incident')
  const pages = screen.getByRole('navigation', { name: 'Pages of the guide' })
  const current = await within(pages).findByRole('link', { current: 'page' })
  expect(current.textContent).toBe('Post a message about an incident')
  expect(within(pages).getByRole('link', { name: 'Show the banner' }).getAttribute('href')).toBe(
    '/guide/post-a-message#show-the-banner',
  )
  expect(within(pages).getAllByRole('link').length).toBeGreaterThan(15)
  const picture = screen.getByRole('img', { name: /^The form of a message/ })
  expect(picture.getAttribute('src')).toMatch(/create-message.*\.png$/)
})

test('the section of the address has the focus, also after a link to it', async () => {
  await open('/guide/post-a-message#in-japanese')
  await title('Post a message about an incident')
  await waitFor(() => expect(document.activeElement?.id).toBe('in-japanese'))
  await userEvent.click(within(screen.getByRole('article')).getByRole('link', { name: 'Show the banner' }))
  await waitFor(() => expect(document.activeElement?.id).toBe('show-the-banner'))
  expect(where()).toBe('/guide/post-a-message#show-the-banner')
})

test('an unknown page says so and leads to the contents', async () => {
  await open('/guide/nothing')
  await title('This page is not in the guide')
  expect(screen.getByText(/“nothing”/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contents of the guide' }).getAttribute('href')).toBe('/guide')
  expect(screen.getByRole('navigation', { name: 'Pages of the guide' })).toBeTruthy()
})

test('readers of other languages are told that the guide is in English', async () => {
  await open('/guide')
  await title('Using Aviary')
  expect(screen.queryByText('The guide is in English.')).toBeNull()
  await i18next.changeLanguage('de')
  expect(await screen.findByText('The guide is in English.')).toBeTruthy()
})

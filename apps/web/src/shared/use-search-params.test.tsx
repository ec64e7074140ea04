import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSearchParams } from './use-search-params.ts'

/** Writes a filter on click, as a debounced input does. */
function FirstScreen() {
  const { read, write } = useSearchParams()
  return (
    <button type="button" onClick={() => write({ filter: 'mail', page: '' })}>
      first {read('filter')}
    </button>
  )
}

const SecondScreen = () => <p>second</p>

/** Opens the first of two screens; the second one loads until `finishLoading`, and the first stays until then. */
async function open(url: string) {
  const loading = Promise.withResolvers<void>()
  const root = createRootRoute({ component: Outlet })
  const first = createRoute({ getParentRoute: () => root, path: '/first/$id', component: FirstScreen })
  const second = createRoute({
    getParentRoute: () => root,
    path: '/second',
    loader: () => loading.promise,
    component: SecondScreen,
  })
  const router = createRouter({
    routeTree: root.addChildren([first, second]),
    history: createMemoryHistory({ initialEntries: [url] }),
  })
  render(<RouterProvider router={router as never} />)
  const button = await screen.findByRole('button')
  return {
    router,
    write: () => act(async () => button.click()),
    finishLoading: () => act(async () => loading.resolve()),
  }
}

test('writes parameters to the URL and removes empty ones', async () => {
  const { router, write } = await open('/first/7/?page=2')
  await write()
  await screen.findByText('first mail')
  expect(router.latestLocation.search).toEqual({ filter: 'mail' })
})

test('does not write a debounced filter into the URL of the next screen', async () => {
  const { router, write, finishLoading } = await open('/first/7')
  await act(async () => void router.navigate({ to: '/second' }))
  await write()
  await finishLoading()
  await screen.findByText('second')
  expect(router.latestLocation.href).toBe('/second')
})

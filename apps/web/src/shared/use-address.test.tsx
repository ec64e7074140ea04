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
import { useAddress } from './use-address.ts'

/** It writes its filter, as it does when typing has rested. */
function First() {
  const { read, write } = useAddress()
  return (
    <button type="button" onClick={() => write({ filter: 'mail', page: '' })}>
      first {read('filter')}
    </button>
  )
}

const Second = () => <p>second</p>

/** Two screens; the second one takes until `arrive` to be there, and the first one stays until then. */
async function open(at: string) {
  const loading = Promise.withResolvers<void>()
  const root = createRootRoute({ component: Outlet })
  const first = createRoute({ getParentRoute: () => root, path: '/first/$id', component: First })
  const second = createRoute({
    getParentRoute: () => root,
    path: '/second',
    loader: () => loading.promise,
    component: Second,
  })
  const router = createRouter({
    routeTree: root.addChildren([first, second]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  render(<RouterProvider router={router as never} />)
  const button = await screen.findByRole('button')
  return {
    router,
    write: () => act(async () => button.click()),
    arrive: () => act(async () => loading.resolve()),
  }
}

test('what is written is in the address, and empty texts leave it', async () => {
  const { router, write } = await open('/first/7/?page=2')
  await write()
  await screen.findByText('first mail')
  expect(router.latestLocation.search).toEqual({ filter: 'mail' })
})

test('what rested until its screen was being left does not get into the next one', async () => {
  const { router, write, arrive } = await open('/first/7')
  await act(async () => void router.navigate({ to: '/second' }))
  await write()
  await arrive()
  await screen.findByText('second')
  expect(router.latestLocation.href).toBe('/second')
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openErrorContainment } from './contain-errors.ts'

// An error that is not contained is unhandled, and an unhandled error fails the test run.

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function listen(handle: RequestListener): Promise<{ url: string; errors: unknown[] }> {
  const errors: unknown[] = []
  const contain = openErrorContainment({ error: (line: unknown) => void errors.push(line) })
  const server = createServer(contain(handle))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closes.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, errors }
}

test('a write to an ended answer is logged and affects no other connection', async () => {
  const { url, errors } = await listen((_request, response) => {
    response.end('done')
    response.write('more')
  })
  expect(await (await fetch(url)).text()).toBe('done')
  expect(await (await fetch(url)).text()).toBe('done')
  expect(errors).toEqual([{ err: expect.objectContaining({ code: 'ERR_STREAM_WRITE_AFTER_END' }) }])
})

test('a handler that throws costs its own connection', async () => {
  const { url, errors } = await listen((request, response) => {
    if (request.url === '/fault') throw new Error('broken')
    response.end('well')
  })
  await expect(fetch(`${url}/fault`)).rejects.toThrow('fetch failed')
  expect(await (await fetch(url)).text()).toBe('well')
  expect(errors).toHaveLength(1)
})

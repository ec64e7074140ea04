import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'

const get = async (address: string) => fetch(`${inject('baseUrl')}${address}`)
const textOf = async (address: string) => (await get(address)).text()

const ownPackage = new URL('../apps/web/package.json', import.meta.url)
/**
 * The web app imports only types from this package; browsers get no code of it, so /licenses.txt need not
 * list it.
 */
const TYPES_ONLY = 'zod'
const { dependencies } = JSON.parse(readFileSync(ownPackage, 'utf8')) as { dependencies: object }

test('the licence text of every library that a browser gets is given out', async () => {
  const answer = await get('/licenses.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.headers.get('cache-control')).not.toContain('immutable')
  const text = await answer.text()
  const packageNames = [...text.matchAll(/^## (\S+) - \S+ \((.+)\)$/gm)].map(([, name]) => name)
  expect(packageNames).toEqual(
    expect.arrayContaining(Object.keys(dependencies).filter((name) => name !== TYPES_ONLY)),
  )
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  expect(text).not.toMatch(/GPL|SSPL|Commons Clause/)
})

test('every script that a page starts with names where the licences are', async () => {
  const page = await textOf('/')
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, address]) => address ?? '',
  )
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts) expect(await textOf(script), script).toContain('/licenses.txt')
})

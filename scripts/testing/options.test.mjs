import { expect, test } from 'vitest'
import { longTests, readOptions } from './options.mjs'

const run = (...args) => {
  const { wants, exclude } = readOptions(args)
  return { embedded: wants('embedded'), e2e: wants('e2e'), exclude }
}

test('npm test leaves out what takes long, npm run test:all nothing', () => {
  expect(run()).toEqual({ embedded: false, e2e: true, exclude: [longTests] })
  expect(run('--all')).toEqual({ embedded: true, e2e: true, exclude: [] })
})

test('a long test runs when it is named', () => {
  expect(run('--only', 'e2e')).toEqual({ embedded: false, e2e: true, exclude: [longTests] })
  expect(run('--only', 'e2e', 'guide')).toMatchObject({ exclude: [] })
})

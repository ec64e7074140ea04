import { expect, test } from 'vitest'
import { problemWithHost } from './supported-host.mjs'

test('Node 20 with npm 10 will do', () => {
  expect(problemWithHost('20.0.0', 'npm/10.0.0 node/v20.0.0 linux x64 workspaces/false')).toBeUndefined()
  expect(problemWithHost('26.1.0', undefined)).toBeUndefined()
})

test('an older Node is told so in one sentence', () => {
  expect(problemWithHost('18.20.8', undefined)).toMatch(
    /^Aviary needs Node\.js 20 .* this is Node\.js 18\.20\.8/,
  )
})

test('the Node that npm runs on counts, not the project’s own', () => {
  expect(problemWithHost('24.0.0', 'npm/9.8.1 node/v18.20.8 linux x64')).toMatch(/this is Node\.js 18\.20\.8/)
})

test('an older npm is told so in one sentence', () => {
  expect(problemWithHost('24.0.0', 'npm/9.8.1 node/v20.19.0 linux x64')).toMatch(
    /needs npm 10 .* this is npm 9/,
  )
})

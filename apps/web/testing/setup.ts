import { focusManager, onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, vi } from 'vitest'
import { closeAllToasts } from '../src/ui/toast-store.ts'

// A busy machine needs many times the default of one second; a wait ends as soon as its check passes.
configure({ asyncUtilTimeout: 60_000 })

// React runs effects some time after it has shown what they belong to, on a busy machine after a test has found it:
// the test would press a key that no one listens to yet. Each render starts with the effects that are due.
const { asyncWrapper } = getConfig()
const other = createRoot(document.createElement('div'))
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait()
      flushSync(() => other.render(createElement('i')))
      return found
    }),
})

// A test that failed while offline or without the focus must not fail the tests after it.
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
})

// Test files share one window and one module cache, so each file restores the state that it found.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  closeAllToasts()
  localStorage.clear()
  sessionStorage.clear()
})

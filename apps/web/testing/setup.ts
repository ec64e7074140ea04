import { focusManager, onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { closeAllToasts } from '../src/ui/toast-store.ts'

// A busy machine needs many times the default of one second; a wait ends as soon as its check passes.
configure({ asyncUtilTimeout: 30_000 })

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

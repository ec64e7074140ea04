import { focusManager, onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { closeAllToasts } from '../src/ui/toast-store.ts'

// A machine with much else to do takes longer than the usual second.
configure({ asyncUtilTimeout: 4_000 })

afterEach(cleanup)

// The next file has the same window and the same modules, and finds them as this one did.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
  closeAllToasts()
  localStorage.clear()
  sessionStorage.clear()
})

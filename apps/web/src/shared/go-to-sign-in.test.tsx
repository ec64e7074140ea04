import { afterEach, expect, test, vi } from 'vitest'
import { goToSignIn, setSigningOut } from './go-to-sign-in.ts'

afterEach(() => setSigningOut(false))

test('stays on the page while signing out, although calls are refused', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  setSigningOut(true)
  goToSignIn('/history')
  expect(assign).not.toHaveBeenCalled()
  setSigningOut(false)
  goToSignIn('/history')
  expect(assign).toHaveBeenCalledWith('/login?next=%2Fhistory')
})

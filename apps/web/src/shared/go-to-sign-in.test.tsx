import { afterEach, expect, test, vi } from 'vitest'
import { goToSignIn, setSigningOut } from './go-to-sign-in.ts'

afterEach(() => setSigningOut(false))

test('while somebody signs out, a call that is refused leads nowhere', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  setSigningOut(true)
  goToSignIn('/history')
  expect(assign).not.toHaveBeenCalled()
  setSigningOut(false)
  goToSignIn('/history')
  expect(assign).toHaveBeenCalledWith('/login?next=%2Fhistory')
})

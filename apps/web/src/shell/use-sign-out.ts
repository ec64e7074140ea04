import { signOut } from '@aviary/contract/session/endpoints'
import { useTranslation } from 'react-i18next'
import { call } from '../shared/api.ts'
import { setSigningOut } from '../shared/go-to-sign-in.ts'
import { forgetDrafts } from '../shared/saving/use-draft.ts'
import { showError } from '../shared/toasts.ts'

/** Ends the session and opens the page that the server names. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation()
  return async () => {
    setSigningOut(true)
    try {
      const { next } = await call(signOut, { body: {} })
      forgetDrafts()
      window.location.assign(next)
    } catch (error) {
      setSigningOut(false)
      showError(t('toast.signOut'), error)
    }
  }
}

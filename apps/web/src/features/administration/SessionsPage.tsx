import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SessionTile } from './SessionTile.tsx'

/** Where one is signed in oneself. */
export function SessionsPage() {
  const { t } = useTranslation('administration')
  return (
    <>
      <PageHeader title={t('sessions.page')} />
      <SessionTile whose="own" />
    </>
  )
}

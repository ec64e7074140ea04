import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SessionTile } from './SessionTile.tsx'

/** Page with the signed-in person's own sessions. */
export function SessionsPage() {
  const { t } = useTranslation('administration')
  return (
    <>
      <PageHeader title={t('sessions.page')} />
      <SessionTile whose="own" />
    </>
  )
}

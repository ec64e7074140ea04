import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { OwnTokenTile } from './OwnTokenTile.tsx'

/** Page with the signed-in person's own tokens. */
export function TokensPage() {
  const { t } = useTranslation('administration')
  return (
    <>
      <PageHeader title={t('ownTokens.page')} />
      <OwnTokenTile />
    </>
  )
}

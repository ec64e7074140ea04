import { useTranslation } from 'react-i18next'
import { PageSteps } from '../../ui/PageSteps.tsx'
import { DELIVERIES_PAGE } from './use-deliveries.ts'

type LedgerPagesProps = {
  label: string
  /** Counted from 0. */
  page: number
  /** Rows on this page. */
  rows: number
  hasMore: boolean
  goTo: (page: number) => void
}

/** Which rows of a ledger are shown, with the way to newer and older ones. */
export function LedgerPages({ label, page, rows, hasMore, goTo }: LedgerPagesProps) {
  const { t } = useTranslation('deliveries')
  const before = page * DELIVERIES_PAGE
  return (
    <PageSteps
      label={label}
      previous={{ label: t('newer'), exists: page > 0, onPress: () => goTo(page - 1) }}
      next={{ label: t('older'), exists: hasMore, onPress: () => goTo(page + 1) }}
    >
      {rows === 0 ? t('noRows') : t('rows', { from: before + 1, to: before + rows })}
    </PageSteps>
  )
}

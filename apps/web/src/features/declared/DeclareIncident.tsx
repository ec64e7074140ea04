import { declaring } from '@aviary/contract/declared/rules'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DECLARE_OPEN, DECLARE_PARAMETER } from '../../shared/declare-dialog.ts'
import { useMay } from '../../shared/may.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { LazyDeclareDialog } from './LazyDeclareDialog.ts'

/**
 * Button and dialog that declare an incident; the URL says whether the dialog is open. The button is plain, so that
 * the landing page needs no component library.
 */
export function DeclareIncident() {
  const { t } = useTranslation()
  const { read, write } = useSearchParams()
  if (!useMay()(declaring)) return null
  return (
    <>
      <PlainButton onClick={() => write({ [DECLARE_PARAMETER]: DECLARE_OPEN })}>
        {t('declareIncident')}
      </PlainButton>
      {read(DECLARE_PARAMETER) === DECLARE_OPEN && (
        <Suspense fallback={null}>
          <LazyDeclareDialog />
        </Suspense>
      )}
    </>
  )
}

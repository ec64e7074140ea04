import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryState } from '../shared/query-state.ts'
import { Dialog } from './Dialog.tsx'
import { Loaded } from './Loaded.tsx'

type WhenLoadedProps = {
  /** Title of the dialog. */
  title: string
  needs: readonly QueryState<unknown>[]
  /** Title of the error when one of `needs` could not be loaded. */
  failure: string
  onClose: () => void
  children: () => ReactNode
}

/** A dialog form that opens once all its data are loaded; until then the dialog shows progress or the error. */
export function WhenLoaded({ title, needs, failure, onClose, children }: WhenLoadedProps) {
  const { t } = useTranslation()
  const missing = needs.filter(({ data }) => data === undefined)
  const [first] = missing
  if (!first) return children()
  const failed = missing.find(({ error }) => error !== null)
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={failed ?? first} failure={failure} loading={t('loading')} rows={3} />
    </Dialog>
  )
}

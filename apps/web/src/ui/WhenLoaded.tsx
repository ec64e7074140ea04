import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../shared/api.ts'
import type { Loaded } from '../shared/loaded.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorState, Skeleton } from './states.tsx'

type WhenLoadedProps = {
  /** Title of the dialog. */
  title: string
  needs: readonly Loaded<unknown>[]
  failure: string
  onClose: () => void
  children: () => ReactNode
}

/** A dialog form that opens once all its data are loaded; until then the dialog shows progress or the error. */
export function WhenLoaded({ title, needs, failure, onClose, children }: WhenLoadedProps) {
  const { t } = useTranslation()
  const lacking = needs.filter(({ data }) => data === undefined)
  if (lacking.length === 0) return children()
  const failed = lacking.find(({ error }) => error !== null)
  return (
    <Dialog title={title} onClose={onClose}>
      {failed ? (
        <ErrorState
          title={failure}
          reason={reasonOf(failed.error)}
          again={{ run: () => void failed.refetch() }}
        />
      ) : (
        <Skeleton rows={3} label={t('loading')} />
      )}
    </Dialog>
  )
}

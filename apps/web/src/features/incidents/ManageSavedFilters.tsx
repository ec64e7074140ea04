import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import classes from './incident-details.module.css'

type ManageProps = {
  saved: readonly SavedImpactFilter[]
  onDelete: (ids: readonly string[]) => void
  onClose: () => void
}

/** Dialog to delete saved filters; ticked filters are deleted on Save, not before. */
export function ManageSavedFilters({ saved, onDelete, onClose }: ManageProps) {
  const { t } = useTranslation('incident')
  const offline = useOfflineReason()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setTicked((before) =>
      before.includes(id) ? before.filter((tickedId) => tickedId !== id) : [...before, id],
    )
  return (
    <Dialog title={t('saved.manage')} onClose={onClose}>
      <div className={classes.manage}>
        <p>{t('saved.manageHelp')}</p>
        {saved.map(({ id, nickname, created_date }) => (
          <Checkbox
            key={id}
            label={`${nickname} (${created_date})`}
            checked={ticked.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      <DialogFooter reason={offline}>
        <Button variant="default" onClick={onClose}>
          {t('saved.cancel')}
        </Button>
        <Button
          disabled={ticked.length === 0 || offline !== undefined}
          title={offline}
          onClick={() => onDelete(ticked)}
        >
          {t('saved.save')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

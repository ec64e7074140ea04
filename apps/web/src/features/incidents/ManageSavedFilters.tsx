import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './incident-details.module.css'

type ManageProps = {
  saved: readonly SavedImpactFilter[]
  onSave: (kept: SavedImpactFilter[]) => void
  onClose: () => void
}

/** Ticked filters are deleted when Save is pressed, and not before. */
export function ManageSavedFilters({ saved, onSave, onClose }: ManageProps) {
  const { t } = useTranslation('incident')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
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
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('saved.cancel')}
          </Button>
          <Button
            disabled={ticked.length === 0}
            onClick={() => onSave(saved.filter(({ id }) => !ticked.includes(id)))}
          >
            {t('saved.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

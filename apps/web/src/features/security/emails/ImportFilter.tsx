import type { ImportOfEmails } from '@aviary/contract/security/email-endpoints'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { Skeleton } from '../../../ui/states.tsx'
import classes from './emails.module.css'
import { importName } from './import-name.ts'

type ImportFilterProps = {
  /** Undefined while they are loading. */
  imports: readonly ImportOfEmails[] | undefined
  /** Id of the import in the URL, if any. */
  importId: number | undefined
  onChange: (importId: string) => void
}

/** Chooses the import whose emails are listed; hidden while no email comes from one. */
export function ImportFilter({ imports, importId, onChange }: ImportFilterProps) {
  const { t } = useTranslation(['security-emails', 'shell'])
  const count = useCount()
  if (!imports) return <Skeleton rows={0} label={t('shell:loading')} />
  if (imports.length === 0 && importId === undefined) return null
  const isListed = importId === undefined || imports.some(({ import_id }) => import_id === importId)
  return (
    <NativeSelect
      className={classes.importFilter}
      label={t('import.filter')}
      value={importId === undefined ? '' : String(importId)}
      data={[
        { value: '', label: t('import.all') },
        ...(isListed ? [] : [{ value: String(importId), label: String(importId) }]),
        ...imports.map((row) => ({
          value: String(row.import_id),
          label: t('import.option', {
            import: importName(row),
            unsent: count(row.unsent),
            emails: count(row.emails),
          }),
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

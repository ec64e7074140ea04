import type { Change } from '@aviary/contract/changes/schemas'
import { useTranslation } from 'react-i18next'
import classes from './changes.module.css'
import { Highlighted } from './Highlighted.tsx'
import { foundElsewhere, type Highlight, type Shown } from './matches.ts'

type FoundProps = { change: Change; highlight: Highlight; shown: Shown }

/** Where the keyword is although it does not show, and what stands around it. */
export function Found({ change, highlight, shown }: FoundProps) {
  const { t } = useTranslation('changes')
  return foundElsewhere(change, highlight, shown).map(({ field, excerpt }) => (
    <p key={field} className={classes.where}>
      {t('found', { field: t(`field.${field}`) })}{' '}
      <q>
        <Highlighted text={excerpt} field={field} highlight={highlight} />
      </q>
    </p>
  ))
}

import type { Change } from '@aviary/contract/changes/schemas'
import { useTranslation } from 'react-i18next'
import classes from './changes.module.css'
import { Highlighted } from './Highlighted.tsx'
import { findHiddenMatches, type GetShownLength, type Highlight } from './matches.ts'

type HiddenMatchesProps = { change: Change; highlight: Highlight; getShownLength: GetShownLength }

/** An excerpt for each field whose first keyword match is in text that is cut off or not shown. */
export function HiddenMatches({ change, highlight, getShownLength }: HiddenMatchesProps) {
  const { t } = useTranslation('changes')
  return findHiddenMatches(change, highlight, getShownLength).map(({ field, excerpt }) => (
    <p key={field} className={classes.hiddenMatch}>
      {t('found', { field: t(`field.${field}`) })}{' '}
      <q>
        <Highlighted text={excerpt} field={field} highlight={highlight} />
      </q>
    </p>
  ))
}

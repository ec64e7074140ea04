import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { Overlap } from '@aviary/contract/maintenance/schemas'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useNames } from '../../shared/names.ts'
import { exactTime } from '../../shared/time/words.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import classes from './maintenance.module.css'
import { type Span, useOverlaps } from './use-maintenance.ts'

/**
 * Other events and incidents at the same time in the same data centers; a warning that never blocks saving.
 */
export function Overlaps({ heading: Heading = 'h3', ...span }: Span & { heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('maintenance')
  const { overlaps, error } = useOverlaps(span)
  const id = useId()
  return (
    <div role="status">
      {error && <p className="muted">{t('overlaps.error', { reason: getErrorMessage(error) })}</p>}
      {!error && overlaps && overlaps.length > 0 && (
        <section aria-labelledby={id} className={classes.overlaps}>
          <Heading id={id}>
            <IconAlertTriangle size={16} aria-hidden /> {t('overlaps.title')}
          </Heading>
          <ul>
            {overlaps.map((overlap) => (
              <li key={`${overlap.kind} ${overlap.id}`}>
                <OverlapItem {...overlap} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function OverlapItem({ kind, id, title, is_internal, start_date, end_date, data_centers }: Overlap) {
  const { t, i18n } = useTranslation(['maintenance', 'shell'])
  const names = useNames()
  const pacific = (iso: string) => exactTime(Date.parse(iso), i18n.language, PACIFIC)
  const encoded = encodeURIComponent(id)
  const address = kind === 'incident' ? `/details/${encoded}` : `/maintenance_event/review/${encoded}`
  return (
    <>
      <strong>{t(`overlaps.${kind}`)}:</strong>{' '}
      <a href={address} target="_blank" rel="noreferrer">
        {title}
        <span className="visually-hidden"> ({t('shell:opensNewTab')})</span>
      </a>
      {is_internal === 'Y' && <InternalMark />}
      <br />
      {end_date
        ? t('overlaps.fromTo', { from: pacific(start_date), to: pacific(end_date) })
        : t('overlaps.since', { from: pacific(start_date) })}
      {' · '}
      {data_centers.map(names.dataCenter).join(', ')}
    </>
  )
}

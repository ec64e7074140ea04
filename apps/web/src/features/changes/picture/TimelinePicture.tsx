import { Button } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage, isGatewayTimeout } from '../../../shared/api.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { Filters } from '../change-search.ts'
import type { Range } from '../range.ts'
import { type SearchRequest, useChangeTimeline } from '../use-changes.ts'
import { countChanges, toBars, widenRange } from './bars.ts'
import { PictureTable } from './PictureTable.tsx'
import { Plot } from './Plot.tsx'
import classes from './picture.module.css'
import { SelfRemovingButton } from './SelfRemovingButton.tsx'
import { usePictureWords } from './use-picture-words.ts'

type TimelinePictureProps = {
  filters: Filters
  request: SearchRequest
  /** Starts a search of another range. */
  onRange: (range: Range) => void
  /** Restores the range before the last narrowing; undefined if there is none. */
  onBack: (() => void) | undefined
}

/** Timeline of changes and incidents; selecting a part of it narrows the range. */
export const TimelinePicture = memo(({ filters, request, onRange, onBack }: TimelinePictureProps) => {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const [isTable, setTable] = useState(false)
  const { data, error, isFetching, refetch } = useChangeTimeline(filters, request)
  const { range } = request
  const bars = useMemo(() => toBars(range, data ?? toEmptyBuckets(range)), [range, data])
  const incidents = data?.incidents ?? []
  const incidentCount = data?.incident_count ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable part of the page, not a fieldset
    <div role="group" aria-label={t('picture')} tabIndex={-1}>
      <Panel
        title={t('picture')}
        aside={
          <div className={classes.tools}>
            {onBack && <SelfRemovingButton text={t('picture.former')} variant="default" onClick={onBack} />}
            <ZoomOut request={request} onRange={onRange} />
            <Button size="compact-sm" variant="default" onClick={() => setTable(!isTable)}>
              {t(isTable ? 'picture.asPicture' : 'picture.asTable')}
            </Button>
          </div>
        }
      >
        <Caption range={range} bars={bars} incidents={incidentCount} isKnown={data !== undefined} />
        {error && <Failure error={error} onAgain={() => void refetch()} />}
        {!error && isTable && <PictureTable bars={bars} incidents={incidents} />}
        {!error && !isTable && (
          <Plot
            range={range}
            bars={bars}
            incidents={incidents}
            incidentCount={incidentCount}
            isLoading={isFetching}
            onNarrow={onRange}
          />
        )}
        <p className={classes.more}>
          {data?.has_more_incidents &&
            t('picture.moreIncidents', {
              all: words.number(incidentCount),
              number: words.number(incidents.length),
            })}
        </p>
      </Panel>
    </div>
  )
})

function ZoomOut({ request, onRange }: Pick<TimelinePictureProps, 'request' | 'onRange'>) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const wider = widenRange(request.range, request.requestedAt)
  return (
    <DisabledButton
      size="compact-sm"
      variant="default"
      disabledReason={offline ?? (wider ? undefined : t('picture.widest'))}
      onClick={() => wider && onRange(wider)}
    >
      {t('picture.zoomOut')}
    </DisabledButton>
  )
}

const EMPTY_BARS = 60

/** An empty timeline while loading, so that the handles of the range keep their position and focus. */
const toEmptyBuckets = ({ from, to }: Range) => ({
  bucket_seconds: Math.max(1, Math.ceil((to - from) / 1000 / EMPTY_BARS)),
  buckets: [],
})

type CaptionProps = { range: Range; bars: ReturnType<typeof toBars>; incidents: number; isKnown: boolean }

/** The range with its time zone, and the counts of changes and incidents in the range. */
function Caption({ range, bars, incidents, isKnown }: CaptionProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  return (
    <p className={classes.caption}>
      {words.range(range)}
      {isKnown && (
        <>
          {' · '}
          {t('picture.counts', {
            changes: words.number(countChanges(bars)),
            incidents: words.number(incidents),
          })}
        </>
      )}
    </p>
  )
}

/** Error shown in the timeline only; the results stay usable. */
function Failure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('changes')
  if (isGatewayTimeout(error)) return <p role="status">{t('picture.tooMany')}</p>
  return <ErrorState title={t('picture.error')} reason={getErrorMessage(error)} retry={{ run: onAgain }} />
}

import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout, reasonOf } from '../../../shared/api.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { Filters } from '../change-search.ts'
import type { Range } from '../range.ts'
import { type Asked, useChangeTimeline } from '../use-changes.ts'
import { barsOf, countOf, widened } from './bars.ts'
import { PassingButton } from './PassingButton.tsx'
import { PictureTable } from './PictureTable.tsx'
import { Plot } from './Plot.tsx'
import classes from './picture.module.css'
import { usePictureWords } from './use-picture-words.ts'

type TimelinePictureProps = {
  filters: Filters
  asked: Asked
  /** Asks for another range. */
  onRange: (range: Range) => void
  /** Back to the range before the picture was used to change it; undefined where there was none. */
  onFormer: (() => void) | undefined
}

/** When the changes took effect and which incidents began meanwhile; a part of it can be chosen to look closer. */
export function TimelinePicture({ filters, asked, onRange, onFormer }: TimelinePictureProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const [isTable, setTable] = useState(false)
  const { data, error, isFetching, refetch } = useChangeTimeline(filters, asked)
  const { range } = asked
  const bars = useMemo(() => barsOf(range, data ?? emptyOver(range)), [range, data])
  const incidents = data?.incidents ?? []
  const incidentCount = data?.incident_count ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the page that can have the focus, and no set of fields
    <div role="group" aria-label={t('picture')} tabIndex={-1}>
      <Panel
        title={t('picture')}
        aside={
          <div className={classes.tools}>
            {onFormer && <PassingButton text={t('picture.former')} variant="default" onClick={onFormer} />}
            <ZoomOut asked={asked} onRange={onRange} />
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
        {data?.has_more_incidents && (
          <p className="muted">
            {t('picture.moreIncidents', {
              all: words.number(incidentCount),
              number: words.number(incidents.length),
            })}
          </p>
        )}
      </Panel>
    </div>
  )
}

function ZoomOut({ asked, onRange }: Pick<TimelinePictureProps, 'asked' | 'onRange'>) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const wider = widened(asked.range, asked.at)
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

/** The bars until they are counted: the handles keep their place, and the focus. */
const emptyOver = ({ from, to }: Range) => ({
  bucket_seconds: Math.max(1, Math.ceil((to - from) / 1000 / EMPTY_BARS)),
  buckets: [],
})

type CaptionProps = { range: Range; bars: ReturnType<typeof barsOf>; incidents: number; isKnown: boolean }

/** The range in words with its zone, and what is in it. */
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
            changes: words.number(countOf(bars)),
            incidents: words.number(incidents),
          })}
        </>
      )}
    </p>
  )
}

/** The results show without the picture. */
function Failure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('changes')
  if (isGatewayTimeout(error)) return <p role="status">{t('picture.tooMany')}</p>
  return <ErrorState title={t('picture.error')} reason={reasonOf(error)} again={{ run: onAgain }} />
}

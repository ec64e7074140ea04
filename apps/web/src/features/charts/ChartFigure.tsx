import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { showError } from '../../shared/toasts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import classes from './charts.module.css'
import { type Picture, savePng } from './picture.ts'

export type Sheet = { columns: string[]; rows: (string | number)[][] }

type ChartFigureProps = {
  title: string
  /** Main result of the chart, in one or two sentences. */
  summary: ReactNode
  /** File name without extension. */
  file: string
  sheet: () => Sheet
  /** Draws the picture to save as PNG; `holder` contains the chart. */
  picture: (holder: HTMLElement) => Picture
  legend?: ReactNode
  table: ReactNode
  /** Shows a placeholder, so that the panel keeps its height when the figures arrive. */
  isLoading?: boolean
  /** For a chart higher than the window: puts summary and numbers above the chart instead of below. */
  isLong?: boolean
  children: ReactNode
}

/** A chart with a summary, a table of its figures, and downloads as CSV and PNG. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, summary, legend, table, isLoading = false, isLong = false, children } = props
  const { t } = useTranslation('charts')
  const { t: shell } = useTranslation()
  const [showsNumbers, setShowsNumbers] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const [caption, numbers] = [useId(), useId()]
  const Chevron = showsNumbers ? IconChevronDown : IconChevronRight
  const chart = (
    <>
      {legend}
      <div ref={holder}>{isLoading ? <div className={classes.placeholder} /> : children}</div>
    </>
  )
  return (
    <Panel
      title={title}
      className={classes.panel}
      aside={!isLoading && <FileMenu {...props} holder={holder} />}
    >
      <figure className={classes.figure} aria-label={title} aria-describedby={caption} aria-busy={isLoading}>
        {!isLong && chart}
        <figcaption id={caption}>{isLoading ? shell('loading') : summary}</figcaption>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Chevron size={14} aria-hidden />}
          aria-label={`${t('showNumbers')}: ${title}`}
          aria-expanded={showsNumbers}
          aria-controls={showsNumbers ? numbers : undefined}
          disabled={isLoading}
          onClick={() => setShowsNumbers(!showsNumbers)}
        >
          {t('showNumbers')}
        </Button>
        {showsNumbers && !isLoading && (
          <div id={numbers} className={classes.numbers}>
            {table}
          </div>
        )}
        {isLong && chart}
      </figure>
    </Panel>
  )
}

type FileMenuProps = ChartFigureProps & { holder: { current: HTMLElement | null } }

function FileMenu({ title, file, sheet, picture, holder }: FileMenuProps) {
  const { t } = useTranslation('charts')
  const saveCsv = () => {
    const { columns, rows } = sheet()
    downloadCsv(`${file}.csv`, columns, rows)
  }
  const savePicture = async () => {
    try {
      if (holder.current) await savePng(`${file}.png`, picture(holder.current))
    } catch (error) {
      showError(t('toast.file'), error)
    }
  }
  const items = [
    { label: t('csv'), run: saveCsv },
    { label: t('png'), run: () => void savePicture() },
  ]
  return <RowMenu row={title} actions={{ title, nameOf: () => title, of: () => items }} />
}

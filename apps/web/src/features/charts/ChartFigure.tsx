import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { showError } from '../../shared/toasts.ts'
import { Panel } from '../../ui/Panel.tsx'
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
  children: ReactNode
}

/** A chart with a summary; the table view and CSV and PNG downloads show the same data. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, summary, file, sheet, picture, legend, table, children } = props
  const { t } = useTranslation('charts')
  const [isTable, setTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const caption = useId()
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
  const button = (text: string, run: () => void, icon?: ReactNode) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={icon}
      aria-label={`${text}: ${title}`}
      onClick={run}
    >
      {text}
    </Button>
  )
  const downloadIcon = <IconDownload size={14} aria-hidden />
  return (
    <Panel
      title={title}
      aside={
        <div className={classes.tools}>
          {button(t(isTable ? 'asChart' : 'asTable'), () => setTable(!isTable))}
          {button(t('csv'), saveCsv, downloadIcon)}
          {button(t('png'), () => void savePicture(), downloadIcon)}
        </div>
      }
    >
      <figure className={classes.figure} aria-label={title} aria-describedby={caption}>
        <figcaption id={caption}>{summary}</figcaption>
        {/* The chart stays mounted behind the table, because the PNG download reads it from the page. */}
        <div className={isTable ? classes.offstage : undefined} inert={isTable}>
          {legend}
          <div ref={holder}>{children}</div>
        </div>
        {isTable && table}
      </figure>
    </Panel>
  )
}

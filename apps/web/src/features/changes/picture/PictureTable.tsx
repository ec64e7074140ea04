import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FactTable } from '../../../ui/FactTable.tsx'
import { scrolledByKeyboard } from '../../../ui/scrolled-by-keyboard.ts'
import type { Bar } from './bars.ts'
import { useIncidentWords } from './IncidentMarks.tsx'
import classes from './picture.module.css'
import { usePictureWords } from './use-picture-words.ts'

type PictureTableProps = { bars: readonly Bar[]; incidents: readonly MarkedIncident[] }

/** The timeline as a table, without bars that have neither changes nor incidents. */
export function PictureTable({ bars, incidents }: PictureTableProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const rows = bars
    .map((bar, index) => ({
      bar,
      began: incidents.filter((incident) => startsWithin(incident, bar, index === bars.length - 1)),
    }))
    .filter(({ bar, began }) => bar.count > 0 || began.length > 0)
  if (rows.length === 0) return <p>{t('picture.nothing')}</p>
  return (
    <div className={classes.tableBox} {...scrolledByKeyboard(t('picture'))}>
      <FactTable columns={[t('picture.when'), t('picture.changes'), t('picture.incidents')]}>
        {rows.map(({ bar, began }) => (
          <tr key={bar.from}>
            <th scope="row">{words.range(bar)}</th>
            <td>{words.number(bar.count)}</td>
            <td>
              <IncidentList incidents={began} />
            </td>
          </tr>
        ))}
      </FactTable>
    </div>
  )
}

/** Whether an incident began within the bar; only the last bar includes its end, the end of the range. */
function startsWithin({ start_date }: MarkedIncident, { from, to }: Bar, isLast: boolean): boolean {
  const startedAt = Date.parse(start_date)
  return startedAt >= from && (startedAt < to || (isLast && startedAt === to))
}

function IncidentList({ incidents }: { incidents: readonly MarkedIncident[] }) {
  const words = useIncidentWords()
  return (
    <ul>
      {incidents.map((incident) => (
        <li key={incident.jira_id}>
          <Link to="/details/$id" params={{ id: incident.jira_id }}>
            {words(incident)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

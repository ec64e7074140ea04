import type { PostMortemFacts } from '@aviary/contract/post-mortems/schemas'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { FactTable } from '../../ui/FactTable.tsx'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import { Exact } from './Exact.tsx'
import classes from './post-mortems.module.css'

type WithFacts = { facts: PostMortemFacts }

/** What happened where, when and for how long, and whom it hit. */
export function IncidentFacts({ facts }: WithFacts) {
  const { t, i18n } = useTranslation('post-mortem')
  const number = useCount()
  const word = useStatusWord()
  const names = useNames().at(facts.start_date)
  const { start_date, end_date, is_over } = facts
  const { kept, missed } = facts.promises
  const rows = {
    start_date: <Exact at={start_date} />,
    end_date: end_date ? <Exact at={end_date} /> : t(is_over ? 'facts.endUnknown' : 'facts.stillOpen'),
    duration: end_date && durationInWords(Date.parse(end_date) - Date.parse(start_date), i18n.language),
    priority_type: facts.priority_type,
    severity: word(facts.severity),
    status: facts.status,
    services: facts.services.map(names.service).join(', '),
    data_centers: facts.data_centers.map(names.dataCenter).join(', '),
    companies: number(facts.companies),
    users: facts.users === null ? null : number(facts.users),
    promises: kept + missed > 0 && t('facts.promisesValue', { kept: number(kept), missed: number(missed) }),
    taken_date: <Exact at={facts.taken_date} />,
  }
  return (
    <FactTable label={t('facts')} className={classes.facts}>
      {(Object.keys(rows) as (keyof typeof rows)[])
        .filter((name) => rows[name])
        .map((name) => (
          <tr key={name}>
            <th scope="row">{t(`facts.${name}`)}</th>
            <td>{rows[name]}</td>
          </tr>
        ))}
    </FactTable>
  )
}

/** Changes and maintenance before the incident, each with its reason. */
export function ChangesBefore({ facts: { changes_before: changes, start_date } }: WithFacts) {
  const { t, i18n } = useTranslation('post-mortem')
  const names = useNames().at(start_date)
  if (!changes?.length) return <p className="muted">{t(changes ? 'before.none' : 'before.unknown')}</p>
  return (
    <ul className={classes.changes}>
      {changes.map(({ kind, id, title, at, seconds_before, is_under_way, shared }) => (
        <li key={`${kind} ${id}`}>
          <strong>{title}</strong>
          <span className="muted">
            {[
              t(is_under_way ? 'before.underWay' : 'before.ago', {
                duration: durationInWords(seconds_before * 1000, i18n.language),
              }),
              ...shared.cis,
              ...shared.services.map(names.service),
              ...shared.data_centers.map(names.dataCenter),
            ].join(' · ')}
          </span>
          <span className="muted">
            <Exact at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The broadcasts, and how many each reached. */
export function WhoWasTold({ facts: { told } }: WithFacts) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const audienceName = useAudienceName()
  if (told.length === 0) return <p className="muted">{t('told.none')}</p>
  const columns = [
    ...[t('told.time'), t('told.subject'), t('told.audience'), t('told.people'), t('told.channels')],
  ]
  return (
    <div className={classes.wide} {...scrolledByKeyboard(t('facts.told'))}>
      <FactTable label={t('facts.told')} columns={columns} minWidth={560}>
        {told.map(({ broadcast_id, at, subject, audience, recipients, channels }) => (
          <tr key={broadcast_id}>
            <td>
              <Exact at={at} />
            </td>
            <td>{subject}</td>
            <td>{audienceName(audience)}</td>
            <td>{number(recipients)}</td>
            <td>{number(channels)}</td>
          </tr>
        ))}
      </FactTable>
    </div>
  )
}

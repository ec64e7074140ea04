import type { Company } from '@aviary/contract/incidents/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './incident-details.module.css'
import { useCompanies } from './use-companies.ts'
import type { AffectedCompanies } from './use-incident.ts'

const SHOWN = 4

type ImpactSummaryProps = { companies: AffectedCompanies; count: number }

/** How many companies are affected, and in which data centers most of them are. */
export function ImpactSummary({ companies, count }: ImpactSummaryProps) {
  const { t } = useTranslation('incident')
  const number = useCount()
  const inWords = useCompanies()
  const names = useNames()
  const { data } = companies
  const byDataCenter = useMemo(
    () =>
      countByDataCenter((data?.pages ?? []).flatMap((page) => page.companies.map(({ company }) => company))),
    [data],
  )
  const rest = byDataCenter.slice(SHOWN)
  const most = byDataCenter[0]?.[1] ?? 0
  return (
    <Panel title={t('impact.byDataCenter')} aside={<strong>{inWords(count)}</strong>}>
      <dl className={classes.bars}>
        {byDataCenter.slice(0, SHOWN).map(([dataCenter, affected]) => (
          <div key={dataCenter}>
            <dt>{names.dataCenter(dataCenter)}</dt>
            <dd>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(affected / most) * 100}%` }} />
              </span>
              {number(affected)}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.summaryFoot}>
        <a href="#impact">{t('impact.open')}</a>
        {rest.length > 0 && (
          <span className="muted">
            {t('impact.elsewhere', {
              count: rest.length,
              number: number(rest.length),
              companies: number(rest.reduce((sum, [, affected]) => sum + affected, 0)),
            })}
          </span>
        )}
      </p>
    </Panel>
  )
}

function countByDataCenter(companies: readonly Company[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { data_center } of companies)
    if (data_center) counts.set(data_center, (counts.get(data_center) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

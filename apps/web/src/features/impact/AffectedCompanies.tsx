import { LONGEST_ADDRESS } from '@aviary/contract/constants'
import { exportCompaniesOfCis } from '@aviary/contract/impact/endpoints'
import { scaleOf } from '@aviary/contract/impact/rules'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { Group, Radio } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadWhole, fileAddress } from '../../shared/download.ts'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDownload } from '../../shared/use-download.ts'
import { FileLink } from '../../ui/FileLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CompanyTable } from './CompanyTable.tsx'
import classes from './impact.module.css'
import { ShowInIncident } from './ShowInIncident.tsx'
import type { Counted } from './scales.ts'
import { type Asked, exportInput } from './use-impact.ts'
import { useScaleWords } from './use-scale-words.ts'

type CompanyScope = 'everywhere' | 'here'

type AffectedCompaniesProps = {
  /** What is counted below. */
  asked: Asked
  counted: Counted | undefined
  hasFailed: boolean
  dataCenter: DataCenter
  scope: CompanyScope
  onScope: (scope: CompanyScope) => void
}

/** From the impact to those who feel it: how many companies depend on the selection, which, and what to do next. */
export function AffectedCompanies(props: AffectedCompaniesProps) {
  const { asked, counted, dataCenter, scope, onScope } = props
  const { t } = useTranslation('impact')
  return (
    <Panel title={t('companies')} aside={<Export asked={asked} />}>
      <Radio.Group
        size="xs"
        label={t('companies.scope')}
        value={scope}
        onChange={(next) => onScope(next === 'here' ? 'here' : 'everywhere')}
      >
        <Group gap={16} mt={4}>
          <Radio size="xs" value="everywhere" label={t('companies.everywhere')} />
          <Radio size="xs" value="here" label={t('companies.here', { dataCenter: dataCenter.name })} />
        </Group>
      </Radio.Group>
      <div className={classes.affected}>
        {counted && <Figures counted={counted} />}
        {!counted && !props.hasFailed && <Skeleton rows={3} label={t('loading')} />}
        <CompanyTable key={JSON.stringify(asked)} asked={asked} count={counted?.company_count} />
      </div>
      <ShowInIncident asked={asked} />
    </Panel>
  )
}

function Figures({ counted }: { counted: Counted }) {
  const { t } = useTranslation('impact')
  const names = useNames()
  const words = useCount()
  const scale = useScaleWords()
  const rows = [
    { name: t('companies.total'), ...counted, isTotal: true },
    ...counted.data_centers.map((one) => ({
      ...one,
      // Companies that are in no data center have an empty one.
      name: one.name === '' ? t('companies.nowhere') : names.dataCenter(one.name),
      isTotal: false,
    })),
  ]
  return (
    <table className={classes.figures} aria-label={t('companies.byDataCenter')}>
      <thead>
        <tr>
          <th scope="col">{t('companies.dataCenter')}</th>
          <th scope="col">{t('companies.affected')}</th>
          <th scope="col">{t('companies.base')}</th>
          <th scope="col">{t('scale')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, company_count, base_count, isTotal }) => (
          <tr key={name} data-total={isTotal || undefined}>
            <th scope="row">{name}</th>
            <td>{words(company_count)}</td>
            <td>{words(base_count)}</td>
            <td>{scale(scaleOf(company_count, base_count))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** All of them: no more than there are companies. */
function Export({ asked }: { asked: Asked }) {
  const { t } = useTranslation(['impact', 'shell'])
  const input = exportInput(asked)
  const address = fileAddress(exportCompaniesOfCis, input)
  const file = useDownload(
    () => downloadWhole(exportCompaniesOfCis, input),
    () => t('shell:file.failed'),
  )
  return (
    <FileLink
      {...file}
      address={address}
      disabledReason={address.length > LONGEST_ADDRESS ? t('companies.csvTooLong') : undefined}
    >
      {t('companies.csv')}
    </FileLink>
  )
}

/** Whose companies are counted, and the question that counts them. */
export function useCompanyScope(dc: string | undefined, cis: readonly string[], services: readonly string[]) {
  const [scope, setScope] = useState<CompanyScope>('everywhere')
  const asked = useMemo((): Asked | undefined => {
    if (dc === undefined || cis.length === 0) return undefined
    return { cis, services, dataCenters: scope === 'here' ? [dc] : [] }
  }, [dc, cis, services, scope])
  return { scope, setScope, asked }
}

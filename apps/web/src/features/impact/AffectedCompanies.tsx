import { LONGEST_ADDRESS } from '@aviary/contract/constants'
import { exportCompaniesOfCis } from '@aviary/contract/impact/endpoints'
import { scaleOf } from '@aviary/contract/impact/rules'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { Group, Radio } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadBuffered, fileUrl } from '../../shared/download.ts'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDownload } from '../../shared/use-download.ts'
import { FactTable } from '../../ui/FactTable.tsx'
import { FileLink } from '../../ui/FileLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CompanyTable } from './CompanyTable.tsx'
import classes from './companies.module.css'
import { ShowInIncident } from './ShowInIncident.tsx'
import type { Counted } from './scales.ts'
import { exportInput, type ImpactSelection } from './use-impact.ts'
import { useScaleWords } from './use-scale-words.ts'

type CompanyScope = 'everywhere' | 'here'

type AffectedCompaniesProps = {
  /** CIs, services and data centers that `counted` and the table refer to. */
  selection: ImpactSelection
  counted: Counted | undefined
  hasFailed: boolean
  dataCenter: DataCenter
  scope: CompanyScope
  onScope: (scope: CompanyScope) => void
}

/** Number and list of the companies that depend on the selection, with a CSV export. */
export function AffectedCompanies(props: AffectedCompaniesProps) {
  const { selection, counted, dataCenter, scope, onScope } = props
  const { t } = useTranslation('impact')
  return (
    <Panel title={t('companies')} aside={<Export selection={selection} />}>
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
        <CompanyTable key={JSON.stringify(selection)} selection={selection} count={counted?.company_count} />
      </div>
      <ShowInIncident selection={selection} />
    </Panel>
  )
}

function Figures({ counted }: { counted: Counted }) {
  const { t } = useTranslation('impact')
  const names = useNames()
  const formatCount = useCount()
  const formatScale = useScaleWords()
  const rows = [
    { name: t('companies.total'), ...counted, isTotal: true },
    ...counted.data_centers.map((dataCenterCount) => ({
      ...dataCenterCount,
      // Companies without a data center are counted under an empty name.
      name: dataCenterCount.name === '' ? t('companies.nowhere') : names.dataCenter(dataCenterCount.name),
      isTotal: false,
    })),
  ]
  return (
    <FactTable
      label={t('companies.byDataCenter')}
      columns={[t('companies.dataCenter'), t('companies.affected'), t('companies.base'), t('scale')]}
      className={classes.figures}
    >
      {rows.map(({ name, company_count, base_count, isTotal }) => (
        <tr key={name} data-total={isTotal || undefined}>
          <th scope="row">{name}</th>
          <td>{formatCount(company_count)}</td>
          <td>{formatCount(base_count)}</td>
          <td>{formatScale(scaleOf(company_count, base_count))}</td>
        </tr>
      ))}
    </FactTable>
  )
}

/** The CSV of all companies that depend on the selection. */
function Export({ selection }: { selection: ImpactSelection }) {
  const { t } = useTranslation(['impact', 'shell'])
  const input = exportInput(selection)
  const address = fileUrl(exportCompaniesOfCis, input)
  const file = useDownload(
    () => downloadBuffered(exportCompaniesOfCis, input),
    () => t('shell:file.failed'),
  )
  return (
    <FileLink
      {...file}
      url={address}
      disabledReason={address.length > LONGEST_ADDRESS ? t('companies.csvTooLong') : undefined}
    >
      {t('companies.csv')}
    </FileLink>
  )
}

/** The chosen scope (all companies or those of `dc`), and the selection to count in that scope. */
export function useCompanyScope(dc: string | undefined, cis: readonly string[], services: readonly string[]) {
  const [scope, setScope] = useState<CompanyScope>('everywhere')
  const selection = useMemo((): ImpactSelection | undefined => {
    if (dc === undefined || cis.length === 0) return undefined
    return { cis, services, dataCenters: scope === 'here' ? [dc] : [] }
  }, [dc, cis, services, scope])
  return { scope, setScope, selection }
}

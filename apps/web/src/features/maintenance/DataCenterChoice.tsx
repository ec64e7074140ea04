import { Button, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/Loaded.tsx'
import classes from './maintenance.module.css'
import { useDataCenters } from './use-maintenance.ts'

type DataCenterChoiceProps = {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  isTouched: boolean
}

/** Choice of data centers by system name. A chosen data center stays even if it is no longer listed. */
export function DataCenterChoice({ chosen, onChange, isTouched }: DataCenterChoiceProps) {
  const { t } = useTranslation('maintenance')
  const query = useDataCenters()
  const { data } = query
  if (!data)
    return (
      <Loaded
        query={query}
        failure={t('toast.dataCenters')}
        loading={t('form.dataCentersLoading')}
        rows={2}
      />
    )
  const listed = data.map(({ system_name }) => system_name)
  const offered = [
    ...data,
    ...chosen
      .filter((name) => !listed.includes(name))
      .map((system_name) => ({ system_name, name: system_name })),
  ]
  const inOrder = (names: readonly string[]) =>
    offered.map(({ system_name }) => system_name).filter((name) => names.includes(name))
  return (
    <Checkbox.Group
      label={t('form.dataCenters')}
      withAsterisk
      value={[...chosen]}
      error={isTouched && chosen.length === 0 && t('form.issueDataCenters')}
      onChange={(names) => onChange(inOrder(names))}
    >
      <div className={classes.choices}>
        {offered.map(({ system_name, name }) => (
          <Checkbox key={system_name} value={system_name} label={name} />
        ))}
      </div>
      <div className={classes.choiceButtons}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange(offered.map(({ system_name }) => system_name))}
        >
          {t('form.all')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
          {t('form.none')}
        </Button>
      </div>
    </Checkbox.Group>
  )
}

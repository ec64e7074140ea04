import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import classes from './impact.module.css'

type ServicesProps = {
  services: readonly DataCenter[] | undefined
  hasFailed: boolean
  selected: readonly string[]
  onToggle: (systemName: string) => void
}

/** The services whose companies are counted, as toggle buttons. */
export function Services({ services, hasFailed, selected, onToggle }: ServicesProps) {
  const { t } = useTranslation('impact')
  const formatCount = useCount()
  const count =
    services &&
    t('services.count', { number: formatCount(selected.length), all: formatCount(services.length) })
  return (
    <Panel title={t('services')} aside={<span role="status">{count}</span>}>
      {!services && !hasFailed && <Skeleton rows={1} label={t('loading')} />}
      {services?.length === 0 && <p className={classes.empty}>{t('services.none')}</p>}
      {services && services.length > 0 && (
        <ul aria-label={t('services')} className={classes.services}>
          {services.map(({ name, system_name }) => {
            const isSelected = selected.includes(system_name)
            return (
              <li key={system_name}>
                <Button
                  size="compact-sm"
                  variant={isSelected ? 'filled' : 'default'}
                  aria-pressed={isSelected}
                  onClick={() => onToggle(system_name)}
                >
                  {name}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

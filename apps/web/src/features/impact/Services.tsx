import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import classes from './impact.module.css'
import { LongList } from './LongList.tsx'

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
  return (
    <Panel title={t('services')}>
      <p role="status" className={classes.count}>
        {services &&
          t('services.count', { number: formatCount(selected.length), all: formatCount(services.length) })}
      </p>
      {!services && !hasFailed && <Skeleton rows={7} label={t('loading')} />}
      {services?.length === 0 && <p className={classes.empty}>{t('services.none')}</p>}
      {services && services.length > 0 && (
        <LongList
          label={t('services')}
          items={services}
          getKey={({ system_name }) => system_name}
          render={({ name, system_name }) => {
            const isSelected = selected.includes(system_name)
            return (
              <button
                type="button"
                className={classes.choice}
                aria-pressed={isSelected}
                title={name}
                onClick={() => onToggle(system_name)}
              >
                <span>{name}</span>
                {isSelected && <IconCheck size={14} stroke={2.5} aria-hidden />}
              </button>
            )
          }}
        />
      )}
    </Panel>
  )
}

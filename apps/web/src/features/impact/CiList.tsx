import type { Ci } from '@aviary/contract/impact/endpoints'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Term } from '../../ui/Term.tsx'
import { CiLine, ScalesUnavailable } from './CiLine.tsx'
import classes from './impact.module.css'
import { LongList } from './LongList.tsx'
import type { Listed, Scales } from './use-dora.ts'

type CiListProps = {
  listed: Listed
  scales: Scales
  dataCenter: string
  selected: ReadonlySet<string>
  /** Whether these CIs still fit into the selection. */
  hasRoom: (cis: readonly Ci[]) => boolean
  onAdd: (cis: readonly Ci[]) => void
  listKey: string
}

/** List of the CIs that can be added to the selection. */
export function CiList(props: CiListProps) {
  const { listed, scales, dataCenter, selected, hasRoom, onAdd, listKey } = props
  const { t } = useTranslation('impact')
  const formatCount = useCount()
  const { cis, isCut, isRequested } = listed
  const unselected = (cis ?? []).filter(({ name }) => !selected.has(name))
  const noRoom = unselected.length > 0 && !hasRoom(unselected) ? t('cis.noRoomForAll') : undefined
  return (
    <Panel
      title={<Term name="ci">{t('cis')}</Term>}
      aside={
        <DisabledButton
          size="compact-sm"
          variant="default"
          disabledReason={unselected.length === 0 ? t('cis.nothingToAdd') : noRoom}
          onClick={() => onAdd(unselected)}
        >
          {t('cis.addAll')}
        </DisabledButton>
      }
    >
      <p role="status" className={classes.count}>
        {isRequested && cis && t('cis.count', { number: formatCount(cis.length) })}
        {isRequested && cis && isCut && ` ${t('cis.cut')}`}
      </p>
      {!isRequested && <p className={classes.empty}>{t('cis.choose')}</p>}
      {isRequested && !cis && !listed.hasFailed.cis && <Skeleton rows={7} label={t('loading')} />}
      {isRequested && cis?.length === 0 && <p className={classes.empty}>{t('cis.none')}</p>}
      {isRequested && cis && cis.length > 0 && (
        <>
          <ScalesUnavailable scales={scales} />
          <LongList
            key={listKey}
            label={t('cis')}
            items={cis}
            getKey={({ name }) => name}
            render={(ci) => (
              <CiLine
                ci={{
                  ...ci,
                  global: scales.getGlobalScale(ci.name),
                  dataCenter: scales.getDataCenterScale(ci.name),
                }}
                dataCenter={dataCenter}
                hasScales={scales.unavailableReason === undefined}
              >
                <Add ci={ci} isSelected={selected.has(ci.name)} hasRoom={hasRoom} onAdd={onAdd} />
              </CiLine>
            )}
          />
        </>
      )}
    </Panel>
  )
}

type AddProps = { ci: Ci; isSelected: boolean } & Pick<CiListProps, 'hasRoom' | 'onAdd'>

function Add({ ci, isSelected, hasRoom, onAdd }: AddProps) {
  const { t } = useTranslation('impact')
  const full = !isSelected && !hasRoom([ci]) ? t('cis.noRoom') : undefined
  const Icon = isSelected ? IconCheck : IconPlus
  return (
    <DisabledButton
      size="compact-sm"
      variant="default"
      isInLongList
      aria-label={t(isSelected ? 'cis.added' : 'cis.add', { name: ci.name })}
      disabledReason={isSelected ? t('cis.isSelected') : full}
      onClick={() => onAdd([ci])}
    >
      <Icon size={16} aria-hidden />
    </DisabledButton>
  )
}

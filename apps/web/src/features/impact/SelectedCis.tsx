import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CiLine, ScalesUnavailable } from './CiLine.tsx'
import { CopyBox } from './CopyBox.tsx'
import classes from './impact.module.css'
import { LongList } from './LongList.tsx'
import { Share } from './Share.tsx'
import type { Counted } from './scales.ts'
import { selectionText } from './selection-text.ts'
import type { Scales, ShownCi } from './use-dora.ts'
import { useScaleWords } from './use-scale-words.ts'

type SelectedCisProps = {
  cis: readonly ShownCi[]
  scales: Scales
  dataCenter: string
  /** Display names. */
  services: readonly string[]
  onRemove: (name: string) => void
  onClear: () => void
  /** How many companies depend on the selection; undefined until counted. */
  counted: Counted | undefined
}

/** The selected CIs, and the selection as text to copy. */
export function SelectedCis({ cis, scales, dataCenter, services, ...props }: SelectedCisProps) {
  const { t } = useTranslation('impact')
  const formatCount = useCount()
  const formatScale = useScaleWords()
  const { part, remove } = useFocusAfterRemove(cis, props.onRemove)
  const text = selectionText(cis, {
    head: [
      `${t('scale.inDataCenter')}: ${dataCenter}`,
      `${t('services')}: ${services.join(', ') || t('services.all')}`,
    ],
    getScaleText: ({ global, dataCenter: dataCenterScale }) => {
      if (scales.unavailableReason || global === 'waiting' || dataCenterScale === 'waiting') return undefined
      if (global === 'unknown') return formatScale(global)
      return `${t('scale.global')} ${formatScale(global)}, ${dataCenter} ${formatScale(dataCenterScale)}`
    },
  })
  return (
    <Panel
      title={t('selected')}
      aside={
        <DisabledButton
          size="compact-sm"
          variant="default"
          disabledReason={cis.length === 0 ? t('selected.none') : undefined}
          onClick={props.onClear}
        >
          {t('selected.clear')}
        </DisabledButton>
      }
    >
      <div ref={part} tabIndex={-1} className={classes.part}>
        <p role="status" className={classes.count}>
          {t('selected.count', { number: formatCount(cis.length) })}
        </p>
        {cis.length === 0 && <p className={classes.empty}>{t('selected.none')}</p>}
        {cis.length > 0 && (
          <>
            <Share counted={props.counted} />
            <ScalesUnavailable scales={scales} />
            <LongList
              label={t('selected')}
              items={cis}
              getKey={({ name }) => name}
              render={(ci) => (
                <CiLine ci={ci} dataCenter={dataCenter} hasScales={scales.unavailableReason === undefined}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('selected.remove', { name: ci.name })}
                    onClick={() => remove(ci.name)}
                  >
                    <IconX size={16} aria-hidden />
                  </Button>
                </CiLine>
              )}
            />
          </>
        )}
      </div>
      <CopyBox text={cis.length === 0 ? '' : text} />
    </Panel>
  )
}

/** After a CI is removed, the focus moves to the remove button that takes its place. */
function useFocusAfterRemove(cis: readonly ShownCi[], onRemove: (name: string) => void) {
  const part = useRef<HTMLDivElement>(null)
  const removed = useRef<{ name: string; index: number }>(undefined)
  useEffect(() => {
    // The removal goes through the URL, so the list still holds the CI for a moment.
    if (!removed.current || cis.some(({ name }) => name === removed.current?.name)) return
    const buttons = part.current?.querySelectorAll<HTMLElement>('li button') ?? []
    const next = buttons[Math.min(removed.current.index, buttons.length - 1)] ?? part.current
    removed.current = undefined
    next?.focus()
  }, [cis])
  const remove = (name: string) => {
    removed.current = { name, index: cis.findIndex((ci) => ci.name === name) }
    onRemove(name)
  }
  return { part, remove }
}

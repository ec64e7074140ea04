import { getDefaultZIndex, Modal } from '@mantine/core'
import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { LEADS_AWAY } from './Content.tsx'
import classes from './command-palette.module.css'
import { PaletteField } from './PaletteField.tsx'
import { PaletteList } from './PaletteList.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'

type PaletteProps = { isOpen: boolean; onClose: () => void; onShortcuts: () => void }

/** Opens a page, an incident or a customer, or runs a command, found by typing. */
export function CommandPalette({ isOpen, ...actions }: PaletteProps) {
  const { t } = useTranslation()
  // Opens after the mount: Modal notes the element with the focus, to return it, only when `opened` changes.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Modal
      opened={isShown}
      onClose={actions.onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('palette.open'), [LEADS_AWAY]: true } }}
      // Not centered, because a centered palette would move when results arrive.
      centered={false}
      yOffset={80}
      size={600}
      padding={0}
      zIndex={getDefaultZIndex('max')}
    >
      <Palette {...actions} />
    </Modal>
  )
}

/** `selected` is the id of an item, or undefined for the first item. Nothing is selected before the first key. */
type Shown = { query: string; selected: string | undefined; isUntouched?: boolean }

/** Safari ends a composition before the key that ended it, and gives that key the code 229. */
const isComposing = ({ isComposing, keyCode }: globalThis.KeyboardEvent) => isComposing || keyCode === 229

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Palette({ onClose, onShortcuts }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useTranslation('palette')
  const [shown, setShown] = useState<Shown>({ query: '', selected: undefined, isUntouched: true })
  const { query } = shown
  const { groups, isSearching, hasFailed } = usePaletteGroups(query, onShortcuts)
  const list = useRef<HTMLDivElement>(null)

  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id))
  const selected = ids.find((id) => id === shown.selected) ?? (shown.isUntouched ? undefined : ids[0])
  // Keeps the selection on its item when other items arrive before it.
  if (selected !== shown.selected) setShown({ ...shown, selected })

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key]
    if (isComposing(event.nativeEvent) || !(step || event.key === 'Enter')) return
    event.preventDefault()
    const text = event.currentTarget.value
    // The key applies to the results for the typed text, which may not be rendered yet.
    if (text !== query) flushSync(() => setShown({ query: text, selected: undefined }))
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-action]') ?? [])]
    const index = items.findIndex((item) => item.hasAttribute('data-selected'))
    if (!step) return items[index]?.click()
    const next = items.at(index < 0 ? 0 : (index + step) % items.length)
    setShown({ query: text, selected: next?.dataset.action })
  }
  const isEmpty = groups.length === 0 && !isSearching && !hasFailed
  return (
    <>
      <PaletteField
        isSearching={isSearching}
        onType={(text) => startTransition(() => setShown({ query: text, selected: undefined }))}
        onKeyDown={onKeyDown}
      />
      {groups.length > 0 && (
        <PaletteList ref={list} groups={groups} query={query} selected={selected} onClose={onClose} />
      )}
      <div role="status">
        {isEmpty && <div className={classes.empty}>{t('nothing')}</div>}
        {hasFailed && <div className={classes.empty}>{t('customersFailed')}</div>}
      </div>
    </>
  )
}

import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './command-palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

const [store, spotlight] = createSpotlight()

type PaletteProps = { isOpen: boolean; onClose: () => void; onShortcuts: () => void }

/** Opens a page, an incident or a customer, or runs a command, found by typing. */
export function CommandPalette({ isOpen, onClose, onShortcuts }: PaletteProps) {
  const { t } = useTranslation(['palette', 'shell'])
  const [query, setQuery] = useState('')
  const { groups, isSearching, hasFailed } = usePaletteGroups({ query, isOpen, onShortcuts })
  useEffect(() => {
    if (isOpen) spotlight.open()
    else spotlight.close()
  }, [isOpen])
  useEffect(() => {
    if (query !== '' && groups.length > 0) selectFirst()
  }, [query, groups])
  const isEmpty = groups.length === 0 && !isSearching && !hasFailed
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      lockScroll={false}
      // Not centered, because a centered palette would move when results arrive.
      centered={false}
      attributes={{ content: { 'aria-label': t('shell:palette.open') } }}
      styles={{ actionDescription: { color: 'inherit', opacity: 1 }, empty: { color: 'inherit' } }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        rightSection={
          <span role="status" className={classes.searching}>
            {isSearching && t('searching')}
          </span>
        }
        rightSectionWidth="8rem"
        rightSectionPointerEvents="none"
      />
      {groups.length > 0 && (
        <Spotlight.ActionsList>
          {groups.map(({ group, items }) => (
            <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
              {items.map(({ id, ...item }) => (
                <Spotlight.Action key={id} highlightQuery {...item} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      <div role="status">
        {isEmpty && <Spotlight.Empty>{t('nothing')}</Spotlight.Empty>}
        {hasFailed && <Spotlight.Empty>{t('customersFailed')}</Spotlight.Empty>}
      </div>
    </Spotlight.Root>
  )
}

/**
 * Spotlight selects the first action only while the person types. This also selects it when results arrive
 * later or the selected action disappears.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId)
  if (!list || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

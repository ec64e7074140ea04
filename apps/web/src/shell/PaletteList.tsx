import { Highlight, ScrollArea } from '@mantine/core'
import { memo, type RefObject, useEffect } from 'react'
import classes from './command-palette.module.css'
import type { PaletteGroup } from './use-palette-groups.ts'

type PaletteListProps = {
  ref: RefObject<HTMLDivElement | null>
  groups: readonly PaletteGroup[]
  query: string
  selected: string | undefined
  onClose: () => void
}

/** The found items. The focus stays on the field, which selects and clicks them. */
export function PaletteList({ ref, groups, query, selected, onClose }: PaletteListProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts find other items at the same place
  useEffect(() => {
    ref.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [ref, query, selected])
  return (
    <ScrollArea.Autosize
      ref={ref}
      className={classes.list}
      type="scroll"
      scrollbarSize="var(--scrollbar-room)"
      offsetScrollbars="y"
    >
      {groups.map(({ group, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
        <div key={group} className={classes.group} role="group" aria-label={group}>
          {items.map(({ id, label, description, lang, onClick }) => (
            <button
              key={id}
              type="button"
              data-action={id}
              data-selected={id === selected || undefined}
              tabIndex={-1}
              lang={lang}
              className={classes.item}
              // The focus stays on the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                onClick()
                onClose()
              }}
            >
              <Label label={label} query={query} />
              <span className={classes.description}>{description}</span>
            </button>
          ))}
        </div>
      ))}
    </ScrollArea.Autosize>
  )
}

/** Memoized, because highlighting dozens of texts at each arrow key would take longer than a frame. */
const Label = memo(({ label, query }: { label: string; query: string }) => (
  <Highlight component="span" highlight={query}>
    {label}
  </Highlight>
))

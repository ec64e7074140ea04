import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type PageKey, useKeyOf } from '../shared/single-keys.ts'
import classes from './filter-chip.module.css'

type ChoiceChipProps = {
  /** Name of the filter. */
  label: string
  /** The chosen values in words; undefined when the filter is off. */
  chosen: string | undefined
  /** Text on an invalid choice; the chip shows it instead of `chosen`. */
  fault?: string | undefined
  /** Hides the fault while the fields are open, because a half-typed value is not wrong yet. */
  isLenientWhileOpen?: boolean
  /** Key that opens the fields. */
  pageKey?: PageKey
  /** The fields to choose by; rendered while the chip is open. A function gets a callback that closes them. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A filter with fields of its own, which open below it. Escape or a click outside closes them. */
export function ChoiceChip({ label, chosen, fault, isLenientWhileOpen, pageKey, children }: ChoiceChipProps) {
  const keys = useKeyOf(pageKey)
  const [isOpen, setOpen] = useState(false)
  const shownFault = isOpen && isLenientWhileOpen ? undefined : fault
  const words = shownFault ?? chosen
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          {...keys}
          className={classes.chip}
          data-pressed={words !== undefined || undefined}
          data-fault={shownFault !== undefined || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.chipLabel}>
            {label}
            {words !== undefined && `: ${words}`}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices ?? ''} aria-label={label}>
        {isOpen && (typeof children === 'function' ? children(() => setOpen(false)) : children)}
      </Popover.Dropdown>
    </Popover>
  )
}

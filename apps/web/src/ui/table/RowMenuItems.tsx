import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSingleKeysOn } from '../../shared/single-keys.ts'
import { OpenMenu } from '../OpenMenu.tsx'
import type { RowAction } from './row-actions.ts'
import classes from './row-menu.module.css'

export type RowMenuItemsProps = { label: string; items: readonly RowAction[]; onClose: () => void }

/** The open menu of a row. */
export function RowMenuItems({ label, items, onClose }: RowMenuItemsProps) {
  const dangers = items.filter(({ isDanger }) => isDanger)
  const others = items.filter(({ isDanger }) => !isDanger)
  const item = (action: RowAction) => <Item key={action.label} action={action} onClose={onClose} />
  return (
    <OpenMenu label={label} position="bottom-end" onClose={onClose}>
      {others.map(item)}
      {dangers.length > 0 && others.length > 0 && <Menu.Divider />}
      {dangers.map(item)}
    </OpenMenu>
  )
}

function Item({ action, onClose }: { action: RowAction; onClose: () => void }) {
  const { t } = useTranslation()
  const { label, to, href, run, disabledReason, isDanger, rowKey } = action
  const isKeyShown = useSingleKeysOn() && rowKey !== undefined
  const keyProps = isKeyShown && {
    'aria-keyshortcuts': rowKey,
    rightSection: (
      <span aria-hidden="true">
        <kbd>{rowKey}</kbd>
      </span>
    ),
  }
  const isDisabled = disabledReason !== undefined
  if (to !== undefined && !isDisabled) {
    const [path = '', query] = to.split('?')
    return (
      <Menu.Item
        className={classes.menuItem ?? ''}
        component={Link}
        to={path}
        search={Object.fromEntries(new URLSearchParams(query)) as never}
        onClick={onClose}
        {...keyProps}
      >
        {label}
      </Menu.Item>
    )
  }
  if (href !== undefined && !isDisabled)
    return (
      <Menu.Item
        className={classes.menuItem ?? ''}
        component="a"
        href={href}
        target="_blank"
        rel="noreferrer"
        onClick={onClose}
        {...keyProps}
      >
        {label} <span className="visually-hidden">({t('opensNewTab')})</span>
      </Menu.Item>
    )
  return (
    <Menu.Item
      className={classes.menuItem ?? ''}
      data-danger={isDanger}
      {...(isDisabled ? { 'data-disabled': true } : {})}
      aria-disabled={isDisabled || undefined}
      closeMenuOnClick={false}
      onClick={() => {
        if (isDisabled) return
        // Closes the menu first, so that a dialog later returns the focus to the row and not to the menu.
        onClose()
        run?.()
      }}
    >
      {label}
      {disabledReason && <span className={classes.menuReason}>{disabledReason}</span>}
    </Menu.Item>
  )
}

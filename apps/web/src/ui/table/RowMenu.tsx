import { IconDots } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useMenuButton } from '../use-menu-button.ts'
import { RowButton } from './RowButton.tsx'
import type { RowMenuItemsProps } from './RowMenuItems.tsx'
import type { RowActions } from './row-actions.ts'
import classes from './row-menu.module.css'

const loadItems = () => import('./RowMenuItems.tsx')
const RowMenuItems = lazyWithRetry<RowMenuItemsProps>(async () => ({
  default: (await loadItems()).RowMenuItems,
}))
/** A load that fails here is repeated when the menu opens. */
const preloadItems = () => void loadItems().catch(() => undefined)

type RowMenuProps<Row> = { row: Row; actions: RowActions<Row> }

/** The ⋯ button of a row; its menu is made when it opens, because a page of a list has fifty of them. */
export function RowMenu<Row>({ row, actions }: RowMenuProps<Row>) {
  const { t } = useTranslation()
  const { isOpen, close, buttonProps } = useMenuButton()
  const items = actions.of(row)
  const [first] = items
  if (!first) return null
  const name = actions.nameOf(row)
  if (actions.singleWidth)
    return (
      <RowButton
        name={first.name ?? `${first.label}: ${name}`}
        disabledReason={first.disabledReason}
        onClick={() => first.run?.()}
      >
        {first.label}
      </RowButton>
    )
  return (
    <span className={classes.menuPlace}>
      <button
        {...buttonProps}
        className={classes.menuButton}
        data-row-menu
        data-messages={items.find(({ rowKey }) => rowKey === 'm')?.to}
        aria-label={t('table.actionsOf', { name })}
        onPointerEnter={preloadItems}
        onFocus={preloadItems}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <RowMenuItems label={t('table.actionsOf', { name })} items={items} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}

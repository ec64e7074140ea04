import { Menu, type MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './open-menu.module.css'

// The menu button has the ARIA roles already. Menu passes this property on, although its type omits it.
const NO_ROLES = { withRoles: false }

type OpenMenuProps = Pick<MenuProps, 'position'> & {
  label: string
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** The menu of a `useMenuButton`, while it is open; its parent element must have a position. */
export function OpenMenu({ label, position = 'bottom', className, onClose, children }: OpenMenuProps) {
  // Screen readers list content by landmark, and the end of the body is in none.
  const target = document.querySelector<HTMLElement>('main') ?? document.body
  return (
    <Menu
      opened
      onClose={onClose}
      position={position}
      withinPortal
      portalProps={{ target }}
      returnFocus={false}
      {...NO_ROLES}
    >
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} className={className ?? ''}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

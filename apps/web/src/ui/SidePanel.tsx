import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../shared/use-width.ts'
import { useFocusReturn } from './use-focus.ts'

type SidePanelProps = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Details of a row beside its list, to read; open while rendered. On unmount the focus returns to where it was. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  useFocusReturn()
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size={isPhone ? '100%' : 560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  )
}

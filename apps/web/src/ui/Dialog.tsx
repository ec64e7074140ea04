import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type DialogProps = {
  title: ReactNode
  onClose: () => void
  size?: 'md' | 'xl'
  children: ReactNode
}

/** The one modal. It is there while it is rendered; the focus goes back to where it was. */
export function Dialog({ title, onClose, size = 'md', children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}

import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useMessageName } from '../../shared/message-type-names.ts'

const LazyHistory = lazyWithRetry(async () => ({
  default: (await import('./MessageHistory.tsx')).MessageHistory,
}))

type MessageHistoryProps = { message: ManagedMessage; onClose: () => void }

/** A dialog with the earlier texts of an edited message. */
export const MessageHistory = (props: MessageHistoryProps) => (
  <Suspense fallback={null}>
    <LazyHistory {...props} />
  </Suspense>
)

/** Opens the earlier texts of an edited message. */
export function WhatChanged({ message }: { message: ManagedMessage }) {
  const { t } = useTranslation('timeline')
  const name = useMessageName()(message)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('whatChanged')}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {t('whatChanged')}
      </Button>
      {isOpen && <MessageHistory message={message} onClose={() => setOpen(false)} />}
    </>
  )
}

import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'

const MessageHistory = lazyWithRetry(async () => ({
  default: (await import('./MessageHistory.tsx')).MessageHistory,
}))

/** Opens the earlier texts of an edited message. */
export function WhatChanged({ message }: { message: ManagedMessage }) {
  const { t } = useTranslation('timeline')
  const title = useMessageTypeName()(message.title)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('whatChanged')}: ${title}, ${message.created_date}`}
        onClick={() => setOpen(true)}
      >
        {t('whatChanged')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MessageHistory message={message} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

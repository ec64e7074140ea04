import type { WebhookEventType } from '@aviary/contract/channels/rules'
import { useTranslation } from 'react-i18next'

/** Type of an event in words, and as receivers get it. */
export function EventType({ event }: { event: WebhookEventType }) {
  const { t } = useTranslation('channels')
  return (
    <>
      {t(`event.${event}`)} <code className="muted">{event}</code>
    </>
  )
}

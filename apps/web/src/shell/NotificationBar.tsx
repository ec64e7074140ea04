import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { ActiveNotification } from '@aviary/contract/notifications/schemas'
import { IconTool } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../shared/time/words.ts'
import { InternalMark } from '../ui/InternalMark.tsx'
import { MessageBody } from '../ui/MessageBody.tsx'
import { scrolledByKeyboard } from '../ui/scrolled-by-keyboard.ts'
import { TestMark } from '../ui/TestMark.tsx'
import classes from './active-notifications.module.css'

type NotificationBarProps = { notification: ActiveNotification; onHide: () => void }

/** An active notification about a maintenance event. */
export default function NotificationBar({ notification, onHide }: NotificationBarProps) {
  const { t, i18n } = useTranslation()
  const { title, body, is_internal, is_test, data_centers, mwin_id, end_date } = notification
  const language = body[i18n.language] ? i18n.language : FALLBACK_LOCALE
  const end = Date.parse(end_date)
  return (
    <section className={classes.bar} aria-label={title} data-internal={is_internal === 'Y' || undefined}>
      <IconTool size={18} aria-hidden />
      <div className={classes.text}>
        <p>
          <strong>{title}</strong>
          {is_internal === 'Y' && <InternalMark />}
          {is_test === 'Y' && <TestMark />}
        </p>
        <div className={classes.body} {...scrolledByKeyboard(title)}>
          <MessageBody html={body[language] ?? ''} lang={language} label={title} />
        </div>
        <p className={classes.facts}>
          <span>{data_centers.join(', ')}</span>
          <time dateTime={end_date}>
            {t('active.until', {
              pacific: exactTime(end, i18n.language, PACIFIC),
              utc: exactTime(end, i18n.language),
            })}
          </time>
          <Link to="/maintenance_event/review/$id" params={{ id: String(mwin_id) } as never}>
            {t('active.event')}
          </Link>
        </p>
      </div>
      <button
        type="button"
        className={classes.button}
        aria-label={`${t('active.hide')}: ${title}`}
        onClick={onHide}
      >
        {t('active.hide')}
      </button>
    </section>
  )
}

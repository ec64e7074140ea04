import type { ReachedChannels as Channels } from '@aviary/contract/channels/reached'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import classes from './deliveries.module.css'

/** How many channels will be told, by kind, and the names of those that the person may see. */
export function ReachedChannels({ channels }: { channels: Channels }) {
  const { t } = useTranslation(['deliveries', 'channels'])
  const count = useCount()
  const { total, kinds, paused, listed } = channels
  const all = total + paused
  if (all === 0) return null
  const parts = [
    ...kinds.map(({ kind, channels: number }) =>
      t('preview.channelsOfKind', { kind: t(`channels:kind.${kind}`), number: count(number) }),
    ),
    ...(paused > 0 ? [t('preview.channelsPaused', { number: count(paused) })] : []),
  ]
  return (
    <div className={classes.channels}>
      <p>
        <strong>{t('preview.channels', { number: count(total) })}</strong> {parts.join(' · ')}
      </p>
      {listed.length > 0 && (
        <details>
          <summary>{t('preview.channelNames')}</summary>
          <ul>
            {listed.map(({ channel_id, name, kind, is_paused }) => (
              <li key={channel_id}>
                {name}{' '}
                <span className="muted">
                  {t(`channels:kind.${kind}`)}
                  {is_paused && ` · ${t('preview.channelPaused')}`}
                </span>
              </li>
            ))}
          </ul>
          {listed.length < all && (
            <p className="muted">
              {t('preview.channelsListed', { shown: count(listed.length), all: count(all) })}
            </p>
          )}
        </details>
      )}
    </div>
  )
}

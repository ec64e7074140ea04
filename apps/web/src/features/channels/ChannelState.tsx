import type { Channel } from '@aviary/contract/channels/endpoints'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './channels.module.css'
import { useChannelState } from './use-channel-words.ts'

/** State of a channel as icon and words. */
export function ChannelState(channel: Pick<Channel, 'paused' | 'failing_since'>) {
  const { status, words } = useChannelState()(channel)
  return (
    <span className={classes.channelState} data-tip={words}>
      <StatusIcon status={status} />
      <span>{words}</span>
    </span>
  )
}

export { createChannelEvent, recordChannelEvent } from './create-event.ts'
export type { ChannelRules } from './kinds/kind.ts'
export { forgetThreads } from './kinds/queries.ts'
export { escapeMarkup, toLink, toTime } from './kinds/slack-markup.ts'
export {
  listStatusListeners,
  listToldOfIncident,
  lockLanesOf,
  moveEvents,
  type StatusListener,
} from './listeners/queries.ts'
export { getChannelProgress, NO_CHANNELS } from './progress/queries.ts'
export {
  getToldAudience,
  listSubscribed,
  lockLanes,
  lockMaintenanceLanes,
  ownerMay,
  withdrawEvents,
} from './queries.ts'
export type { AutomaticPause, OwnerNotice } from './queue/consequences.ts'
export {
  lockLane,
  pauseChannel,
  replayDeliveries,
  stopDeliveries,
  stopInternal,
} from './queue/queries.ts'
export { type ChannelReach, findReached } from './reached/queries.ts'
export {
  AddressRefused,
  checkReceiver,
  parseNetworks,
  post,
  readReceiver,
} from './receivers.ts'
export { loadSealer, type Sealer } from './sealer.ts'
export { send } from './send.ts'
export { newEventName, newWebhookSecret, validSecrets } from './standard-webhooks.ts'

export { createChannelEvent } from './create-event.ts'
export { getToldAudience, ownerMay, withdrawEvents } from './queries.ts'
export {
  type AutomaticPause,
  lockLane,
  pauseChannel,
  replayDeliveries,
  stopDeliveries,
  stopInternal,
} from './queue/queries.ts'
export {
  AddressRefused,
  checkReceiver,
  parseNetworks,
  type ReceiverRules,
  readReceiver,
} from './receivers.ts'
export { loadSealer, type Sealer } from './sealer.ts'
export { newEventName, newWebhookSecret, validSecrets } from './standard-webhooks.ts'
export { send } from './worker.ts'

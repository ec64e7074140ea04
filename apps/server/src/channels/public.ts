export { createChannelEvent } from './create-event.ts'
export { getToldAudience, ownerMay } from './queries.ts'
export { pauseChannel, replayDeliveries, stopDeliveries, stopInternal } from './queue/queries.ts'
export {
  AddressRefused,
  checkReceiver,
  parseNetworks,
  type ReceiverRules,
  readReceiver,
} from './receivers.ts'
export { loadSealer, type Sealer } from './sealer.ts'
export { newEventName, newWebhookSecret } from './standard-webhooks.ts'
export { send } from './worker.ts'

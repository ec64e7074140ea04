// Loaded into a server that a test drives through time: its clock goes on from where the test sets it.
let aheadMs = 0
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...given)
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'aheadMs' in message) aheadMs = message.aheadMs
  process.send?.({ aheadMs })
})
process.channel?.unref()

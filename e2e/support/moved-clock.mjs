// Loaded into a server whose clock a test controls. The clock starts at the time in this module's URL
// (`?at=…`), which child processes inherit. The test sends messages that say how many milliseconds the clock
// is to be ahead of the machine's clock.
const RealDate = Date
const beginsAt = new URL(import.meta.url).searchParams.get('at')
let aheadMs = beginsAt === null ? 0 : Number(beginsAt) - RealDate.now()
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

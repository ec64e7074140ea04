// Loaded into servers when `LATE_ANSWERS_MS` is set: each answer comes as late as this module's URL says (`?most=…`),
// at random. Finds tests, and pages, that work only if each answer comes at once.
import { Server } from 'node:http'

const most = Number(new URL(import.meta.url).searchParams.get('most'))
const { emit } = Server.prototype
Server.prototype.emit = function (event, ...rest) {
  if (event !== 'request') return emit.call(this, event, ...rest)
  setTimeout(() => emit.call(this, event, ...rest), Math.random() * most)
  return true
}

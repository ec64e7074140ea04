// Accepts every mail. Keeps none, or the first one in the file that is named.
import { createWriteStream } from 'node:fs'
import { SMTPServer } from 'smtp-server'

let file = process.argv[2]
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  hideSTARTTLS: true,
  onData: (stream, _session, done) => {
    if (file) stream.pipe(createWriteStream(file))
    else stream.resume()
    file = undefined
    stream.on('end', () => done())
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port))

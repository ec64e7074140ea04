// Accepts every mail and keeps none.
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  hideSTARTTLS: true,
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done())
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port))

// Baseline for bench/mail-cpu.ts: sends mails over bare sockets, one write for each stage of the dialogue. Prints the
// processor time of this process in microseconds a mail.
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'

const { port, mails, connections, file } = JSON.parse(process.argv[2])
const message = readFileSync(file, 'latin1').replaceAll('\r\n.', '\r\n..')
const WARM_UP = 2_000
let next = 0
let last = 0

/** Sends mails until none is left, each once the server has accepted the one before. */
const runSession = () =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
    let stage = 'greeting'
    let answer = ''
    let expected = 1
    const say = (text, nextStage, replies) => {
      stage = nextStage
      expected = replies
      answer = ''
      socket.write(text, 'latin1')
    }
    const startMail = () => {
      const index = next++
      if (index >= last) return void socket.end('QUIT\r\n', resolve)
      const to = `person-${index}@example.com`
      say(`MAIL FROM:<status@acme.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`, 'envelope', 3)
    }
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (text) => {
      answer += text
      if (!answer.endsWith('\r\n')) return
      const replies = answer.slice(0, -2).split('\r\n')
      if (replies.filter((line) => line[3] !== '-').length < expected) return
      if (replies.some((line) => line[0] !== '2' && line[0] !== '3')) reject(new Error(answer))
      if (stage === 'greeting') say('EHLO bench.example\r\n', 'hello', 1)
      else if (stage === 'envelope') say(`${message}.\r\n`, 'message', 1)
      else startMail()
    })
  })

const sendMails = (count) => {
  last += count
  next = last - count
  return Promise.all(Array.from({ length: connections }, runSession))
}
await sendMails(WARM_UP)
const before = process.cpuUsage()
await sendMails(mails)
const { user, system } = process.cpuUsage(before)
console.log((user + system) / mails)

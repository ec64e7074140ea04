// Baseline for bench/mail.ts: sends mails in a plain loop through Nodemailer's own pool, without Aviary's
// ledger.
import nodemailer from 'nodemailer'

const { url, mails, connections, mail } = JSON.parse(process.argv[2])
const pool = nodemailer.createTransport({
  url,
  pool: true,
  maxConnections: connections,
  maxMessages: Infinity,
})
let next = 0
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (let index = next++; index < mails; index = next++)
      await pool.sendMail({
        ...mail,
        to: `person-${index}@example.com`,
        messageId: `<${index}.bench@acme.example>`,
      })
  }),
)
console.log(mails / ((performance.now() - startedAt) / 1000))
pool.close()

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MESSAGE, mailEverybody, withSink } from './mail.ts'
import type { Measure } from './product.ts'

const RECIPIENTS = 20_000

/**
 * Measures what it costs that Aviary signs mails: rate and processor time, compared with mails that it does not sign.
 * Unsigned ones are sent before and after the signed ones.
 */
export async function mailSigned(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-keys-'))
  const send = async (key?: KeyObject): Promise<Cost> => {
    let cost: Cost = { rate: 0, msPerMail: 0 }
    await withSink(async (databaseUrl, smtp) => {
      const environment = key ? settingsOf(key, folder) : {}
      const mailing = { recipients: RECIPIENTS, checkMs: 250, environment }
      cost = (await mailEverybody(MESSAGE, { databaseUrl, smtp }, mailing)).drain
      return []
    })
    return cost
  }
  const first = await send()
  const rsa = await send(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const ed25519 = await send(generateKeyPairSync('ed25519').privateKey)
  const last = await send()
  rmSync(folder, { recursive: true, force: true })
  const unsigned = {
    rate: (first.rate + last.rate) / 2,
    msPerMail: (first.msPerMail + last.msPerMail) / 2,
  }
  return [
    ...compare('RSA of 2048 bits', rsa, unsigned),
    ...compare('Ed25519', ed25519, unsigned),
    ...compare('nobody, last ÷ first', last, first),
  ]
}

type Cost = { rate: number; msPerMail: number }

function settingsOf(key: KeyObject, folder: string): Record<string, string> {
  const MAIL_DKIM_KEY_FILE = path.join(folder, `${key.asymmetricKeyType}.pem`)
  writeFileSync(MAIL_DKIM_KEY_FILE, key.export({ type: 'pkcs8', format: 'pem' }))
  return { MAIL_DKIM_KEY_FILE, MAIL_DKIM_SELECTOR: 'bench' }
}

/** No target: whoever needs the rate without signatures lets the mail server sign. */
const compare = (signer: string, cost: Cost, unsigned: Cost): Measure[] => [
  {
    name: `signed by ${signer}: mails a second ÷ not signed`,
    ours: cost.rate.toFixed(0),
    reference: unsigned.rate.toFixed(0),
    ratio: (cost.rate / unsigned.rate).toFixed(2),
    target: '',
  },
  {
    name: `signed by ${signer}: processor milliseconds per mail ÷ not signed`,
    ours: cost.msPerMail.toFixed(2),
    reference: unsigned.msPerMail.toFixed(2),
    ratio: (cost.msPerMail / unsigned.msPerMail).toFixed(2),
    target: '',
  },
]

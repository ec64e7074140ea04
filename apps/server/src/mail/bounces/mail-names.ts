import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Names of mails for outsiders: in the Message-ID, and in the address for reports of undelivered mails. A name
 * reveals neither the mail's number nor how many mails there are, and cannot be forged without the key.
 */
export type MailNames = {
  /** 32 hexadecimal digits, always the same for the same mail. */
  nameOf: (deliveryId: number) => string
  /** Undefined for a name that this installation did not create. Ignores case: some mail servers change it. */
  deliveryOf: (name: string) => number | undefined
}

export const MAIL_NAME = /[0-9a-f]{32}/gi
const PROOF_BYTES = 10
const ID_BYTES = 6

/** A name is an HMAC of the mail's number, then the number XORed with a mask made from the key and that HMAC. */
export function openMailNames(key: string): MailNames {
  const digest = (use: 'proof' | 'mask', value: string, length: number) =>
    createHmac('sha256', key).update(`${use}:${value}`).digest().subarray(0, length)
  const proofOf = (deliveryId: number) => digest('proof', String(deliveryId), PROOF_BYTES)
  const mask = (id: Buffer, proof: Buffer) => {
    const pad = digest('mask', proof.toString('hex'), ID_BYTES)
    return id.map((byte, index) => byte ^ (pad[index] ?? 0))
  }
  return {
    nameOf: (deliveryId) => {
      const id = Buffer.alloc(ID_BYTES)
      id.writeUIntBE(deliveryId, 0, ID_BYTES)
      const proof = proofOf(deliveryId)
      return Buffer.concat([proof, mask(id, proof)]).toString('hex')
    },
    deliveryOf: (name) => {
      if (!/^[0-9a-f]{32}$/i.test(name)) return undefined
      const bytes = Buffer.from(name, 'hex')
      const proof = bytes.subarray(0, PROOF_BYTES)
      const id = Buffer.from(mask(bytes.subarray(PROOF_BYTES), proof)).readUIntBE(0, ID_BYTES)
      return timingSafeEqual(proofOf(id), proof) ? id : undefined
    },
  }
}

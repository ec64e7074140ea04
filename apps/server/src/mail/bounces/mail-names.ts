import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * Names mails to people outside: in the Message-ID, and in the address that reports of undelivered mails go to.
 * A name tells nothing, neither the number of the mail nor how many there are, and nobody can make up one.
 */
export type MailNames = {
  /** 32 hexadecimal digits, always the same for the same mail. */
  nameOf: (deliveryId: number) => string
  /** Undefined for a name that this installation did not give. Ignores case, as some mail servers change it. */
  deliveryOf: (name: string) => number | undefined
}

const CIPHER = 'aes-128-ecb'
export const MAIL_NAME = /[0-9a-f]{32}/gi

/** `key`: 16 bytes in base64. */
export function openMailNames(key: string): MailNames {
  const bytes = Buffer.from(key, 'base64')
  // A single block each: its first half is empty, which shows after deciphering that the name is ours.
  return {
    nameOf: (deliveryId) => {
      const block = Buffer.alloc(16)
      block.writeBigUInt64BE(BigInt(deliveryId), 8)
      return createCipheriv(CIPHER, bytes, null).setAutoPadding(false).update(block, undefined, 'hex')
    },
    deliveryOf: (name) => {
      if (!/^[0-9a-f]{32}$/i.test(name)) return undefined
      const block = createDecipheriv(CIPHER, bytes, null).setAutoPadding(false).update(name, 'hex')
      const id = Number(block.readBigUInt64BE(8))
      return block.readBigUInt64BE(0) === 0n && Number.isSafeInteger(id) ? id : undefined
    },
  }
}

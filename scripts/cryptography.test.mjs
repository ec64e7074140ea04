import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'

const folders = ['apps/server/src', 'apps/web/src', 'packages/contract/src']
const sources = folders.flatMap((folder) =>
  readdirSync(join(projectFolder, folder), { recursive: true })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(join(projectFolder, folder, name), 'utf8'),
    })),
)
const uses = (pattern) =>
  sources.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, digest]) => ({ name, digest: digest })),
  )

test('every digest and signature is SHA-256, by Node’s own cryptography', () => {
  const digests = uses(/\bcreate(?:Hash|Hmac)\(([^,)]*)/g)
  expect(digests.length).toBeGreaterThan(10)
  expect(digests.filter(({ digest }) => digest !== "'sha256'")).toEqual([])
  expect(uses(/from '((?:crypto-js|bcrypt|node-forge|tweetnacl|md5|sha\.?js|js-sha\w*)[^']*)'/g)).toEqual([])
})

test('the one signature by a private key is that of mails: RSA or Ed25519, over a SHA-256 digest', () => {
  const imports = uses(/import \{([^}]*)\} from 'node:crypto'/g).flatMap(({ name, digest: names }) =>
    names
      .split(',')
      .map((each) =>
        each
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter((each) => /^(sign|verify|create(Sign|Verify|PrivateKey|PublicKey)|generateKeyPair)/.test(each))
      .map((each) => `${name} ${each}`),
  )
  expect(imports.toSorted()).toEqual([
    'apps/server/src/features/session/demo/provider.ts generateKeyPairSync',
    'apps/server/src/mail/dkim-key.ts createPrivateKey',
    'apps/server/src/mail/dkim-record.ts createPublicKey',
    'apps/server/src/mail/dkim.ts sign',
  ])
  expect(uses(/(import \* as \w+|import \w+) from 'node:crypto'/g)).toEqual([])
  const signing = sources.find(({ name }) => name === 'apps/server/src/mail/dkim.ts')
  expect(signing?.text.match(/signAside\([^)]*\)/g)).toEqual([
    "signAside(isRsa ? 'sha256' : null, data, key)",
  ])
  expect(signing?.text).toContain('const data = isRsa ? Buffer.from(text) : sha256(text)')
})

test('secrets come from the generator for secrets, with 256 bits', () => {
  const tokens = sources.find(({ name }) => name === 'apps/server/src/features/session/tokens.ts')
  expect(tokens?.text).toContain("randomBytes(32).toString('base64url')")
  // `Math.random` is guessable. The server must not use it; elsewhere it serves only delays and element ids.
  const guessable = uses(/\b(Math\.random)\(/g).filter(({ name }) => name.startsWith('apps/server/src'))
  expect(guessable).toEqual([])
})

test('the one cipher is AES-256-GCM, and what it sealed is read whole or not at all', () => {
  const ciphers = uses(/\b(create(?:Cipher|Decipher)\w*|publicEncrypt|pbkdf2|scrypt)\(/g)
  expect(ciphers.map(({ name, digest }) => `${name} ${digest}`)).toEqual([
    'apps/server/src/process/seal.ts createCipheriv',
    'apps/server/src/process/seal.ts createDecipheriv',
  ])
  const sealing = sources.find(({ name }) => name === 'apps/server/src/process/seal.ts')
  expect(sealing?.text).toContain("const CIPHER = 'aes-256-gcm'")
  expect(sealing?.text).toMatch(/createDecipheriv\(CIPHER, [^;]*;?\n\s*decipher\.setAuthTag\(/)
})

import { readFile, stat } from 'node:fs/promises'
import { dataDirectories } from './data-directories.ts'
import type { Identity } from './identity.ts'
import { type Account, run } from './run.ts'

const OWN_USER = 'aviary-postgres'

/**
 * The system user to run PostgreSQL as; undefined for the current user. An existing cluster keeps its owner.
 * PostgreSQL refuses root, so root uses another system user.
 */
export async function getAccount(dataDir: string, identity: Identity): Promise<Account | undefined> {
  const ownUid = process.getuid?.()
  for (const cluster of dataDirectories(dataDir, identity)) {
    const owner = await stat(cluster).catch(() => undefined)
    if (!owner || owner.uid === ownUid) continue
    if (ownUid === 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
    throw new Error(
      `The database ${cluster} belongs to user ${owner.uid}: start Aviary as that user or as root.`,
    )
  }
  return ownUid === 0 ? await systemAccount() : undefined
}

async function systemAccount(): Promise<Account> {
  const present = await readAccount('postgres', OWN_USER)
  if (present) return present
  await makeOwnUser()
  const account = await readAccount(OWN_USER, 'nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL does not run as root, and no other user can be made here: start Aviary as an ordinary user, or set DATABASE_URL.',
  )
}

// Failures are ignored, because another process may create the user too; the caller then reads the passwd
// file.
async function makeOwnUser(): Promise<void> {
  const useradd = await run({
    file: 'useradd',
    args: ['--system', '--no-create-home', '--shell', '/sbin/nologin', OWN_USER],
  })
  if (useradd.code !== 0)
    await run({ file: 'adduser', args: ['-S', '-D', '-H', '-s', '/sbin/nologin', OWN_USER] })
}

async function readAccount(...names: string[]): Promise<Account | undefined> {
  return accountIn(await readFile('/etc/passwd', 'utf8'), names)
}

/** The first of `names` with an entry in the text of a passwd file; entries with root's id do not count. */
export function accountIn(passwd: string, names: string[]): Account | undefined {
  const accounts = passwd.split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':')
    return { name: name ?? '', uid: Number(uid), gid: Number(gid) }
  })
  return names
    .map((name) => accounts.find((account) => account.name === name && account.uid > 0))
    .find(Boolean)
}

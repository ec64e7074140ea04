import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { accountIn } from './account.ts'
import { findBinaries, linkLibraries, program } from './binaries.ts'
import { SYSTEM_HOME } from './data-directories.ts'
import { chooseDataDirectory } from './data-directory.ts'
import { shareBinaries } from './shared-binaries.ts'

const isRoot = process.getuid?.() === 0
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-binaries-'))
  folders.push(folder)
  return folder
}

test('library links that an install without scripts left out are made', async () => {
  const { root } = await findBinaries()
  const copy = newFolder()
  cpSync(root, path.join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  const libraries = path.join(copy, 'native', 'lib')
  const links = readdirSync(libraries).filter((name) =>
    lstatSync(path.join(libraries, name)).isSymbolicLink(),
  )
  const targets = links.map((name) => readlinkSync(path.join(libraries, name)))
  for (const name of links) rmSync(path.join(libraries, name))

  await linkLibraries(copy)
  expect(links.length).toBeGreaterThan(0)
  expect(links.map((name) => readlinkSync(path.join(libraries, name)))).toEqual(targets)
})

test('the shared copy is made once, for everybody to read, and again when it is incomplete', async () => {
  const packaged = await findBinaries()
  const home = newFolder()
  const copies = await Promise.all([shareBinaries(packaged, home), shareBinaries(packaged, home)])
  const [shared] = copies
  expect(copies[1]).toEqual(shared)
  expect(readdirSync(home)).toEqual([`postgresql-${packaged.version}`])
  const file = program(shared, 'postgres')
  expect(lstatSync(file).mode & 0o777).toBe(0o755)
  const inode = lstatSync(file).ino
  await shareBinaries(packaged, home)
  expect(lstatSync(file).ino).toBe(inode)

  truncateSync(program(shared, 'initdb'), 100)
  await shareBinaries(packaged, home)
  expect(lstatSync(file).ino).not.toBe(inode)
  expect(readdirSync(home)).toEqual([`postgresql-${packaged.version}`])
  expect(execFileSync(program(shared, 'initdb'), ['--version'], { encoding: 'utf8' })).toContain('18')
})

test.runIf(isRoot)(
  'binaries in a private folder are copied to where PostgreSQL’s user can run them',
  async () => {
    const clone = newFolder()
    chmodSync(clone, 0o700)
    const { root } = await findBinaries()
    cpSync(root, path.join(clone, 'native'), { recursive: true, verbatimSymlinks: true })
    const version = `18.test-${process.pid}`
    const copy = path.join(SYSTEM_HOME, `postgresql-${version}`)
    folders.push(copy)

    const { binaries, cluster } = await chooseDataDirectory({
      dataDir: clone,
      identity: { id: '0123456789abcdef', password: 'unused' },
      account: { name: 'nobody', uid: 65_534, gid: 65_534 },
      packaged: { root: path.join(clone, 'native'), version },
    })
    expect(binaries.root).toBe(copy)
    expect(cluster).toBe(path.join(SYSTEM_HOME, '0123456789abcdef'))
    expect(existsSync(cluster)).toBe(false)
    expect(
      execFileSync(program(binaries, 'postgres'), ['--version'], { uid: 65_534, cwd: '/', encoding: 'utf8' }),
    ).toContain('18')
  },
)

test('the account is the first known name, never root by another name', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\npostgres:x:0:0::/:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n'
  expect(accountIn(passwd, ['postgres', 'nobody'])).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 })
  expect(accountIn(passwd, ['postgres'])).toBeUndefined()
})

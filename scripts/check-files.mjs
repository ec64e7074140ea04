// Fails on long source files, on names that say nothing, on files that only re-export from others, and on module mocks.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const sourceFolders = ['packages', 'apps', 'e2e', 'bench', 'scripts']
const ignoredFolders = new Set(['node_modules', 'dist', 'drizzle', 'migrations'])
const source = /\.(ts|tsx|mjs|css)$/
const test = /\.test\.(ts|tsx|mjs)$/
const longest = { source: 300, test: 500 } // lines
const moduleMock = /^\s*vi\.(mock|doMock)\(/m
const emptyName = /^(utils?|helpers?|common|types?|misc)$/

/** Returns one sentence per offence. */
export function offencesUnder(root) {
  const folders = sourceFolders.map((folder) => join(root, folder)).filter(existsSync)
  return folders.flatMap(sourceFiles).flatMap((file) => offencesOf(root, file))
}

function offencesOf(root, file) {
  const path = relative(root, file)
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').length - 1
  const allowed = test.test(file) ? longest.test : longest.source
  const empty = path.split('/').find((name) => emptyName.test(name.replace(/\..*$/, '')))
  return [
    lines > allowed && `${path} has ${lines} lines, more than ${allowed}: split it by meaning`,
    empty && `${path}: "${empty}" says nothing; name it after what is in it`,
    moduleMock.test(text) &&
      `${path} mocks a module, which reaches the tests of other files: they share loaded modules`,
    isBarrel(file, text) && `${path} only passes on what other files export: import from those`,
  ].filter(Boolean)
}

function isBarrel(file, text) {
  if (!/\.(ts|tsx|mjs)$/.test(file) || /^public\.tsx?$/.test(basename(file))) return false
  const statements = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').trim()
  const passesOn = /export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?\s*/g
  return statements !== '' && statements.replace(passesOn, '') === ''
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : sourceFiles(path)
    return source.test(entry.name) ? [path] : []
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const offences = offencesUnder(fileURLToPath(new URL('..', import.meta.url)))
  for (const offence of offences) console.error(offence)
  process.exitCode = offences.length > 0 ? 1 : 0
}

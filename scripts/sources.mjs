import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './run-program.mjs'

const common = [
  'packages/contract',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/compress.mjs',
]

/** The two parts of the build: output folder and sources of each. */
export const parts = {
  server: {
    output: 'apps/server/dist',
    main: 'main.js',
    sources: [
      'apps/server/src',
      'apps/server/package.json',
      'scripts/sbom.mjs',
      'scripts/licenses.mjs',
      ...common,
    ],
  },
  web: { output: 'apps/web/dist', main: 'index.html', sources: ['apps/web', 'docs/guide', ...common] },
}

const ignored = /^(node_modules|dist|testing|\..*)$|\.test\.tsx?$/

export function isBuilt(part) {
  const stamp = stampFile(part)
  const hasOutput = existsSync(join(projectFolder, part.output, part.main)) && existsSync(stamp)
  return hasOutput && readFileSync(stamp, 'utf8') === hashOfSources(part)
}

export function hashOfSources(part) {
  const hash = createHash('sha256')
  for (const file of part.sources.flatMap(filesUnder)) {
    hash.update(`\n${file}\n`).update(readFileSync(join(projectFolder, file)))
  }
  return hash.digest('hex')
}

export function markBuilt(part, hash) {
  writeFileSync(stampFile(part), hash)
}

export function forgetBuild(part) {
  rmSync(stampFile(part), { force: true })
}

function stampFile(part) {
  return join(projectFolder, part.output, '.built-from')
}

function filesUnder(path) {
  const full = join(projectFolder, path)
  if (!existsSync(full)) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}

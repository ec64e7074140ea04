import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { convertGithubIncidents } from '../ingest/files/convert-github.ts'
import { convertGovukChanges } from '../ingest/files/convert-govuk.ts'
import { serverFolder } from '../server-folder.ts'

type Source = { files: number; convert: (files: unknown[]) => object[] }

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const mapping = (name: string): unknown => readJson(path.join(serverFolder, 'demo', name))

const SOURCES: Record<string, Source> = {
  'github-incidents': {
    files: 1,
    convert: ([incidents]) => convertGithubIncidents(incidents, mapping('mapping.json')),
  },
  'govuk-changes': {
    files: 2,
    convert: ([auto, manual]) => convertGovukChanges(auto, manual, mapping('mapping-changes.json')),
  },
}

/** `aviary convert <source> <files>`: writes JSON Lines to standard output. Errors say what to fix. */
export function convertFiles(source: string, files: readonly string[]): void {
  const known = SOURCES[source]
  if (!known) throw new Error(`'${source}' cannot be converted; known are ${Object.keys(SOURCES).join(', ')}`)
  if (files.length !== known.files)
    throw new Error(`${source} is made of ${known.files === 1 ? 'one file' : `${known.files} files`}`)
  const missing = files.find((file) => !existsSync(file))
  if (missing) throw new Error(`There is no file ${missing}`)
  for (const record of known.convert(files.map(readJson))) process.stdout.write(`${JSON.stringify(record)}\n`)
}

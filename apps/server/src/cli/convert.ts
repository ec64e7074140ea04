import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { convertGithubIncidents } from '../ingest/files/convert-github.ts'
import { serverFolder } from '../server-folder.ts'

/** `aviary convert github-incidents <file>`: writes JSON Lines to standard output. */
export function convertFile(source: string, file: string): void {
  if (source !== 'github-incidents')
    throw new Error(`'${source}' cannot be converted; known is github-incidents`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  const mapping: unknown = JSON.parse(readFileSync(path.join(serverFolder, 'demo/mapping.json'), 'utf8'))
  for (const record of convertGithubIncidents(JSON.parse(readFileSync(file, 'utf8')), mapping)) {
    process.stdout.write(`${JSON.stringify(record)}\n`)
  }
}

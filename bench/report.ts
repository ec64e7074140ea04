import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import path from 'node:path'
import type { Measure } from './product.ts'

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const measureTable = (measures: readonly Measure[]): string =>
  table(
    ['what', 'ours', 'held against', 'ratio', 'target', ''],
    measures.map((measure) => [
      measure.name,
      measure.ours,
      measure.reference,
      measure.ratio,
      measure.target,
      measure.isMet === undefined ? '' : measure.isMet ? 'met' : '**missed**',
    ]),
  )

export const folded = (title: string, text: string): string =>
  `<details><summary>${title}</summary>\n\n\`\`\`\n${text}\n\`\`\`\n</details>`

type Page = { title: string; about: readonly string[]; parts: readonly string[] }

/** Writes `bench/results/<name>.md`: the machine, then the parts. */
export function writeReport(name: string, about: readonly string[], parts: readonly string[]): void {
  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writePage(path.join(folder, `${name}.md`), { title: name, about, parts })
}

/** A page that begins with the machine on which it was measured. */
export function writePage(file: string, { title, about, parts }: Page): void {
  const [cpu] = cpus()
  const lines = [
    `- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, ${readSystem()}, Linux ${release()}`,
    `- Node ${process.versions.node}, the project at ${readCommit()} or a little later`,
    ...about.map((line) => `- ${line}`),
  ]
  writeFileSync(file, [`# ${title}`, lines.join('\n'), ...parts, ''].join('\n\n'))
}

/** Must not fail without git: a measurement that took an hour must be saved wherever it ran. */
export function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'a commit that is not known'
  }
}

function readSystem(): string {
  const match = /PRETTY_NAME="(.+)"/.exec(readFileSync('/etc/os-release', 'utf8'))
  return match?.[1] ?? 'unknown system'
}

// Collects the licence texts of bundled libraries, in the same form as Vite does for the web app.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the licence document for the files of a bundle. Throws for a package that names no licence. */
export function licensesOf(files) {
  const folders = new Set(files.flatMap((file) => packageFolderOf(file) ?? []))
  const sections = new Map([...folders].map(sectionOf))
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1))
  return `# Licenses\n\nThe command line bundles libraries with the following licenses:\n${sorted.map(([title, text]) => `\n## ${title}\n\n${text}\n`).join('')}`
}

/** The package's folder; undefined for the project's own files and for modules that the bundler adds. */
function packageFolderOf(file) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replace(/^\0/, '')) ?? []
  return folder && existsSync(join(folder, 'package.json')) ? folder : undefined
}

function sectionOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!license) throw new Error(`${name}@${version} names no licence`)
  const texts = filesOf(folder, /^(licen[cs]e|copying|notice)/i)
  const text = texts.join('\n\n') || licenceInReadme(folder)
  const by = author ? `, by ${author.name ?? author}` : ''
  return [
    `${name} - ${version} (${license})`,
    text ?? `The package has no licence text; its manifest says ${license}${by}.`,
  ]
}

function licenceInReadme(folder) {
  const [readme = ''] = filesOf(folder, /^readme/i)
  return /^#+ *licen[cs]e\s+([^#]+)/im.exec(readme)?.[1]?.trim()
}

const filesOf = (folder, pattern) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())

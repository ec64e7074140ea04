import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const LOCALES = path.join(import.meta.dirname, 'src/locales')
const FILES = 'virtual:texts'
const FILE = /^virtual:texts\/([\w-]+)\/(first|later)$/
/** Sets of texts that the first page shows at once. */
const FIRST = ['shell', 'incidents', 'status', 'matrix']

/**
 * Makes two files of texts for each language, one for the first page and one for everything else: a file for each set
 * would be up to six small requests for one screen. `virtual:texts` has a function for each file that loads it.
 */
export function textFiles(): Plugin {
  return {
    name: 'text-files',
    resolveId: {
      filter: { id: /^virtual:texts/ },
      handler: (id) => `\0${id}`,
    },
    configureServer({ moduleGraph, watcher }) {
      const forget = (file: string) => {
        if (!file.startsWith(LOCALES)) return
        for (const [id, module] of moduleGraph.idToModuleMap)
          if (id.startsWith(`\0${FILES}`)) moduleGraph.invalidateModule(module)
      }
      watcher.on('add', forget).on('unlink', forget)
    },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id) {
        const [, language, part] = FILE.exec(id.slice(1)) ?? []
        return language ? textsModule(language, part === 'first') : filesModule()
      },
    },
  }
}

function filesModule(): string {
  const languages = readdirSync(LOCALES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const loads = languages.map(({ name }) => {
    const [first, later] = ['first', 'later'].map((part) => `() => import('${FILES}/${name}/${part}')`)
    return `'${name}': { first: ${first}, later: ${later} }`
  })
  return [
    `export const files = { ${loads.join(', ')} }`,
    `export const isFirst = (set) => ${JSON.stringify(FIRST)}.includes(set)`,
  ].join('\n')
}

function textsModule(language: string, isFirst: boolean): string {
  const sets = readdirSync(path.join(LOCALES, language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .filter((set) => FIRST.includes(set) === isFirst)
  const imports = sets.map((set, at) => `import set${at} from '${path.join(LOCALES, language, set)}.json'`)
  const exported = sets.map((set, at) => `${JSON.stringify(set)}: set${at}`)
  return `${imports.join('\n')}\nexport default { ${exported.join(', ')} }`
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'

// Every screen but the first page loads ui/part-styles.ts, so the styles of a listed component are never
// missing. This test finds components that neither ui/styles.ts nor ui/part-styles.ts lists.

const library = join(projectFolder, 'node_modules/@mantine/core')
const web = join(projectFolder, 'apps/web/src')

/**
 * Styles that the library's components import but the web app never uses: selectable cards, texts for screen
 * readers.
 */
const NOT_SHOWN = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator', 'VisuallyHidden']

/** Module of each component that the library exports. */
function programsOfParts() {
  const index = readFileSync(join(library, 'esm/index.mjs'), 'utf8')
  const parts = new Map()
  for (const [, names, file] of index.matchAll(/import \{([^}]+)\} from "([^"]+)"/g))
    for (const name of names.split(','))
      parts.set(name.trim().split(' as ').at(-1), join(library, 'esm', file))
  return parts
}

/** Style files that a module of the library uses, directly and through its imports. */
function stylesOf(program, seen = new Set()) {
  if (!program || seen.has(program)) return []
  seen.add(program)
  const imported = [...readFileSync(program, 'utf8').matchAll(/(?:from |import )"(\.[^"]+)"/g)]
  return imported.flatMap(([, file]) => {
    const style = /([\w-]+)\.module(?:\.css)?\.mjs$/.exec(file)?.[1]
    if (style) return [style]
    return basename(file) === 'index.mjs' ? [] : stylesOf(join(dirname(program), file), seen)
  })
}

test('the styles of every part that the web shows are in one of its two lists', () => {
  const listed = ['ui/styles.ts', 'ui/part-styles.ts'].flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g)].map(
      ([, style]) => style,
    ),
  )
  expect(new Set(listed).size).toBe(listed.length)
  const programs = programsOfParts()
  // Fails if the library's files are no longer laid out as this test expects.
  expect(stylesOf(programs.get('NativeSelect'))).toEqual(expect.arrayContaining(['Input', 'Combobox']))
  const styles = new Set(readdirSync(join(library, 'styles')).map((file) => basename(file, '.css')))
  const files = readdirSync(web, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const missing = files.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
      .flatMap(([, names]) => names.split(','))
      .flatMap((name) => stylesOf(programs.get(name.trim())))
      .filter((style) => styles.has(style) && !NOT_SHOWN.includes(style) && !listed.includes(style))
      .map((style) => `${file}: ${style}`),
  )
  expect(missing).toEqual([])
})

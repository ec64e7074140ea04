import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'

// Each Mantine component has its own style files, and components inside it have others. A page that imports too few
// still looks right if an earlier page loaded them.

const library = join(projectFolder, 'node_modules/@mantine/core')
const web = join(projectFolder, 'apps/web/src')

/** Styles for parts that we never show: spinners, radio cards, overlays, clear buttons. */
const NOT_SHOWN = [
  'CheckboxCard',
  'CheckboxIndicator',
  'CloseButton',
  'Loader',
  'Overlay',
  'Paper',
  'RadioCard',
  'RadioIndicator',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
]

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
  if (seen.has(program)) return []
  seen.add(program)
  const imported = [...readFileSync(program, 'utf8').matchAll(/(?:from |import )"(\.[^"]+)"/g)]
  return imported.flatMap(([, file]) => {
    const style = /([\w-]+)\.module(?:\.css)?\.mjs$/.exec(file)?.[1]
    if (style) return [style]
    return basename(file) === 'index.mjs' ? [] : stylesOf(join(dirname(program), file), seen)
  })
}

test('a file that shows a component of the library imports its styles', () => {
  const programs = programsOfParts()
  const styles = new Set(readdirSync(join(library, 'styles')).map((file) => basename(file, '.css')))
  const isShown = (style) => styles.has(style) && !NOT_SHOWN.includes(style)
  // None of our menus has a search field.
  const stylesOfPart = (part) =>
    stylesOf(programs.get(part)).filter((style) => part !== 'Menu' || style !== 'Input')
  // Fails when the library's layout changes and this test no longer reads it.
  expect(stylesOfPart('NativeSelect')).toEqual(expect.arrayContaining(['Input', 'Combobox']))
  const files = readdirSync(web, { recursive: true }).filter((file) => /(?<!\.test)\.tsx$/.test(file))
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(web, file), 'utf8')
    const imported = [...text.matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g)].map(([, style]) => style)
    const parts = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
      .flatMap(([, names]) => names.split(',').map((name) => name.trim()))
      .filter((name) => programs.has(name))
    const needed = new Set(parts.flatMap((part) => stylesOfPart(part).filter(isShown)))
    return [...needed].filter((style) => !imported.includes(style)).map((style) => `${file}: ${style}`)
  })
  expect(missing).toEqual([])
})

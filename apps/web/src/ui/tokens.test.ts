import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8')
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
const styles = files.filter((file) => file.endsWith('.css'))
const code = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const DEFINED = /^\s*(--[\w-]+):/gm
const USED = /var\((--[\w-]+)/g

const tokens = read('ui/tokens.css')
const themeTokens = (scheme: string) => {
  const block = new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(tokens)
  return namesIn(block?.[1] ?? '', DEFINED)
}

/** CSS variables that the component library sets. */
const isForeign = (name: string) => name.startsWith('--mantine-') || name === '--label-offset-start'

test('both themes define the same tokens', () => {
  expect(themeTokens('dark')).toEqual(themeTokens('light'))
  expect(themeTokens('light').length).toBeGreaterThan(30)
})

test('every variable that a style sheet uses is defined', () => {
  const all = styles.map(read).join('\n')
  const inCode = code.flatMap((file) => namesIn(read(file), /'(--[\w-]+)':/g))
  const defined = new Set([...namesIn(all, DEFINED), ...inCode])
  const used = [...styles, ...code].flatMap((file) => namesIn(read(file), USED))
  expect(used.filter((name) => !defined.has(name) && !isForeign(name))).toEqual([])
})

test('every token is used', () => {
  const used = new Set([...styles, ...code].flatMap((file) => namesIn(read(file), USED)))
  expect(namesIn(tokens, DEFINED).filter((name) => !used.has(name))).toEqual([])
})

test('every font names its family: without one the browser ignores the declaration', () => {
  const shorthands = styles.flatMap((file) => namesIn(read(file), /\bfont: (.*--type-[^;]*);/g))
  expect(shorthands.length).toBeGreaterThan(50)
  expect(shorthands.filter((font) => !/var\(--font(-code)?\)$/.test(font))).toEqual([])
})

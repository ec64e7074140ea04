import type { Plugin, Rollup } from 'vite'

/** Entry modules of the first page: the app, the start screen, and the phone and large variants of its matrix. */
const STARTS = [
  /\/web\/src\/main\.tsx$/,
  /\/web\/src\/features\/incidents\/ActiveIncidentsPage\.tsx$/,
  /\/web\/src\/features\/status\/(Phone|Large)Status\.tsx$/,
]

const OURS = /\/(packages\/contract|apps\/web)\/src\//
const ICONS = /import\s*\{([^}]*)\}\s*from\s*["']@tabler\/icons-react["']/
const ICON = /\/@tabler\/icons-react\/.*\/(Icon\w+)\.mjs$/

const first = new Set<string>()
const firstIcons = new Set<string>()
const shared = new Set<string>()

/** Notes which modules the first page needs, and which several other screens share (ADR 7). */
export function moduleUse(): Plugin {
  return {
    name: 'module-use',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const starts = ids.filter((id) => STARTS.some((start) => start.test(id)))
      for (const id of withImports(this, starts, (module) => OURS.test(module) || module.endsWith('.css'))) {
        first.add(id)
        for (const name of ICONS.exec(this.getModuleInfo(id)?.code ?? '')?.[1]?.split(',') ?? [])
          firstIcons.add(name.trim())
      }
      const screens = new Set(ids.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
      const seen = new Set<string>()
      for (const screen of screens) {
        for (const id of withImports(this, [screen])) (seen.has(id) ? shared : seen).add(id)
      }
    },
  }
}

/** The given modules and all that they import statically; `import()` is not followed. */
function withImports(
  context: Rollup.PluginContext,
  starts: readonly string[],
  isFollowed = (_id: string) => true,
): Set<string> {
  const reached = new Set(starts)
  for (const id of reached) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (isFollowed(imported)) reached.add(imported)
  }
  return reached
}

export const isOfFirstPage = (id: string): boolean =>
  first.has(id) || firstIcons.has(ICON.exec(id)?.[1] ?? '')

export const isShared = (id: string): boolean => shared.has(id)

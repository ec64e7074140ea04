import type { Plugin } from 'vite'

/** The first page starts with these: the web app, and the screen of its first address. */
const STARTS = [/\/web\/src\/main\.tsx$/, /\/web\/src\/features\/incidents\/ActiveIncidentsPage\.tsx$/]

const needed = new Set<string>()

/**
 * Notes which modules the first page needs, so that they come in files without modules of other screens
 * (ADR 7). What is imported later, with `import()`, does not count.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    buildEnd() {
      const next = [...this.getModuleIds()].filter((id) => STARTS.some((start) => start.test(id)))
      for (const id of next) {
        if (needed.has(id)) continue
        needed.add(id)
        next.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

export const isOfFirstPage = (id: string): boolean => needed.has(id)

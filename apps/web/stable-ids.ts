import type { Plugin } from 'vite'

const USE_ID = /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/

const ONE_RENDER = `import { useId as useReactId } from 'react'
export function useId(staticId) {
  const id = useReactId()
  return typeof staticId === 'string' ? staticId : \`mantine-\${id}\`
}
`

/**
 * Lets the component library use React's ids. Its own hook sets another id after the first render, for versions of
 * React without ids: every field, tooltip and menu is then rendered twice before the page shows (ADR 65).
 */
export function stableIds(): Plugin {
  let isReplaced = false
  return {
    name: 'stable-ids',
    apply: 'build',
    load: {
      filter: { id: USE_ID },
      handler() {
        isReplaced = true
        return ONE_RENDER
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('The component library has no file with its hook for ids any more')
    },
  }
}

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './calls-only.ts'
import { guidePages } from './guide-pages.ts'
import { isOfFirstPage, isShared, moduleUse } from './module-use.ts'
import { stableIds } from './stable-ids.ts'
import { textFiles } from './text-files.ts'

const OUR_STYLES = /\/web\/src\/.*\.css$/

/** The libraries that every page starts with, and Vite's preload helper. */
const libraries = {
  name: 'libraries',
  tags: ['$initial' as const],
  test: /node_modules.*js$|preload-helper/,
  includeDependenciesRecursively: false,
}

/** Our modules that the first page needs, and its styles. */
const first = {
  name: 'first',
  test: (id: string) => isOfFirstPage(id) || id.endsWith('virtual:texts'),
  includeDependenciesRecursively: false,
}

/**
 * Modules that several other screens share, and our styles. As separate files they would take some fifty requests
 * per screen. Styles of library parts are left out: they must load before ours (with-part-styles.ts).
 */
const later = {
  name: 'later',
  test: (id: string) => !isOfFirstPage(id) && (id.endsWith('.css') ? OUR_STYLES.test(id) : isShared(id)),
  includeDependenciesRecursively: false,
}

export default defineConfig({
  plugins: [callsOnly(), guidePages(), stableIds(), textFiles(), moduleUse(), react()],
  // The server replaces this placeholder by a new nonce in every page that it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Library licences require that copies include their text: one file has all texts, and each script refers
    // to it.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        postBanner: '/*! licenses: /licenses.txt */',
        codeSplitting: {
          groups: [libraries, first, later],
        },
      },
    },
  },
})

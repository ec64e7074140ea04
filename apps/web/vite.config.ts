import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './calls-only.ts'
import { firstPage, isOfFirstPage } from './first-page.ts'
import { guidePages } from './guide-pages.ts'

/**
 * What may be shared by the first page and others. The icons are named, because the first page imports their
 * library as a whole.
 */
const SHARED =
  /\/packages\/contract\/src\/|\/web\/src\/(shared|ui|shell)\/|vite\/preload-helper|\/icons\/Icon(Check|X|Minus|ExclamationMark|ClockHour4|ChevronsDown)\.mjs$/

/** Modules that import libraries or define the calls of single screens. */
const OF_FEW_SCREENS = [
  /web\/src\/shared\/(sanitize|download|upload|text-diff|body-difference|use-guide-index)\.ts$/,
  /packages\/contract\/src\/(maintenance(?!\/pacific)|notifications(?!\/rules)|templates|subscriptions|changes|correlation|administration|audit|subscribers|impact|charts|security|setup)\//,
]

/**
 * Puts our modules that the first page and other pages need into one file. Separately they would be forty
 * requests before the first data, with more bytes in headers than in code.
 */
const sharedPieces = {
  name: 'shared',
  test: (id: string) => isOfFirstPage(id) && SHARED.test(id),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** One file for our modules that several screens need, but not the first page. */
const laterPieces = {
  name: 'later',
  test: (id: string) =>
    /\/packages\/contract\/src\/|\/web\/src\/shared\//.test(id) &&
    !isOfFirstPage(id) &&
    !OF_FEW_SCREENS.some((pattern) => pattern.test(id)),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** One file for the landing page; the phone and large versions of its grid use parts of this file. */
const landing = {
  name: 'landing',
  test: (id: string) => isOfFirstPage(id) && /\/web\/src\/features\/(status|maintenance)\//.test(id),
  includeDependenciesRecursively: false,
}

/** One file for the parts of the landing page that other screens of incidents also show. */
const incidentParts = {
  name: 'incident-parts',
  test: (id: string) => isOfFirstPage(id) && /\/web\/src\/features\//.test(id),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** One file for the router and the query library, which every page needs. */
const addressAndCalls = {
  name: 'address-and-calls',
  test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)\//,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** React imports no other package, so with React in its own file no two files import each other. */
const foundation = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
}

/** Other libraries that every page needs at its start, whichever screen it opens. */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: /node_modules/,
  includeDependenciesRecursively: false,
}

/**
 * Component library parts that several screens share: one file, instead of twenty requests for the first
 * screen that uses them.
 */
const controls = {
  name: 'controls',
  // The styles of these parts are in a separate file (ui/part-styles.ts).
  test: /node_modules\/@mantine\/(core|hooks)\/.*\.m?js$/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
}

export default defineConfig({
  plugins: [callsOnly(), guidePages(), firstPage(), react()],
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
          groups: [
            foundation,
            landing,
            incidentParts,
            sharedPieces,
            laterPieces,
            addressAndCalls,
            start,
            controls,
          ],
        },
      },
    },
  },
})

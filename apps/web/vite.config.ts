import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './calls-only.ts'
import { guidePages } from './guide-pages.ts'

const OF_EVERY_PAGE = [
  /packages\/contract\/src\//,
  /web\/src\/shared\//,
  /web\/src\/ui\/(Time|Panel|LastRefresh|PlainButton|StatusIcon|InternalMark|PageHeader|HelpLink|states|toast-store|Tag)\.tsx?$/,
  /web\/src\/shell\/(use-links|navigation|palette-state|drawer-state|disclaimer-flag|Navigation)\.tsx?$/,
  /web\/src\/(ui\/(ui|page-header|tag)|shell\/(shell|navigation|top-bar))\.module\.css$/,
  /node_modules\/@tabler\/icons-react\/dist\/esm\/icons\/Icon(Check|X|Minus|ExclamationMark|ClockHour4|ChevronsDown)\.mjs$/,
]
/**
 * Modules that the first page does not need: some import libraries, others define the calls of single
 * screens.
 */
const LATER = [
  /web\/src\/shared\/(sanitize|download|upload|text-diff|use-guide-index)\.ts$/,
  /packages\/contract\/src\/(maintenance(?!\/pacific)|notifications|templates|subscriptions|changes|correlation|administration|audit|subscribers|impact|charts|security|setup)\//,
]

/**
 * Puts our modules that every page needs into one file. Separately they would be forty requests before the
 * first data, with more bytes in headers than in code.
 */
const sharedPieces = {
  name: 'shared',
  test: (id: string) =>
    OF_EVERY_PAGE.some((pattern) => pattern.test(id)) && !LATER.some((pattern) => pattern.test(id)),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** One file for the status grid of the landing page; its phone and large versions use parts of this file. */
const landing = {
  name: 'landing',
  test: /web\/src\/features\/(status\/(public|Status(Cell|Grid|Legend|Panel)|status\.module|lazy-status|grid-keys|use-status|use-preserved-focus)|maintenance\/(public|MaintenanceStrip|maintenance-strip))\./,
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
  plugins: [callsOnly(), guidePages(), react()],
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
        codeSplitting: { groups: [foundation, landing, sharedPieces, addressAndCalls, start, controls] },
      },
    },
  },
})

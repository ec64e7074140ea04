import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const OF_EVERY_PAGE = [
  /packages\/contract\/src\//,
  /web\/src\/shared\//,
  /web\/src\/ui\/(Time|Panel|LastRefresh|PlainButton|StatusIcon|InternalMark|PageHeader|states|toast-store)\.tsx?$/,
  /web\/src\/shell\/(use-links|navigation|palette-state|disclaimer-flag)\.tsx?$/,
]
/** What the first page does without: some bring libraries along, some are the calls of screens of their own. */
const LATER = [
  /web\/src\/shared\/(sanitize|download|upload|use-is-wide|text-diff)\.ts$/,
  /packages\/contract\/src\/(maintenance(?!\/pacific)|notifications|templates|subscriptions|changes|correlation|administration|audit|subscribers|impact|charts|security)\//,
]

/**
 * What every page needs of ours is one file: apart these small modules would be forty requests before the first data, whose
 * headers weigh more than they do.
 */
const sharedPieces = {
  name: 'shared',
  test: (id: string) =>
    OF_EVERY_PAGE.some((pattern) => pattern.test(id)) && !LATER.some((pattern) => pattern.test(id)),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** So is what the address and the calls of every page go through. */
const addressAndCalls = {
  name: 'address-and-calls',
  test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)\//,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** React stands on nothing else: in a file of its own, no two files wait for each other. */
const foundation = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
}

/** What the page starts with of other libraries, whichever screen it opens. */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: /node_modules/,
  includeDependenciesRecursively: false,
}

/** The controls that several screens share: one file for all of them instead of twenty for the first screen one opens. */
const controls = {
  name: 'controls',
  // Their styles are a file of their own (ui/part-styles.ts).
  test: /node_modules\/@mantine\/(core|hooks)\/.*\.m?js$/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
}

export default defineConfig({
  plugins: [react()],
  // The server puts a nonce of its own into every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of the libraries ask that copies carry their text: one file has all, and each script names it.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        postBanner: '/*! licenses: /licenses.txt */',
        codeSplitting: { groups: [foundation, sharedPieces, addressAndCalls, start, controls] },
      },
    },
  },
})

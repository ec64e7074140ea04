// Who may import whom. The rules are path patterns, so that a new feature is covered without an edit here.
// scripts/import-rules.test.mjs shows each of them fire.
const test = '\\.test\\.tsx?$'
const feature = '^(apps/[^/]+/src/features)/([^/]+)/'

function forbid(name, comment, imports) {
  return { name, comment, severity: 'error', ...imports }
}

export default {
  forbidden: [
    forbid('no-circles', 'Files that import each other are one file in disguise.', {
      from: {},
      to: { circular: true },
    }),
    forbid('only-found', 'The import leads nowhere.', {
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    }),
    forbid('contract-imports-only-zod', 'Browser and server both load the contract.', {
      from: { path: '^packages/contract/src/', pathNot: test },
      to: { pathNot: ['^packages/contract/src/', '(^|/)node_modules/zod/'] },
    }),
    forbid('web-knows-no-server', 'They meet in the contract.', {
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    }),
    forbid('server-knows-no-web', 'They meet in the contract.', {
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    }),
    forbid('features-meet-in-public', 'Take it from public.ts of the other feature, or put it there.', {
      from: { path: feature },
      to: { path: '^$1/', pathNot: ['^$1/$2/', '^$1/[^/]+/public\\.tsx?$'] },
    }),
    forbid('foundations-know-no-feature', 'What every feature stands on stands on none of them.', {
      from: {
        path: [
          '^apps/[^/]+/src/(shared|http|database|ui|shell)/',
          '^apps/server/src/(mail|translate|html|csv|process)/',
        ],
        pathNot: test,
      },
      to: { path: feature },
    }),
    forbid('features-know-nobody-above', 'Who calls features stands above them: move what both need below.', {
      from: { path: '^apps/server/src/features/', pathNot: test },
      to: {
        path: [
          '^apps/server/src/(ingest|jobs|metrics|cli|demo)/',
          '^apps/server/src/(app|main|seed|start)\\.ts$',
        ],
      },
    }),
    forbid('process-knows-nobody', 'What every process is made of imports nothing else of the server.', {
      from: { path: '^apps/server/src/process/', pathNot: test },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/process/' },
    }),
    forbid('features-know-no-fastify', 'A feature adds a route only through serve(endpoint, handler).', {
      from: { path: '^apps/server/src/features/', pathNot: test },
      to: { path: '(^|/)node_modules/(@fastify/|fastify)' },
    }),
    forbid('sql-only-in-queries', 'SQL and tables belong to queries.ts.', {
      from: { path: '^apps/server/src/', pathNot: ['/queries\\.ts$', '^apps/server/src/database/', test] },
      to: { path: ['(^|/)node_modules/(drizzle-orm|pg|@types/pg)/', '^apps/server/src/database/tables'] },
    }),
    forbid(
      'shipped-code-uses-shipped-packages',
      'A package that sources import belongs to the dependencies of their own package.json.',
      {
        from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
        to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
      },
    ),
  ],
  options: {
    parser: 'swc', // TypeScript 7 has no parser to offer yet
    tsPreCompilationDeps: true, // also see `import type`
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.vite)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

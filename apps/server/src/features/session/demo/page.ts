import { createHash } from 'node:crypto'
import { DEMO_IDENTITIES } from './identities.ts'

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #0e1116); color: light-dark(#1b1f24, #e6e9ee) }
main { width: min(440px, calc(100vw - 32px)); padding: 24px; background: light-dark(#fff, #161a21); border: 1px solid light-dark(#d8dde4, #2a303a); border-radius: 8px }
h1 { font-size: 20px; margin: 0 0 4px } p { margin: 0 0 16px; color: light-dark(#545d68, #9aa4b1) }
form { display: grid; gap: 8px }
button { text-align: left; font: inherit; color: inherit; background: transparent; border: 1px solid light-dark(#c3cad3, #3a424e); border-radius: 6px; padding: 8px 12px; cursor: pointer }
button:hover { border-color: light-dark(#3b4cca, #8c9bff) } button:focus-visible { outline: 2px solid light-dark(#3b4cca, #8c9bff); outline-offset: 2px }
small { display: block; color: light-dark(#545d68, #9aa4b1) }`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

export const demoPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

/** Stands in for a company's sign-in page: lists the people to sign in as. */
export function demoPage(uid: string): string {
  const people = DEMO_IDENTITIES.map(
    ({ email, may }) => `<button name="email" value="${email}">${email}<small>${may}</small></button>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo sign-in</title><style>${STYLE}</style></head>
<body><main><h1>Demo sign-in</h1><p>Pick who you are. This page stands in for your company’s sign-in page.</p>
<form method="post" action="/idp/interaction/${encodeURIComponent(uid)}">${people.join('')}</form></main></body></html>`
}

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  // The server puts a nonce of its own into every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': server, '/idp': server } },
})

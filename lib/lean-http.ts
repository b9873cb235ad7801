import http from 'node:http'
import type { Plugin } from 'esbuild'

const LOADING_UNDICI = ['WebSocket', 'CloseEvent', 'MessageEvent']

const exported = Object.keys(http).filter((name) => !LOADING_UNDICI.includes(name))

/**
 * Imports only the used exports of `node:http`. An import of a built-in module reads all its exports. Some of
 * `node:http` load undici, the client behind `fetch`: 18 ms and 67 internal modules in a cold start that makes one HTTP
 * request (docs/adr/0022). `process.getBuiltinModule` returns the same module without that cost.
 */
export const leanHttp: Plugin = {
  name: 'lean-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'http', namespace: 'lean-http', sideEffects: false }))
    onLoad({ filter: /.*/, namespace: 'lean-http' }, () => ({
      contents: `
        const http = process.getBuiltinModule('node:http')
        export default http
        export const { ${exported.join(', ')} } = http
      `,
      loader: 'js',
    }))
  },
}

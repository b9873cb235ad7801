import type { Plugin } from 'esbuild'

/** Lambda's folder for the modules of layers, if NODE_PATH is not set. */
const LAYER = '/opt/nodejs/node_modules'

/**
 * Replaces `import sharp from 'sharp'` by a `require`. Node searches imported modules only in `node_modules` above the
 * file. Lambda patches this to find modules of layers; emulators do not. `require` also searches NODE_PATH, which
 * Lambda sets. Without NODE_PATH, the layer's folder is used.
 */
export const layeredModules = (names: readonly string[]): Plugin => ({
  name: 'layered-modules',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(?:${names.join('|')})$`)
    onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'layered' ? { path, external: true } : { path, namespace: 'layered', sideEffects: false },
    )
    onLoad({ filter: /.*/, namespace: 'layered' }, ({ path }) => ({
      contents: `
        const load = () => {
          try { return require('${path}') } catch (error) {
            if (error.code !== 'MODULE_NOT_FOUND') throw error
            return require('${LAYER}/${path}')
          }
        }
        export default load()
      `,
      loader: 'js',
    }))
    onResolve({ filter: new RegExp(`^${LAYER}/`) }, ({ path }) => ({ path, external: true }))
  },
})

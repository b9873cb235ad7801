import type { Plugin } from 'esbuild'

/** Where Lambda puts what a layer brings, for a runtime that is not told by NODE_PATH. */
const LAYER = '/opt/nodejs/node_modules'

/**
 * `import sharp from 'sharp'` becomes a `require`. Node looks for imported modules in `node_modules` above the file and
 * nowhere else; that Lambda finds those of a layer is a patch of its own, which emulators do not have. `require` goes by
 * NODE_PATH, too, which Lambda sets and Node itself heeds; where it is not set, the layer's folder is tried.
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

import { dirname } from 'node:path'
import { build, type Plugin } from 'esbuild'

/**
 * `import { script, style } from 'browser:./client/main.tsx'` gives a function a program for browsers as text, bundled with
 * everything that it imports, style sheets apart: a page that is one document needs no files beside it.
 */
export const browserPrograms: Plugin = {
  name: 'browser-programs',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^browser:/ }, async ({ path, resolveDir, kind }) => {
      const resolved = await resolve(path.slice('browser:'.length), { resolveDir, kind })
      return { path: resolved.path, errors: resolved.errors, namespace: 'browser' }
    })
    onLoad({ filter: /.*/, namespace: 'browser' }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        entryPoints: [path],
        outdir: dirname(path),
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        platform: 'browser',
        format: 'esm',
        target: 'es2022',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        logLevel: 'silent',
      })
      const textOf = (extension: string) => outputFiles.find((file) => file.path.endsWith(extension))?.text.trim() ?? ''
      return {
        contents: `export const script = ${JSON.stringify(textOf('.js'))}\nexport const style = ${JSON.stringify(textOf('.css'))}`,
        loader: 'js',
        watchFiles: Object.keys(metafile.inputs),
      }
    })
  },
}

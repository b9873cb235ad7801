import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Where a function keeps the program of a page as text, and the program beside it. */
const AS_TEXT = /\/page-program\.ts$/
const PROGRAM = 'check-in-browser.ts'

/**
 * Puts the program of a page into the function that gives out the page: one text, of which its policy names the digest. It runs
 * wherever the page does, and so without any module of Node.
 */
export const pagePrograms: Plugin = {
  name: 'page-programs',
  setup({ onLoad }) {
    onLoad({ filter: AS_TEXT }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [join(dirname(path), PROGRAM)],
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        target: ['chrome137', 'firefox129', 'safari17'],
        conditions: ['module'],
        logLevel: 'silent',
      })
      const text = outputFiles[0]?.text.trim() ?? ''
      return { contents: `export const PAGE_PROGRAM = ${JSON.stringify(text)}`, loader: 'ts' }
    })
  },
}

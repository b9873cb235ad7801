import { dirname, join, resolve } from 'node:path'
import { buildSync, type Plugin } from 'esbuild'

const TEXT_MODULE = /\/page-program\.ts$/
const PROGRAM = 'check-in-browser.ts'

/** Returns whether a path or URL is that of a module that exports a page program as text. */
export const isPageProgram = (path: string): boolean => TEXT_MODULE.test(path)

const build = (path: string) =>
  buildSync({
    entryPoints: [join(dirname(path), PROGRAM)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome137', 'firefox129', 'safari17'],
    conditions: ['module'],
    logLevel: 'silent',
  })

/** Returns the code of the module: the program in the same folder as text, built for browsers. */
export const pageProgramModule = (path: string): string => {
  const text = build(path).outputFiles[0]?.text.trim() ?? ''
  return `export const PAGE_PROGRAM = ${JSON.stringify(text)}`
}

export const pageProgramInputs = (path: string): string[] =>
  Object.keys(build(path).metafile.inputs).map((file) => resolve(file))

/**
 * Bundles the program of a page, as one text, into the function that serves the page. The content security policy of
 * the page contains the digest of the text. The program runs in browsers, so it uses no Node modules.
 */
export const pagePrograms: Plugin = {
  name: 'page-programs',
  setup({ onLoad }) {
    onLoad({ filter: TEXT_MODULE }, ({ path }) => ({ contents: pageProgramModule(path), loader: 'ts' }))
  },
}

import { dirname, join, resolve } from 'node:path'
import { buildSync, type Plugin } from 'esbuild'

/** Where a function keeps the program of a page as text, and the program beside it. */
const AS_TEXT = /\/page-program\.ts$/
const PROGRAM = 'check-in-browser.ts'

/** Whether a file, by its path or URL, keeps the program of a page as text. */
export const isPageProgram = (path: string): boolean => AS_TEXT.test(path)

const built = (path: string) =>
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

/** The module in the place of a file that keeps the program of a page: the program beside it, built for browsers. */
export const pageProgramModule = (path: string): string => {
  const text = built(path).outputFiles[0]?.text.trim() ?? ''
  return `export const PAGE_PROGRAM = ${JSON.stringify(text)}`
}

/** The absolute paths of the files that the program of a page is made of. */
export const pageProgramInputs = (path: string): string[] =>
  Object.keys(built(path).metafile.inputs).map((file) => resolve(file))

/**
 * Puts the program of a page into the function that gives out the page: one text, of which its policy names the digest. It runs
 * wherever the page does, and so without any module of Node.
 */
export const pagePrograms: Plugin = {
  name: 'page-programs',
  setup({ onLoad }) {
    onLoad({ filter: AS_TEXT }, ({ path }) => ({ contents: pageProgramModule(path), loader: 'ts' }))
  },
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleConsole } from '../../lib/console-bundle.ts'
import { ROOT } from '../support/source-files.ts'

/** Kilobytes after gzip that a page loads in addition to the entry; the entry and the styles themselves. */
const BUDGETS = { entry: 36, page: 22, chart: 30, palette: 35, checker: 20, texts: 45, styles: 12 } as const

/** Returns the files that a file loads, itself included. */
const withImports = (outputs: Metafile['outputs'], file: string, loaded = new Set<string>()): Set<string> => {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement') withImports(outputs, path, loaded)
  return loaded
}

let folder: string
let outputs: Metafile['outputs']
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signet-console-'))
  outputs = (await bundleConsole(ROOT, folder)).metafile.outputs
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(resolve(ROOT, file))).byteLength, 0) / 1_000

const outputOf = (entryPoint: string): string => {
  const [file] = Object.entries(outputs).find(([, output]) => output.entryPoint?.endsWith(entryPoint)) ?? []
  if (file === undefined) throw new Error(`The console has no entry point ${entryPoint}`)
  return file
}

/** Returns the files that the browser has loaded with the shell. */
const entryFiles = (): Set<string> => withImports(outputs, outputOf('shell/main.tsx'))

/** Returns the size of a part that is loaded in addition to the entry. */
const partSize = (entryPoint: string): number => {
  const entryFileSet = entryFiles()
  return kilobytes([...withImports(outputs, outputOf(entryPoint))].filter((file) => !entryFileSet.has(file)))
}

const areas = (): string[] =>
  Object.values(outputs).flatMap(({ entryPoint }) => (entryPoint?.endsWith('/area.tsx') ? [entryPoint] : []))

describe('the loading of the console', () => {
  it(`starts with ${BUDGETS.entry} kB of programs and ${BUDGETS.styles} kB of styles`, () => {
    expect(kilobytes(entryFiles())).toBeLessThanOrEqual(BUDGETS.entry)
    const styles = readdirSync(join(folder, 'console/static'))
      .filter((file) => file.endsWith('.css'))
      .map((file) => join(folder, 'console/static', file))
    expect(styles.length).toBeGreaterThan(0)
    expect(kilobytes(styles)).toBeLessThanOrEqual(BUDGETS.styles)
  })

  it(`takes ${BUDGETS.page} kB more for each area`, () => {
    expect(areas().length).toBeGreaterThan(10)
    const oversizedAreas = areas().flatMap((area) => {
      const size = partSize(area)
      return size > BUDGETS.page ? [`${area}: ${size.toFixed(1)} kB`] : []
    })
    expect(oversizedAreas).toEqual([])
  })

  it('takes more for the palette, for charts and for the checks of receipts and texts, on first use', () => {
    expect(partSize('shell/palette.tsx')).toBeLessThanOrEqual(BUDGETS.palette)
    expect(partSize('uplot/dist/uPlot.esm.js')).toBeLessThanOrEqual(BUDGETS.chart)
    expect(partSize('receipt-check/checking.ts')).toBeLessThanOrEqual(BUDGETS.checker)
    expect(partSize('evidence/check-worker.ts')).toBeLessThanOrEqual(BUDGETS.texts)
  })

  it('has the operations of a service only in areas that call it, and no contract and no zod', () => {
    const inputs = (files: Iterable<string>): string[] =>
      [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
    const tablesOf = (files: Iterable<string>) =>
      inputs(files)
        .filter((input) => input.startsWith('service:'))
        .sort()
    expect(tablesOf(entryFiles())).toEqual(['service:service:accounts', 'service:service:billing'])
    expect(tablesOf(withImports(outputs, outputOf('/mentions/area.tsx')))).toContain('service:service:sentiment')
    expect(
      inputs(Object.keys(outputs)).filter((input) => /^lambdas\/|^layers\/contracts\/|\/zod\//.test(input)),
    ).toEqual([])
  })

  it('includes imports: the whole program is above the budget of an entry', () => {
    expect(kilobytes(Object.keys(outputs).filter((file) => file.endsWith('.js')))).toBeGreaterThan(BUDGETS.entry)
  })
})

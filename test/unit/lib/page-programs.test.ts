import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withEsbuild } from '../../../lib/esbuild-service.ts'
import { pagePrograms } from '../../../lib/page-programs.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-programs-'))
  writeFileSync(join(folder, 'words.ts'), 'export const word: string = "bees"')
  writeFileSync(
    join(folder, 'check-in-browser.ts'),
    'import { word } from "./words.ts"\ndocument.title = word + "</script>"',
  )
  writeFileSync(join(folder, 'page-program.ts'), "export const PAGE_PROGRAM = ''")
  writeFileSync(join(folder, 'index.ts'), "export { PAGE_PROGRAM } from './page-program.ts'")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the program of a page is one string in the function that serves the page', async () => {
  const outfile = join(folder, 'index.mjs')
  const entryPoints = [join(folder, 'index.ts')]
  await withEsbuild(() =>
    build({ entryPoints, outfile, bundle: true, format: 'esm', plugins: [pagePrograms], logLevel: 'silent' }),
  )
  const { PAGE_PROGRAM } = (await import(outfile)) as { PAGE_PROGRAM: string }
  expect(PAGE_PROGRAM).toContain('bees')
  expect(PAGE_PROGRAM).not.toMatch(/import|<\/script/)
})

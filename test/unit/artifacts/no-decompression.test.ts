import { expect, it } from 'vitest'
import { problemsOf } from '../../architecture/import-rules.ts'
import { factsOf } from '../../architecture/module-facts.ts'
import { sourceFiles } from '../../support/source-files.ts'

const sources = sourceFiles().filter(({ path }) => /^layers\/artifacts\/src\/(?!pdf-stamp\/)/.test(path))

it('artifact checks import only node:buffer: no zlib and no archive library', () => {
  const packages = sources.flatMap((file) =>
    factsOf(file).imports.flatMap(({ specifier, target }) => (target ? [] : [specifier])),
  )
  expect(new Set(packages)).toEqual(new Set(['node:buffer']))
  expect(sources.filter(({ text }) => /DecompressionStream|inflate|gunzip|brotli/i.test(text))).toEqual([])
})

it.each([
  "import { inflateRawSync } from 'node:zlib'",
  "import { fromBuffer } from 'yauzl'",
  "export const f = () => import('node:zlib')",
])('the architecture rule refuses %s', (text) => {
  expect(problemsOf({ path: 'layers/artifacts/src/x.ts', text }).join()).toMatch(/artifacts layer may not import/)
})

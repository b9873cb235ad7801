import { expect, it } from 'vitest'
import { factsOf } from '../../architecture/module-facts.ts'
import { problemsOf } from '../../architecture/room-rules.ts'
import { sourceFiles } from '../../support/source-files.ts'

const sources = sourceFiles().filter(({ path }) => /^layers\/artifacts\/src\/(?!pdf-stamp\/)/.test(path))

it('what checks artifacts imports bytes alone: no zlib, no reader of archives', () => {
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
])('its room refuses: %s', (text) => {
  expect(problemsOf({ path: 'layers/artifacts/src/x.ts', text }).join()).toMatch(/artifacts layer may not import/)
})

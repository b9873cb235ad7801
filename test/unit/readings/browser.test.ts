import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

const outdir = mkdtempSync(join(tmpdir(), 'signet-readings-'))
afterAll(() => rmSync(outdir, { recursive: true, force: true }))

describe('the engine in a browser', () => {
  it('the engine needs neither Node nor zod, and loads decks on demand', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['layers/readings/src/index.ts'],
      outdir,
      bundle: true,
      minify: true,
      ...({ format: 'esm', platform: 'browser', splitting: true, metafile: true, logLevel: 'silent' } as const),
    })
    expect(Object.keys(metafile.inputs).filter((path) => /zod|node_modules\/node|aws-sdk/.test(path))).toEqual([])
    const outputs = Object.values(metafile.outputs)
    const entry = outputs.find(({ entryPoint }) => entryPoint === 'layers/readings/src/index.ts')
    expect(Object.keys(entry?.inputs ?? {}).filter((path) => path.endsWith('.json'))).toEqual([])
    expect(entry?.bytes).toBeLessThan(104_000)
    const loaded = entry?.imports.filter(({ kind }) => kind === 'dynamic-import') ?? []
    expect(loaded.length).toBeGreaterThanOrEqual(14)
  })
})

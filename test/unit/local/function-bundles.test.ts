import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { functionBundles } from '../../../lib/function-bundles.ts'

let root: string
const writeSource = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
/** Builds all bundles. Returns how many were built, and the names of all bundles. */
const buildAll = async () => {
  const bundles = await functionBundles({ root })
  const { built } = await bundles.buildAll()
  await bundles.stop()
  return { names: bundles.names, built }
}
const code = (name: string) => readFile(join(root, 'dist', name, 'index.mjs'), 'utf8')
const writtenAt = async (name: string) => (await stat(join(root, 'dist', name, 'index.mjs'))).mtimeMs

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'signet-bundles-'))
  await writeSource('lambdas/a/api/handler.ts', "import { word } from './word.ts'\nexport const handler = () => word\n")
  await writeSource('lambdas/a/api/word.ts', "export const word = 'one'\n")
  await writeSource('lambdas/b/api/handler.ts', "export const handler = () => 'other'\n")
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('bundles of an earlier run', () => {
  it('bundles are reused while no source has changed', async () => {
    // The empty console counts as one bundle.
    expect(await buildAll()).toEqual({ names: ['a-api', 'b-api'], built: 3 })
    expect(await buildAll()).toEqual({ names: ['a-api', 'b-api'], built: 0 })
  })

  it('only bundles with a changed source are rebuilt', async () => {
    await buildAll()
    const writtenBefore = await writtenAt('b-api')
    await writeSource('lambdas/a/api/word.ts', "export const word = 'two'\n")
    expect((await buildAll()).built).toBe(1)
    expect(await code('a-api')).toContain('two')
    expect(await writtenAt('b-api')).toBe(writtenBefore)
    expect((await buildAll()).built).toBe(0)
  })

  it.each([
    'lib/bundle.ts',
    'package-lock.json',
    'tsconfig.base.json',
    'layers/tsconfig.json',
    'layers/x/package.json',
  ])('all bundles are rebuilt after a change of %s', async (file) => {
    await buildAll()
    await writeSource(file, '{}')
    expect((await buildAll()).built).toBe(3)
    expect((await buildAll()).built).toBe(0)
  })

  it('a new function adds a bundle, and a deleted handler removes one', async () => {
    await buildAll()
    await writeSource('lambdas/c/api/handler.ts', "export const handler = () => 'new'\n")
    expect(await buildAll()).toEqual({ names: ['a-api', 'b-api', 'c-api'], built: 1 })
    await rm(join(root, 'lambdas/b'), { recursive: true })
    expect(await buildAll()).toEqual({ names: ['a-api', 'c-api'], built: 0 })
    await expect(code('b-api')).rejects.toThrow(/ENOENT/)
  })

  it('a bundle is rebuilt if its output was edited', async () => {
    await buildAll()
    await writeSource('dist/b-api/index.mjs', 'changed by hand')
    expect((await buildAll()).built).toBe(1)
    expect(await code('b-api')).toContain('other')
  })
})

describe('a bundle that a function needs', () => {
  it('a bundle is built alone, and once for all functions that wait for it', async () => {
    const bundles = await functionBundles({ root })
    await Promise.all([bundles.ensureCurrent('b-api'), bundles.ensureCurrent('b-api')])
    expect(await code('b-api')).toContain('other')
    await expect(code('a-api')).rejects.toThrow(/ENOENT/)
    await bundles.stop()
    const nextRun = await functionBundles({ root })
    const writtenBefore = await writtenAt('b-api')
    await nextRun.ensureCurrent('b-api')
    expect(await writtenAt('b-api')).toBe(writtenBefore)
    await nextRun.stop()
  })

  it('a failed build rejects with file and line, and is retried after any change', async () => {
    await writeSource(
      'lambdas/a/api/handler.ts',
      "import { word } from './missing.ts'\nexport const handler = () => word\n",
    )
    const bundles = await functionBundles({ root })
    await expect(bundles.ensureCurrent('a-api')).rejects.toThrow(/lambdas\/a\/api\/handler\.ts:1: Could not resolve/)
    await writeSource('lambdas/a/api/missing.ts', "export const word = 'found'\n")
    expect(await bundles.rebuildChanged(['lambdas/a/api/missing.ts'])).toEqual({ names: ['a-api'], errors: [] })
    expect(await code('a-api')).toContain('found')
    await bundles.stop()
  })

  it('a bundle that a function waits for is built before others', async () => {
    for (let i = 0; i < 6; i++) await writeSource(`lambdas/n${i}/api/handler.ts`, `export const handler = () => ${i}\n`)
    const bundles = await functionBundles({ root })
    const order: string[] = []
    const all = bundles.buildAll((_, { name }) => order.push(name))
    await bundles.ensureCurrent('n5-api')
    await all
    expect(order.indexOf('n5-api')).toBeLessThan(order.indexOf('n2-api'))
    await bundles.stop()
  })
})

const TABLES_HANDLER = [
  "import { TABLES } from '../../../layers/http-client/siblings/tables.ts'",
  'export const handler = () => TABLES',
].join('\n')

describe('a bundle with data from contracts', () => {
  beforeEach(async () => {
    await writeSource('layers/http-client/siblings/tables.ts', 'export const TABLES = {}\n')
    await writeSource('lambdas/a/api/handler.ts', TABLES_HANDLER)
    await writeSource('lambdas/b/contract/service.ts', 'export const service = 1\n')
    await buildAll()
  })

  it.each(['lambdas/b/contract/service.ts', 'layers/schemas/src/shared.ts'])(
    'the next run rebuilds the bundle after a change of %s',
    async (file) => {
      await writeSource(file, 'export const service = 2\n')
      expect((await buildAll()).built).toBe(1)
      expect((await buildAll()).built).toBe(0)
    },
  )

  it('the bundle is stale for the next run if a contract changes after this run imported it', async () => {
    const bundles = await functionBundles({ root })
    await writeSource('lambdas/b/contract/service.ts', 'export const service = 2\n')
    await writeSource('lambdas/a/api/handler.ts', `${TABLES_HANDLER}\nexport const edited = 1\n`)
    await bundles.rebuildChanged(['lambdas/b/contract/service.ts', 'lambdas/a/api/handler.ts'])
    await bundles.stop()
    expect((await buildAll()).built).toBe(1)
  })
})

describe('a source change', () => {
  it('the result contains failed bundles and rebuilt functions', async () => {
    await buildAll()
    const bundles = await functionBundles({ root })
    await writeSource('lambdas/a/api/word.ts', "export const word = 'two'\n")
    await writeSource('lambdas/b/api/handler.ts', "export { handler } from './missing.ts'\n")
    const { names, errors } = await bundles.rebuildChanged(['lambdas/a/api/word.ts', 'lambdas/b/api/handler.ts'])
    expect(names).toEqual(['a-api'])
    expect(errors.map(String)).toEqual([expect.stringContaining('lambdas/b/api/handler.ts:1: Could not resolve')])
    await bundles.stop()
  })

  it('a bundle that no function has needed yet is not built', async () => {
    const bundles = await functionBundles({ root })
    expect(await bundles.rebuildChanged(['lambdas/a/api/word.ts'])).toEqual({ names: [], errors: [] })
    await expect(code('a-api')).rejects.toThrow(/ENOENT/)
    await bundles.stop()
  })

  it('a change during a build is in the final bundle', async () => {
    const bundles = await functionBundles({ root })
    const first = bundles.ensureCurrent('a-api')
    await writeSource('lambdas/a/api/word.ts', "export const word = 'two'\n")
    await bundles.rebuildChanged(['lambdas/a/api/word.ts'])
    await first
    expect(await code('a-api')).toContain('two')
    await bundles.stop()
  })
})

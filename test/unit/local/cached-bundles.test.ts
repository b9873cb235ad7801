import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cachedBundles } from '../../../lib/local/cached-bundles.ts'

let root: string
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
const bundles = () => cachedBundles(root, join(root, '.local/bundles.json'))
const code = (name: string) => readFile(join(root, 'dist', name, 'index.mjs'), 'utf8')
const writtenAt = async (name: string) => (await stat(join(root, 'dist', name, 'index.mjs'))).mtimeMs

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'signet-bundles-'))
  await put('lambdas/a/api/handler.ts', "import { word } from './word.ts'\nexport const handler = () => word\n")
  await put('lambdas/a/api/word.ts', "export const word = 'one'\n")
  await put('lambdas/b/api/handler.ts', "export const handler = () => 'other'\n")
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('bundles that an earlier run made', () => {
  it('are kept while no source has changed', async () => {
    expect(await bundles()).toEqual({ names: ['a-api', 'b-api'], kept: false })
    expect(await bundles()).toEqual({ names: ['a-api', 'b-api'], kept: true })
  })

  it('are made again where a source has changed, and nowhere else', async () => {
    await bundles()
    const before = await writtenAt('b-api')
    await put('lambdas/a/api/word.ts', "export const word = 'two'\n")
    expect(await bundles()).toEqual({ names: ['a-api', 'b-api'], kept: false })
    expect(await code('a-api')).toContain('two')
    expect(await writtenAt('b-api')).toBe(before)
    expect(await bundles()).toMatchObject({ kept: true })
  })

  it('get a new function, and lose one that is gone', async () => {
    await bundles()
    await put('lambdas/c/api/handler.ts', "export const handler = () => 'new'\n")
    expect(await bundles()).toMatchObject({ names: ['a-api', 'b-api', 'c-api'] })
    await rm(join(root, 'lambdas/b'), { recursive: true })
    expect(await bundles()).toMatchObject({ names: ['a-api', 'c-api'] })
    await expect(code('b-api')).rejects.toThrow(/ENOENT/)
  })

  it('are all made again when somebody has changed one of them', async () => {
    await bundles()
    await put('dist/b-api/index.mjs', 'changed by hand')
    expect(await bundles()).toMatchObject({ kept: false })
    expect(await code('b-api')).toContain('other')
  })
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { INSTANTIATIONS_MAX, instantiationsIn, manyContracts } from './many-contracts.ts'

/** Build output, so that a type check of the whole tree never meets the planted file. */
const buildFolder = fileURLToPath(new URL('../../../.tsbuild/', import.meta.url))
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

/** Type-checks one source with the options of the tests. Resolves to the compiler's output. */
const typeCheck = async (source: string, ...options: readonly string[]): Promise<string> => {
  await mkdir(buildFolder, { recursive: true })
  const folder = await mkdtemp(`${buildFolder}planted-`)
  try {
    await writeFile(`${folder}/planted.ts`, source)
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
      include: ['planted.ts'],
    }
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config))
    return await new Promise((resolve) => {
      execFile(process.execPath, [tsc, '-p', folder, ...options], (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the type tests of this folder', () => {
  it('can fail: a refusal that does not happen and an inference that is wrong are both reported', async () => {
    const output = await typeCheck(`
      import { endpoint, type ReplyOf } from '@signet/contracts'
      const health = endpoint({
        name: 'health', description: 'H.', route: 'GET /health', authority: 'public',
        // @ts-expect-error nothing is wrong here
        responses: { 200: { description: 'OK.' } },
      })
      export const status: ReplyOf<typeof health>['status'] = 201
    `)
    expect(output).toContain('TS2578')
    expect(output).toContain("TS2322: Type '201' is not assignable to type '200'")
  }, 10_000)
})

describe('the cost of checking types', () => {
  it('of 100 contracts stays within its budget', async () => {
    const output = await typeCheck(manyContracts(100), '--extendedDiagnostics', '--singleThreaded')
    expect(output).not.toContain('error TS')
    expect(instantiationsIn(output)).toBeLessThanOrEqual(INSTANTIATIONS_MAX)
  }, 30_000)
})

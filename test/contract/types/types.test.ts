import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { INSTANTIATIONS_MAX, instantiationsIn, manyContracts } from './many-contracts.ts'

/** Build output, so that a type check of the whole tree never meets the planted file. */
const buildFolder = fileURLToPath(new URL('../../../.tsbuild/', import.meta.url))
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

/** Type-checks sources with the options of the tests. Resolves to the compiler's output. */
const typeCheckAll = async (
  sources: Readonly<Record<string, string>>,
  { options = [], include = [] }: { readonly options?: readonly string[]; readonly include?: readonly string[] } = {},
): Promise<string> => {
  await mkdir(buildFolder, { recursive: true })
  const folder = await mkdtemp(`${buildFolder}planted-`)
  try {
    await Promise.all(Object.entries(sources).map(([name, source]) => writeFile(`${folder}/${name}`, source)))
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        // The components of @signet/ui, which an example uses.
        jsx: 'react-jsx',
        jsxImportSource: 'preact',
      },
      include: [...Object.keys(sources), ...include],
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

const typeCheck = (source: string, ...options: readonly string[]): Promise<string> =>
  typeCheckAll({ 'planted.ts': source }, { options })

/** The TypeScript of the READMEs of layers, as modules by their names. */
const readmeExamples = (): Record<string, string> => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const examples = globSync('layers/*/README.md', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = ''], at) => [`${basename(dirname(file))}-${at}.ts`, `${code}\nexport {}\n`] as const,
    ),
  )
  return Object.fromEntries(examples)
}

describe('the examples in the READMEs of layers', () => {
  // Siblings are typed by the definitions of their services, and untyped packages of components by declarations.
  const include = ['../../lambdas/*/contract/service.ts', '../../layers/ui/src/*.d.ts']

  it('type-check', async () => {
    const examples = readmeExamples()
    expect(Object.keys(examples).length).toBeGreaterThan(15)
    expect(await typeCheckAll(examples, { include })).toBe('')
  }, 60_000)

  it('would not, if one of them called what is not there', async () => {
    const planted = "import { bucket } from '@signet/bucket'\nexport const size: number = bucket\n"
    expect(await typeCheckAll({ 'planted.ts': planted }, { include })).toContain('TS2322')
  }, 60_000)
})

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

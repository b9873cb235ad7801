import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleFunctions, type FunctionsBuild } from '../../lib/bundle.ts'
import { functionBundles } from '../../lib/function-bundles.ts'
import { isLong } from '../support/scale.ts'
import { ROOT } from '../support/source-files.ts'
import { BUNDLE_BUDGETS, KEY_PREFIXES, MEASURED_BUNDLES } from './bundle-budgets.ts'
import { type Bundle, problemsOfBundle } from './bundle-problems.ts'

/** Returns the bytes of each source file in any chunk of a function. */
const mergedInputs = (outputs: readonly Metafile['outputs'][string][]): Bundle['inputs'] => {
  const merged: Record<string, { bytesInOutput: number }> = {}
  for (const [file, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs))) {
    merged[file] = { bytesInOutput: (merged[file]?.bytesInOutput ?? 0) + bytesInOutput }
  }
  return merged
}

/** Returns the bundles of `<root>/<out>`, which `metafile` describes. */
const bundlesOf = (
  root: string,
  out: string,
  { names, metafile }: Omit<FunctionsBuild, 'changed'>,
): Promise<Bundle[]> =>
  Promise.all(
    names.map(async (name) => {
      const files = Object.keys(metafile.outputs).filter(
        (file) => file.startsWith(`${out}/${name}/`) && file.endsWith('.mjs'),
      )
      const outputs = files.map((file) => metafile.outputs[file]!)
      const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
      return {
        name,
        bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
        inputs: mergedInputs(outputs),
        imports: outputs.flatMap(({ imports }) => imports).filter(({ external }) => external),
        text: texts.join('\n'),
      }
    }),
  )

/** Programs that run in parallel can slow the build of all bundles by a factor of four. */
const BUILD_LIMIT_MS = 600_000

/**
 * Building all bundles takes a minute and a half of CPU, so these tests run with LONG=1 only. The tests of the check
 * itself always run.
 */
describe.runIf(isLong)('every bundle', () => {
  let bundles: Bundle[]
  beforeAll(async () => {
    const built = await functionBundles({ root: ROOT, fresh: true })
    const metafile: Metafile = { inputs: {}, outputs: {} }
    await built.buildAll((_, bundle) => Object.assign(metafile.outputs, bundle.metafile.outputs))
    await built.stop()
    bundles = await bundlesOf(ROOT, 'dist', { names: built.names, metafile })
  }, BUILD_LIMIT_MS)

  it('stays within its budget, contains no forbidden file and names only its own keys', () => {
    expect(bundles.flatMap(problemsOfBundle)).toEqual([])
  })

  it('belongs to a function that an access names, and every function has one', () => {
    const names = bundles.map(({ name }) => name)
    const functionsWithoutBundle = Object.keys(BUNDLE_BUDGETS).filter((name) => !names.includes(name))
    const problems = functionsWithoutBundle.map(
      (name) => `${name}: its access.ts names it, but its folder has no handler.ts; write one`,
    )
    expect(problems).toEqual([])
  })

  it('has a size at most 60 KB below its own budget, if it has one', () => {
    const oversizedBudgets = bundles.flatMap(({ name, bytes }) => {
      const { maxKb } = BUNDLE_BUDGETS[name] ?? { maxKb: 0 }
      if (!MEASURED_BUNDLES.includes(name) || maxKb * 1000 - bytes < 60_000) return []
      return [
        `${name}: ${Math.ceil(bytes / 1000)} KB of ${maxKb}; lower its line in test/architecture/bundle-budgets.ts`,
      ]
    })
    expect(oversizedBudgets).toEqual([])
  })

  it('declared key prefixes occur in the code of a function', () => {
    const text = bundles.map((bundle) => bundle.text).join('\n')
    const unusedPrefixes = KEY_PREFIXES.filter((prefix) => !new RegExp(`["'\`]${prefix}`).test(text))
    expect(
      unusedPrefixes.map((prefix) => `${prefix}: no bundle builds such keys; remove the rows from contract/rows.ts`),
    ).toEqual([])
  })
})

describe('the check of bundles', () => {
  const bundle = (changes: Partial<Bundle>): Bundle => ({
    name: 'images-dispatch',
    text: 'export const handler = async () => { await 1 }',
    bytes: 1000,
    inputs: {},
    imports: [],
    ...changes,
  })
  const bundleWithFile = (file: string) => bundle({ inputs: { [file]: { bytesInOutput: 1 } } })

  it('passes a valid bundle, without leftovers of its imports', () => {
    expect(problemsOfBundle(bundle({ inputs: { 'node_modules/sharp/lib/index.js': { bytesInOutput: 0 } } }))).toEqual(
      [],
    )
  })

  const planted: readonly (readonly [string, Bundle, RegExp])[] = [
    ['a bundle above its budget', bundle({ bytes: 260_001 }), /261 KB; the budget is 260 KB/],
    ['a bundle without a budget', bundle({ name: 'trust' }), /no access names it/],
    ['CDK', bundleWithFile('node_modules/aws-cdk-lib/index.js'), /CDK is for lib/],
    ['the deployment', bundleWithFile('lib/config.ts'), /domain and the layers/],
    ['zod locales', bundleWithFile('node_modules/zod/v4/locales/de.js'), /import \* as z/],
    ['SSO credentials', bundleWithFile('node_modules/@aws-sdk/credential-provider-sso/dist-es/index.js'), /slimming/],
    ['a nested client of the SDK', bundleWithFile('node_modules/@aws-sdk/nested-clients/dist-es/sts.js'), /slimming/],
    [
      'event streams',
      bundleWithFile('node_modules/@smithy/core/dist-es/submodules/event-streams/index.js'),
      /slimming/,
    ],
    ['sharp itself', bundleWithFile('node_modules/sharp/lib/index.js'), /external/],
    ['libvips', bundleWithFile('node_modules/@img/sharp-linux-x64/lib/sharp.js'), /external/],
    ['the IR', bundleWithFile('layers/contracts/src/ir/contract-to-ir.ts'), /for CDK and documents/],
    ['the service contract', bundleWithFile('lambdas/images/contract/service.ts'), /every endpoint/],
    [
      'the fetch agent',
      bundleWithFile('node_modules/request-filtering-agent/index.js'),
      /only bundles with fetchesForCallers in bundle-budgets.ts may fetch/,
    ],
    ['foreign keys', bundle({ text: 'export const k = (d) => "KEY#" + d' }), /begin with KEY#/],
    ['an external package', bundle({ imports: [{ path: 'lodash', external: true }] }), /imports lodash/],
    ['the whole of node:http', bundle({ imports: [{ path: 'node:http', external: true }] }), /loads undici/],
    ['sharp without its layer', bundle({ imports: [{ path: 'sharp', external: true }] }), /imports sharp/],
  ]
  for (const [what, plantedBundle, problemPattern] of planted) {
    it(`catches ${what}`, () => {
      const problems = problemsOfBundle(plantedBundle)
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(problemPattern)
    })
  }

  it('catches a named import of zod in a real build', async () => {
    const root = join(ROOT, `.local/tests/planted-${randomUUID()}`)
    const handler = join(root, 'lambdas/images/dispatch')
    await mkdir(handler, { recursive: true })
    await writeFile(
      join(handler, 'handler.ts'),
      "import { z } from 'zod'\nexport const handler = async () => z.string()\n",
    )
    try {
      const bundled = await bundlesOf(root, 'dist', await bundleFunctions({ root }))
      const problems = bundled.flatMap(problemsOfBundle)
      expect(problems).toContainEqual(expect.stringMatching(/contains .*zod\/v4\/locales\/.*import \* as z/))
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
})

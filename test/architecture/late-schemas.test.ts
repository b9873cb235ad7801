import { randomUUID } from 'node:crypto'
import { glob, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { lateSchemas } from '../../lib/late-schemas.ts'
import { ROOT } from '../support/source-files.ts'

/** Replaces zod for contracts: any call of it at load time is reported. */
const untouchable: Plugin = {
  name: 'untouchable-zod',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, ({ importer }) =>
      /[\\/]contract[\\/]/.test(importer) ? { path: 'zod', namespace: 'untouchable' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'untouchable' }, () => ({
      contents: `
        const get = (_, name) => { throw new Error('z.' + String(name) + ' is used') }
        module.exports = Object.create(new Proxy({}, { get }))
      `,
      loader: 'js',
    }))
  },
}

/** The problems of loading each of these contract modules as a function would load them. */
const problemsOfLoading = async (root: string, paths: readonly string[]): Promise<string[]> => {
  const outdir = join(ROOT, `.local/tests/late-${randomUUID()}`)
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [...paths],
      outbase: root,
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // Zod once, and not in each of them.
      splitting: true,
      platform: 'node',
      format: 'esm',
      define: { SIGNET_CONTRACT_CHECKS: 'false' },
      plugins: [lateSchemas, untouchable],
      logLevel: 'silent',
    })
    const problems: string[] = []
    for (const path of paths) {
      const file = pathToFileURL(join(outdir, path.replace(/\.ts$/, '.mjs'))).href
      await import(/* @vite-ignore */ file).catch((error: Error) =>
        problems.push(
          `${path}: ${error.message} while it loads, so every cold start makes that schema; name the schema by a constant of its own, or give it as a member of the definition`,
        ),
      )
    }
    return problems
  } finally {
    await rm(outdir, { recursive: true, force: true })
  }
}

describe('contracts in bundles', () => {
  it('make no schema while they load', async () => {
    const paths: string[] = []
    for await (const path of glob('lambdas/*/contract/*.ts', { cwd: ROOT })) paths.push(path)
    expect(paths.length).toBeGreaterThan(20)
    expect(await problemsOfLoading(ROOT, paths)).toEqual([])
  })

  const planted = join(ROOT, `.local/tests/planted-late-${randomUUID()}`)
  afterAll(() => rm(planted, { recursive: true, force: true }))

  it('that do make one are found, wherever it is hidden', async () => {
    const sources = {
      plain:
        "import * as z from 'zod'\nexport const Name = z.string().min(1)\nexport const Names = { schema: z.array(Name) }",
      helper: "import * as z from 'zod'\nconst name = () => z.string()\nexport const definition = { query: name() }",
      looked: "import * as z from 'zod'\nexport const fields = Object.keys(z.object({ a: z.string() }).shape)",
      called: "import * as z from 'zod'\nconst name = () => z.string()\nexport const Name = name()",
    }
    await mkdir(join(planted, 'lambdas/x/contract'), { recursive: true })
    const paths = Object.keys(sources).map((name) => `lambdas/x/contract/${name}.ts`)
    for (const [name, text] of Object.entries(sources)) {
      await writeFile(join(planted, `lambdas/x/contract/${name}.ts`), text)
    }
    expect(await problemsOfLoading(planted, paths)).toEqual([
      expect.stringMatching(/^lambdas\/x\/contract\/looked\.ts: z\.object is used while it loads.*constant of its own/),
      expect.stringMatching(/^lambdas\/x\/contract\/called\.ts: z\.string is used while it loads/),
    ])
  })
})

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { hasLateSchemas, lateSchemas } from '../../lib/late-schemas.ts'
import { ROOT, sourceFiles } from '../support/source-files.ts'

/** Replaces zod for files with deferred schemas: any call of it at load time is reported. */
const reportSchemaCreation: Plugin = {
  name: 'untouchable-zod',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, async ({ importer }) =>
      hasLateSchemas(importer, await readFile(importer, 'utf8'))
        ? { path: 'zod', namespace: 'untouchable' }
        : undefined,
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

/** Lists the problems of loading each of these modules like a function. */
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
      // Loads zod once instead of in each of them.
      splitting: true,
      platform: 'node',
      format: 'esm',
      define: { SIGNET_CONTRACT_CHECKS: 'false' },
      // As in lib/bundle.ts: CommonJS dependencies call require(), which an ES module does not have.
      banner: {
        js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
      },
      plugins: [lateSchemas, reportSchemaCreation],
      logLevel: 'silent',
    })
    const problems: string[] = []
    for (const path of paths) {
      const file = pathToFileURL(join(outdir, path.replace(/\.ts$/, '.mjs'))).href
      await import(/* @vite-ignore */ file).catch((error: Error) =>
        problems.push(
          `${path}: ${error.message} while it loads, so every cold start creates that schema; assign the schema to its own constant, or to a member of the definition`,
        ),
      )
    }
    return problems
  } finally {
    await rm(outdir, { recursive: true, force: true })
  }
}

const filesWithLateSchemas = sourceFiles().filter(
  ({ path, text }) => /^(?:lambdas|layers)\/.*\.ts$/.test(path) && hasLateSchemas(path, text),
)
const isContract = (path: string): boolean => path.includes('/contract/')

describe('contracts and kinds of rows in bundles', () => {
  it.each([
    ['contracts', filesWithLateSchemas.filter(({ path }) => isContract(path)), 20],
    ['kinds of rows and what many functions load', filesWithLateSchemas.filter(({ path }) => !isContract(path)), 10],
  ])('create no schema while they load: %s', async (_, files, atLeast) => {
    expect(files.length).toBeGreaterThan(atLeast)
    const paths = files.map(({ path }) => path)
    expect(await problemsOfLoading(ROOT, paths)).toEqual([])
  })

  it('no other files have deferred schemas', () => {
    const schema = "import * as z from 'zod'\nexport const Name = z.string()"
    expect(hasLateSchemas('lambdas/x/names/name.ts', schema)).toBe(false)
    expect(hasLateSchemas('lambdas/x/contract/name.ts', schema)).toBe(true)
    expect(hasLateSchemas('layers/x/src/name-rows.ts', schema)).toBe(true)
    expect(hasLateSchemas('layers/x/src/name-table.ts', `${schema}\nexport const names = rowKind({})`)).toBe(true)
    expect(hasLateSchemas('layers/x/src/name-claims.ts', schema)).toBe(true)
  })

  const planted = join(ROOT, `.local/tests/planted-late-${randomUUID()}`)
  afterAll(() => rm(planted, { recursive: true, force: true }))

  it('files that create a schema are found, wherever it is hidden', async () => {
    const sources = {
      plain:
        "import * as z from 'zod'\nexport const Name = z.string().min(1)\nexport const Names = { schema: z.array(Name) }",
      helper: "import * as z from 'zod'\nconst name = () => z.string()\nexport const definition = { query: name() }",
      inspected: "import * as z from 'zod'\nexport const fields = Object.keys(z.object({ a: z.string() }).shape)",
      called: "import * as z from 'zod'\nconst name = () => z.string()\nexport const Name = name()",
    }
    const files = Object.entries(sources).flatMap(([name, text]) => [
      [`lambdas/x/contract/${name}.ts`, text] as const,
      [`lambdas/x/${name}-row.ts`, text] as const,
    ])
    await mkdir(join(planted, 'lambdas/x/contract'), { recursive: true })
    for (const [path, text] of files) await writeFile(join(planted, path), text)
    const paths = files.map(([path]) => path)
    expect(await problemsOfLoading(planted, paths)).toEqual([
      expect.stringMatching(/^lambdas\/x\/contract\/inspected\.ts: z\.object is used while it loads.*its own constant/),
      expect.stringMatching(/^lambdas\/x\/inspected-row\.ts: z\.object is used while it loads/),
      expect.stringMatching(/^lambdas\/x\/contract\/called\.ts: z\.string is used while it loads/),
      expect.stringMatching(/^lambdas\/x\/called-row\.ts: z\.string is used while it loads/),
    ])
  })
})

import { publishedIndex } from '@signet/contract-tools/registry'
import { type ContractIR, irOf } from '@signet/contracts/ir'
import { publishedNames, publishedVersions, responseSchemas } from '@signet/contracts/published'
import { publishedLibrary, responseSchemasOf } from '@signet/contracts/registry'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../../support/sample-contract.ts'
import { searchReturning, ticket } from '../diff/sample-versions.ts'

const sharedAjv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } }))
/** Removes all schemas except the meta-schemas, which are the slowest to compile. */
const strictAjv = () => sharedAjv.removeSchema()

const library = publishedLibrary({
  ticket: Object.fromEntries((['1.0.0', '1.2.0', '2.0.0'] as const).map((version) => [version, ticket({ version })])),
  job: { '2.1.0': irOf(jobs) },
})

describe('a library of published contracts', () => {
  it('lists names and versions, oldest first', () => {
    expect(library.publishedNames()).toEqual(['job', 'ticket'])
    expect(library.publishedVersions('ticket')).toEqual(['1.0.0', '1.2.0', '2.0.0'])
    expect(library.publishedVersions('toString')).toEqual([])
  })

  it('finds a version, or the newest of a range', () => {
    const versionOf = (range: string) => library.publishedContract('ticket', range).version
    expect([versionOf('1.0.0'), versionOf('^1'), versionOf('*')]).toEqual(['1.0.0', '1.2.0', '2.0.0'])
  })

  it('lists the available names or versions if none matches', () => {
    expect(() => library.publishedContract('ticket', '^3')).toThrow(
      /matches \^3; its versions are 1\.0\.0, 1\.2\.0, 2\.0\.0/,
    )
    expect(() => library.publishedContract('tickets', '1')).toThrow(/; the published contracts are job, ticket$/)
    expect(() => library.publishedContract('toString', '1')).toThrow(/the published contracts are/)
  })
})

describe('published response schemas', () => {
  const job = {
    job_id: 'a',
    state: 'queued',
    prompt: 'x',
    seed: null,
    asset_url: null,
    created_at: '2026-01-01T00:00:00Z',
    tags: [],
  }

  it('compile separately under strict ajv, each with its $id, and validate bodies', () => {
    const schemas = library.responseSchemas('job', '^2')
    expect(Object.keys(schemas)).toEqual(['generate', 'get', 'list', 'retry'])
    const ids = Object.values(schemas).flatMap((byStatus) =>
      Object.values(byStatus).map((schema) => {
        expect(JSON.stringify(schema)).not.toContain('#/schemas/')
        strictAjv().compile(schema)
        return schema.$id
      }),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('urn:signet:contract:job:2.1.0:generate:202')
    const isJob = strictAjv().compile(schemas.get?.['200'] ?? false)
    expect(isJob(job)).toBe(true)
    expect(isJob({ ...job, state: 'lost' })).toBe(false)
    expect(isJob({ ...job, later: 'fields are welcome' })).toBe(true)
  })

  it('can be added to one validator', () => {
    const ajv = strictAjv()
    for (const byStatus of Object.values(library.responseSchemas('job', '*'))) ajv.addSchema(Object.values(byStatus))
    expect(ajv.validate('urn:signet:contract:job:2.1.0:list:200', { items: [job], next_cursor: null })).toBe(true)
  })

  it('contain only the components that they use, also indirect and circular ones', () => {
    const Leaf = z.object({ name: z.string() }).meta({ id: 'Leaf' })
    const Tree = z
      .object({
        leaf: Leaf,
        get children() {
          return z.array(Tree)
        },
      })
      .meta({ id: 'Tree' })
    const ir: ContractIR = searchReturning(z.object({ tree: Tree }))
    const schema = responseSchemasOf({ ...ir, schemas: { ...ir.schemas, Unused: {} } }).search?.['200']
    expect(Object.keys(schema?.$defs ?? {})).toEqual(['Leaf', 'Tree'])
    const isTree = strictAjv().compile(schema ?? false)
    expect(isTree({ tree: { leaf: { name: 'a' }, children: [{ leaf: { name: 'b' }, children: [] }] } })).toBe(true)
    expect(isTree({ tree: { leaf: { name: 'a' }, children: [{ leaf: {}, children: [] }] } })).toBe(false)
  })
})

describe('the index of a registry', () => {
  it('imports every version, oldest first, under valid variable names', () => {
    const text = publishedIndex({
      'canary-flag': { '1.10.0': ticket(), '1.2.0': ticket() },
      job: { '1.0.0': ticket() },
    })
    expect(text).toContain("import canary_flag_1_2_0 from './canary-flag/1.2.0.json' with { type: 'json' }")
    expect(text.indexOf("'1.2.0'")).toBeLessThan(text.indexOf("'1.10.0'"))
    expect(text).toContain("  'canary-flag': {")
    expect(text).toContain('  job: {')
  })
})

describe('the published contracts of this package', () => {
  it('have response schemas that compile, for every contract and version', () => {
    const compiled = publishedNames().flatMap((name) =>
      publishedVersions(name).flatMap((version) =>
        Object.values(responseSchemas(name, version)).flatMap((byStatus) =>
          Object.values(byStatus).map((schema) => strictAjv().compile(schema)),
        ),
      ),
    )
    expect(compiled.length).toBeGreaterThan(publishedNames().length)
  })

  it('can be bundled for a browser: no file system, no zod', async () => {
    const { metafile } = await build({
      stdin: { contents: "export * from '@signet/contracts/published'", resolveDir: import.meta.dirname },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    expect(Object.keys(metafile.inputs).filter((path) => /node_modules|^node:/.test(path))).toEqual([])
    expect(Object.keys(metafile.inputs).some((path) => path.includes('published-library'))).toBe(true)
  })
})

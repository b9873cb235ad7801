import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseRequest } from '@signet/contracts'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFlag, updateFlag } from '../../../lambdas/flags/contract/flags.ts'
import { putSegment } from '../../../lambdas/flags/contract/segments.ts'
import { lateSchemas, withLateSchemas } from '../../../lib/late-schemas.ts'

const transformedCode = (text: string) => withLateSchemas('x.ts', text).replace(/^import[^;]*;/, '')

describe('a bundled contract module', () => {
  it('stays unchanged without schemas outside functions', () => {
    const text = "import * as z from 'zod'\nexport const MAX = [1, 2].map(String)\nexport const f = () => z.string()\n"
    expect(withLateSchemas('x.ts', text)).toBe(text)
  })

  it.each([
    ['export const A = z.string().min(1)', 'export const A = /* @__PURE__ */ lateSchema(() => z.string().min(1))'],
    ['export const B = A.optional()', 'export const B = /* @__PURE__ */ lateSchema(() => A.optional())'],
    ['f({ body: g() })', "f({ get body() { return cachedMember(this, 'body', g()) } })"],
    ['f({ body: A, limit: g() })', 'f({ body: A, limit: g() })'],
    [
      'export const is = z.string().parse(a)',
      'export const is = /* @__PURE__ */ lateSchema(() => z.string()).parse(a)',
    ],
    ['export type A = z.infer<typeof A>', 'export type A = z.infer<typeof A>'],
  ])('transforms %s', (text, expected) => {
    expect(transformedCode(text)).toBe(expected)
  })

  it('a syntax error is reported with the module', () => {
    expect(() => withLateSchemas('lambdas/x/contract/y.ts', 'const a = {')).toThrow('lambdas/x/contract/y.ts: ')
  })
})

describe('a bundled contract', () => {
  const folder = join(import.meta.dirname, '../../../.local/tests', `late-${randomUUID()}`)
  let bundled: Record<string, typeof createFlag>
  beforeAll(async () => {
    const outfile = join(folder, 'contract.mjs')
    const resolveDir = join(import.meta.dirname, '../../../lambdas/flags/contract')
    const contents = "export * from './flags.ts'\nexport * from './segments.ts'"
    const define = { SIGNET_CONTRACT_CHECKS: 'false' }
    await build({
      stdin: { contents, resolveDir },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      define,
      plugins: [lateSchemas],
    })
    bundled = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const requests = [
    { body: { key: 'dark-mode', type: 'boolean' } },
    { body: { key: '', type: 'bool', rules: 1, varaints: [] }, query: { environmnet: 'x' } },
    {
      params: { key: 'beta' },
      body: { when: { all: [] }, version: 0 },
      headers: { 'if-match': '"3"' },
      query: { dry_run: 'true' },
    },
    { params: { key: 'beta' }, body: { percentage: null, version: 2 } },
  ]
  it.each([createFlag, putSegment, updateFlag])('validates like the unbundled contract: $name', (plain) => {
    const bundledEndpoint = Object.values(bundled).find(({ name }) => name === plain.name)!
    for (const request of requests)
      expect(parseRequest(bundledEndpoint, request)).toEqual(parseRequest(plain as typeof bundledEndpoint, request))
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ContractError, endpoint, errorCodes, reply } from '@signet/contracts'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { getAsset, paint } from '../../support/sample-endpoints.ts'

const base = {
  name: 'x',
  description: 'X.',
  route: 'GET /x',
  authority: 'public',
  responses: { 200: { description: 'OK.' } },
}
const problemsOf = (change: object): string => {
  try {
    endpoint({ ...base, ...change } as never)
    return ''
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause
    return cause.problems.map(({ at, problem }) => `${at}: ${problem}`).join('\n')
  }
}

const invalidDefinitions: [string, object, string][] = [
  ['a name with spaces', { name: 'get asset' }, 'name: "get asset" must be'],
  ['an unknown method', { route: 'FETCH /x' }, 'route: "FETCH" is not a method'],
  ['an empty segment', { route: 'GET /x//y' }, 'route: the segment "" is neither'],
  ['a parameter named twice', { route: 'GET /:a/:a' }, 'contains a parameter twice'],
  ['a parameter without a schema', { route: 'GET /:id' }, 'request.params: add "id"'],
  ['a schema without a parameter', { request: { params: z.object({ id: z.string() }) } }, 'has no ":id"'],
  [
    'an object in the query',
    { request: { query: z.object({ a: z.object({}) }) } },
    'request.query.a: must be a string, number',
  ],
  ['a header in upper case', { request: { headers: z.object({ 'X-A': z.string() }) } }, 'in lower case, "x-a"'],
  ['a body on GET', { request: { body: z.object({}) } }, 'request.body: a GET has no body'],
  ['a JSON body without a schema', { route: 'POST /x', request: { bodyType: 'json' } }, 'a JSON body needs a schema'],
  ['no response', { responses: {} }, 'responses: declare at least one'],
  ['a failure among the responses', { responses: { 404: { description: 'No.' } } }, 'failures belong in `errors`'],
  ['a body with 204', { responses: { 204: { description: 'No.', schema: z.string() } } }, 'a 204 has no body'],
  ['an unknown code', { errors: ['oops'] }, 'errors.0: "oops" is not a shared code'],
  [
    'an error that is a success',
    { errors: [{ code: 'fine', status: 200 }] },
    'the status 200 of "fine" is not 400 to 599',
  ],
  [
    'a date in a response',
    { responses: { 200: { description: 'OK.', schema: z.date() } } },
    'responses.200.schema: JSON Schema cannot express',
  ],
]

describe('endpoint', () => {
  it.each(invalidDefinitions)('refuses %s', (_title, change, expected) => {
    expect(problemsOf(change)).toContain(expected)
  })

  it('accepts the definition that the refusals are derived from', () => expect(problemsOf({})).toBe(''))

  it('streams if a response does', () => {
    expect([getAsset.stream, paint.stream]).toEqual([true, false])
  })

  it('adds the codes that follow from its definition to its declared codes', () => {
    const codes = Object.fromEntries(getAsset.errors.map(({ code, status }) => [code, status]))
    expect(codes).toEqual({
      invalid_input: 400,
      unauthenticated: 401,
      not_found: 404,
      asset_expired: 410,
      internal: 500,
    })
    const statuses = Object.values(errorCodes).map(({ status }) => status)
    expect(statuses.every((status) => status >= 400 && status <= 599)).toBe(true)
  })

  it('omits headers of replies unless they are given', () => {
    expect(reply(204)).toEqual({ status: 204, body: undefined })
    expect(reply(200, { a: 1 }, { etag: '"x"' })).toEqual({ status: 200, body: { a: 1 }, headers: { etag: '"x"' } })
  })
})

describe('bundle size', () => {
  const bundle = async (names: string, define: Record<string, string>): Promise<string> => {
    const builds = fileURLToPath(new URL('../../../.tsbuild/', import.meta.url))
    await mkdir(builds, { recursive: true })
    const folder = await mkdtemp(`${builds}bundle-`)
    try {
      await writeFile(`${folder}/entry.ts`, `import { ${names} } from '@signet/contracts'\nconsole.log(${names})`)
      const { outputFiles } = await build({
        entryPoints: [`${folder}/entry.ts`],
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'node',
        external: ['zod'],
        write: false,
        define,
      })
      return outputFiles[0]?.text ?? ''
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const runtime = 'defineContract, endpoint, router, parseRequest, reply, transitionCondition, allowedOperations'

  it('the run-time part stays within 25 KiB without definition checks, and within 42 KiB with them', async () => {
    const bare = await bundle(runtime, { SIGNET_CONTRACT_CHECKS: 'false' })
    expect(bare.length).toBeLessThan(25 * 1024)
    expect((await bundle(runtime, {})).length).toBeLessThan(42 * 1024)
  })

  it('the bundle contains neither JSON Schema emission nor OpenAPI', async () => {
    const text = await bundle(runtime, {})
    for (const trace of ['toJSONSchema', '2020-12', 'components/schemas']) expect(text).not.toContain(trace)
  })
})

import { contractDigest, publicationProblems, type Registry, registryProblems } from '@signet/contract-tools/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { canonicalText } from '../../../../layers/contracts/src/canonical.ts'
import { ticket } from '../diff/sample-versions.ts'

const first = ticket({ version: '1.0.0' })
const second = ticket({ version: '1.1.0', fields: { note: z.string() } })

const registryOf = async (...irs: (typeof first)[]): Promise<Registry> => ({
  contracts: { ticket: Object.fromEntries(irs.map((ir) => [ir.version, ir])) },
  digests: {
    ticket: Object.fromEntries(await Promise.all(irs.map(async (ir) => [ir.version, await contractDigest(ir)]))),
  },
})

const rulesOf = async (registry: Registry) =>
  (await registryProblems(registry)).map(({ kind, rule }) => `${kind} ${rule}`)

describe('the digest of a contract', () => {
  it('equals the SHA-256 of the canonical form, which is independent of the spelling', async () => {
    const reordered = JSON.parse(JSON.stringify(first), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    )
    expect(Object.keys(reordered)).not.toEqual(Object.keys(first))
    expect(await contractDigest(reordered)).toBe(await contractDigest(first))
    expect(await contractDigest(first)).toMatch(/^sha256-[0-9a-f]{64}$/)
    expect(await contractDigest(second)).not.toBe(await contractDigest(first))
  })

  it('writes the canonical form of RFC 8785', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      1: [56, 1e30, 4.5, 0.002, 1e-27],
      a: null,
      '\ufb33': true,
      '\ud83d\ude00': '\u000f',
    }
    const expected =
      '{"\\r":2,"1":[56,1e+30,4.5,0.002,1e-27],"a":null,"\u20ac":1,"\ud83d\ude00":"\\u000f","\ufb33":true}'
    expect(canonicalText(value)).toBe(expected)
  })

  it('restores any JSON from its canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('a registry', () => {
  it('has no problems after publication', async () => {
    expect(await rulesOf(await registryOf(first, second))).toEqual([])
    expect(await rulesOf({ contracts: {}, digests: {} })).toEqual([])
  })

  it('reports a file that was changed, removed, added or renamed', async () => {
    const validRegistry = await registryOf(first, second)
    const files = validRegistry.contracts.ticket as Record<string, typeof first>
    const withFiles = (changed: object) => ({ ...validRegistry, contracts: { ticket: changed as typeof files } })
    expect(await rulesOf(withFiles({ ...files, '1.0.0': { ...first, description: 'Sly.' } }))).toEqual([
      'error published-file-changed',
    ])
    expect(await rulesOf(withFiles({ '1.1.0': second }))).toEqual(['error published-file-missing'])
    expect(await rulesOf(withFiles({ ...files, '1.2.0': { ...second, version: '1.2.0' } }))).toEqual([
      'error published-file-unlisted',
    ])
    expect(await rulesOf(withFiles({ ...files, '1.0.0': second }))).toEqual(['error published-file-misnamed'])
  })
})

describe('a contract compared with a registry', () => {
  const findingsOf = async (registry: Promise<Registry>, ir: typeof first) =>
    publicationProblems(await registry, ir).map(({ kind, rule }) => `${kind} ${rule}`)

  it('has no problems as published, and may be published if it never was', async () => {
    expect(await findingsOf(registryOf(first), first)).toEqual([])
    expect(await findingsOf(Promise.resolve({ contracts: {}, digests: {} }), first)).toEqual([
      'unpublished never-published',
    ])
  })

  it('needs a version that is high enough, compared with the newest one', async () => {
    expect(await findingsOf(registryOf(first), second)).toEqual(['unpublished not-yet-published'])
    expect(await findingsOf(registryOf(first), { ...second, version: '1.0.0' })).toEqual(['error version-not-bumped'])
    expect(await findingsOf(registryOf(first), { ...second, version: '1.0.1' })).toEqual(['error bump-too-small'])
    expect(await findingsOf(registryOf(first, second), first)).toEqual(['error version-decreased'])
  })

  it('reports the differences', async () => {
    const [problem] = publicationProblems(await registryOf(first), { ...second, version: '1.0.1' })
    expect(problem?.changes?.map(({ rule }) => rule)).toEqual(['response-field-added'])
  })
})

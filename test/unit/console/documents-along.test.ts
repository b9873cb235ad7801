import { ApiError } from '@signet/http-client'
import { describe, expect, it } from 'vitest'
import type { TrustArtifact } from '../../../console/api/trust.ts'
import {
  afterSteps,
  type Bundle,
  copiedIn,
  copiedWords,
  missingFrom,
  prepare,
  widerIn,
} from '../../../console/trust/documents-along.ts'

const TODAY = 'a'.repeat(64)
const NEXT = 'b'.repeat(64)

/** A document that is called as its slug; its bytes are those of its slug unless they are said. */
const document = (slug: string, access: TrustArtifact['access'] = 'public', bytes = slug): TrustArtifact => ({
  receipt_hash: TODAY,
  artifact_slug: slug,
  tenant_id: 'org',
  content_hash: bytes,
  mime_type: 'text/plain',
  byte_size: 1,
  display_name: slug,
  excerpt: null,
  signed: 0,
  access,
  created_at: '2026-11-28T00:00:00.000Z',
  updated_at: '2026-11-28T00:00:00.000Z',
})

const slugsIn = (documents: readonly TrustArtifact[]) => documents.map(({ artifact_slug: slug }) => slug)

/** A service with what is in the next bundle; it refuses what is done with some documents. */
const service = (stored: Map<string, string>, refused: readonly string[] = []) => {
  const allow = (slug: string) => {
    if (refused.includes(slug)) throw new Error('no room')
  }
  return {
    copyTrustArtifact: async ({ slug }: { readonly slug: string }) => {
      allow(slug)
      const created = !stored.has(slug)
      stored.set(slug, 'public')
      return { created }
    },
    deleteTrustArtifact: async ({ slug }: { readonly slug: string }) => {
      allow(slug)
      if (!stored.delete(slug)) throw new ApiError('deleteTrustArtifact', 404, { error: 'Gone', code: 'not_found' })
    },
    changeTrustArtifact: async ({ slug, access }: { readonly slug: string; readonly access: 'public' | 'request' }) => {
      allow(slug)
      stored.set(slug, access)
    },
  }
}

const asked = (part: Partial<Bundle>): Bundle => ({ hash: NEXT, missing: [], copied: [], wider: [], ...part })
const taking = (...leftOut: string[]) => ({ leftOut: new Set(leftOut), isNarrowed: true })

describe('what is asked before another receipt is shown', () => {
  it('names documents that are not with it', () => {
    expect(slugsIn(missingFrom([document('a')], [document('a'), document('b')]))).toEqual(['b'])
  })

  it('names what would be public and is on request today, by its name or by its bytes', () => {
    const today = [document('a', 'request'), document('b', 'request', 'same'), document('c')]
    const next = [document('a', 'public', 'older'), document('renamed', 'public', 'same'), document('c')]
    expect(slugsIn(widerIn(next, today))).toEqual(['a', 'renamed'])
    expect(widerIn([document('a', 'request'), document('new')], today)).toEqual([])
  })

  it('names nothing whose bytes everybody can have today by another name', () => {
    expect(widerIn([document('a', 'public', 'x')], [document('a', 'request'), document('b', 'public', 'x')])).toEqual(
      [],
    )
  })
})

describe('what is done before another receipt is shown', () => {
  const a = document('a')
  const b = document('b')
  const c = document('c')

  it('leaves out single documents, and puts on request what is on request today', async () => {
    const stored = new Map([['w', 'public']])
    const steps = await prepare(service(stored), asked({ missing: [a, b], wider: [document('w')] }), taking('b'))
    expect(steps.flatMap(({ fault }) => fault ?? [])).toEqual([])
    expect([...stored]).toEqual([
      ['w', 'request'],
      ['a', 'public'],
    ])
    expect(afterSteps(asked({ missing: [a, b], wider: [document('w')] }), steps)).toEqual(
      asked({ missing: [b], copied: [a] }),
    )
  })

  it('says after a failure what is copied, and goes on from there', async () => {
    const stored = new Map<string, string>()
    const bundle = asked({ missing: [a, b, c] })
    const steps = await prepare(service(stored, ['b']), bundle, taking())
    const after = afterSteps(bundle, steps)
    expect([slugsIn(after.missing), slugsIn(after.copied)]).toEqual([['b'], ['a', 'c']])
    expect(copiedWords(after, taking())).toBe('2 of 3 were copied.')
    expect(steps.flatMap(({ fault }) => fault ?? [])).toEqual([expect.stringMatching(/^b could not be copied: /)])
    // Taking nothing along takes away what this question has copied.
    await prepare(service(stored), after, taking('a', 'b', 'c'))
    expect([...stored]).toEqual([])
  })

  it('takes nothing away that somebody else has put there, and minds no copy that is gone already', async () => {
    const stored = new Map([['a', 'public']])
    const steps = await prepare(service(stored), asked({ missing: [a] }), taking())
    expect(afterSteps(asked({ missing: [a] }), steps).copied).toEqual([])
    const [removed] = await prepare(service(new Map()), asked({ copied: [b] }), taking('b'))
    expect(removed).toMatchObject({ work: 'remove', fault: undefined })
  })

  it('counts a copy whose answer was lost, once the bundle was read again', async () => {
    const steps = await prepare(service(new Map(), ['a', 'b']), asked({ missing: [a, b] }), taking())
    expect(slugsIn(copiedIn([b], asked({ copied: [c] }), steps))).toEqual(['c', 'a'])
    expect(copiedWords(asked({ missing: [b] }), taking('b'))).toBe('')
  })
})

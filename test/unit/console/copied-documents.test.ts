import { ApiError } from '@signet/http-client'
import { describe, expect, it } from 'vitest'
import type { TrustArtifact } from '../../../console/api/trust.ts'
import {
  type Bundle,
  copiedIn,
  copiedWords,
  missingFrom,
  newlyPublicIn,
  prepareDocuments,
  reviewAfterSteps,
} from '../../../console/trust/copied-documents.ts'

const CURRENT_HASH = 'a'.repeat(64)
const NEXT_HASH = 'b'.repeat(64)

/** A document named like its slug. Its content hash equals the slug by default. */
const document = (slug: string, access: TrustArtifact['access'] = 'public', contentHash = slug): TrustArtifact => ({
  receipt_hash: CURRENT_HASH,
  artifact_slug: slug,
  tenant_id: 'org',
  content_hash: contentHash,
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

/** A fake service that stores the access of each document by slug. Requests for `failingSlugs` fail. */
const service = (stored: Map<string, string>, failingSlugs: readonly string[] = []) => {
  const failIfRequested = (slug: string) => {
    if (failingSlugs.includes(slug)) throw new Error('The bundle is full')
  }
  return {
    copyTrustArtifact: async ({ slug }: { readonly slug: string }) => {
      failIfRequested(slug)
      const created = !stored.has(slug)
      stored.set(slug, 'public')
      return { created }
    },
    deleteTrustArtifact: async ({ slug }: { readonly slug: string }) => {
      failIfRequested(slug)
      if (!stored.delete(slug)) throw new ApiError('deleteTrustArtifact', 404, { error: 'Gone', code: 'not_found' })
    },
    changeTrustArtifact: async ({ slug, access }: { readonly slug: string; readonly access: 'public' | 'request' }) => {
      failIfRequested(slug)
      stored.set(slug, access)
    },
  }
}

const bundleOf = (part: Partial<Bundle>): Bundle => ({
  hash: NEXT_HASH,
  missing: [],
  copied: [],
  newlyPublic: [],
  ...part,
})
const decisionExcluding = (...slugs: string[]) => ({ excludedSlugs: new Set(slugs), staysOnRequest: true })

describe('review before publishing another receipt', () => {
  it('lists missing documents', () => {
    expect(slugsIn(missingFrom([document('a')], [document('a'), document('b')]))).toEqual(['b'])
  })

  it('lists documents that would become public, matched by slug or content', () => {
    const today = [document('a', 'request'), document('b', 'request', 'same'), document('c')]
    const next = [document('a', 'public', 'older'), document('renamed', 'public', 'same'), document('c')]
    expect(slugsIn(newlyPublicIn(next, today))).toEqual(['a', 'renamed'])
    expect(newlyPublicIn([document('a', 'request'), document('new')], today)).toEqual([])
  })

  it('omits documents whose content is already public under another slug', () => {
    expect(
      newlyPublicIn([document('a', 'public', 'x')], [document('a', 'request'), document('b', 'public', 'x')]),
    ).toEqual([])
  })
})

describe('preparation of another receipt', () => {
  const a = document('a')
  const b = document('b')
  const c = document('c')

  it('skips deselected documents and sets the others back to on request', async () => {
    const stored = new Map([['w', 'public']])
    const steps = await prepareDocuments(
      service(stored),
      bundleOf({ missing: [a, b], newlyPublic: [document('w')] }),
      decisionExcluding('b'),
    )
    expect(steps.flatMap(({ fault }) => fault ?? [])).toEqual([])
    expect([...stored]).toEqual([
      ['w', 'request'],
      ['a', 'public'],
    ])
    expect(reviewAfterSteps(bundleOf({ missing: [a, b], newlyPublic: [document('w')] }), steps)).toEqual(
      bundleOf({ missing: [b], copied: [a] }),
    )
  })

  it('reports copied documents after a failure, and resumes from there', async () => {
    const stored = new Map<string, string>()
    const bundle = bundleOf({ missing: [a, b, c] })
    const steps = await prepareDocuments(service(stored, ['b']), bundle, decisionExcluding())
    const after = reviewAfterSteps(bundle, steps)
    expect([slugsIn(after.missing), slugsIn(after.copied)]).toEqual([['b'], ['a', 'c']])
    expect(copiedWords(after, decisionExcluding())).toBe('2 of 3 documents were copied.')
    expect(steps.flatMap(({ fault }) => fault ?? [])).toEqual([expect.stringMatching(/^b could not be copied: /)])
    // Deselecting all documents removes the copies made in this dialog.
    await prepareDocuments(service(stored), after, decisionExcluding('a', 'b', 'c'))
    expect([...stored]).toEqual([])
  })

  it('keeps documents that another user added, and tolerates copies that are already deleted', async () => {
    const stored = new Map([['a', 'public']])
    const steps = await prepareDocuments(service(stored), bundleOf({ missing: [a] }), decisionExcluding())
    expect(reviewAfterSteps(bundleOf({ missing: [a] }), steps).copied).toEqual([])
    const [removed] = await prepareDocuments(service(new Map()), bundleOf({ copied: [b] }), decisionExcluding('b'))
    expect(removed).toMatchObject({ action: 'remove', fault: undefined })
  })

  it('recognizes a copy whose response was lost after the bundle is read again', async () => {
    const steps = await prepareDocuments(
      service(new Map(), ['a', 'b']),
      bundleOf({ missing: [a, b] }),
      decisionExcluding(),
    )
    expect(slugsIn(copiedIn([b], bundleOf({ copied: [c] }), steps))).toEqual(['c', 'a'])
    expect(copiedWords(bundleOf({ missing: [b] }), decisionExcluding('b'))).toBe('')
  })
})

import { ASSET_TYPES } from '@signet/evidence'
import { describe, expect, test } from 'vitest'
import type { EvidenceAsset } from '../../../console/api/evidence.ts'
import {
  type AssetDraft,
  assetDraftOf,
  assetOf,
  EMPTY_ASSET,
  fieldsOfType,
  missingField,
  renderedDraft,
} from '../../../console/evidence/asset-draft.ts'
import { parseImport, rowFaults } from '../../../console/evidence/import-file.ts'

const filledDraft = (type: AssetDraft['type']): AssetDraft => ({
  ...EMPTY_ASSET,
  type,
  title: 'A sufficiently long title',
  domains: ['food'],
  tags: 'rye, , bread',
  values: Object.fromEntries(
    fieldsOfType(type).map(({ name }) => [name, name === 'url' ? 'https://a.example/b.png' : name]),
  ),
})

const storedAsset = (draft: AssetDraft): EvidenceAsset => {
  const { tags = [], verificationStatus = 'unverified', authorName = null, sourceUrl = null, ...asset } = assetOf(draft)
  return {
    ...asset,
    tags,
    verificationStatus,
    authorName,
    sourceUrl,
    authorBio: null,
    qualityScore: null,
    id: 'a',
    usageCount: 0,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
  }
}

describe('asset form', () => {
  test.each(ASSET_TYPES)('has all required fields of type %s, and restores a stored asset', (type) => {
    const draft = filledDraft(type)
    expect(missingField(draft)).toBeUndefined()
    expect(renderedDraft(draft)).toContain(type.includes('quote') ? '> — speaker, role, organization' : '')
    expect(assetDraftOf(storedAsset(draft))).toEqual({ ...draft, tags: 'rye, bread' })
  })

  test.each(ASSET_TYPES)('reports missing fields of type %s', (type) => {
    expect(missingField({ ...filledDraft(type), values: {} })).toMatch(/^Enter the /)
    expect(missingField({ ...filledDraft(type), title: 'too short' })).toMatch(/title of at least 10/)
    expect(missingField({ ...filledDraft(type), domains: [] })).toBe('Choose at least one subject area')
  })

  test('reads fields under alternative names, and preserves unknown ones', () => {
    const content = { finding: 'Rye rises.', methodology: 'Counted.', sample: { size: 400 }, year: 2025 }
    const draft = assetDraftOf({ ...storedAsset(filledDraft('research_finding')), content })
    expect(draft.values).toEqual({ text: 'Rye rises.', method: 'Counted.' })
    expect(assetOf(draft).content).toEqual({
      text: 'Rye rises.',
      method: 'Counted.',
      sample: { size: 400 },
      year: 2025,
    })
  })

  test('sends null for empty fields', () => {
    expect(assetOf(filledDraft('case_study'))).toMatchObject({
      authorName: null,
      sourceUrl: null,
      tags: ['rye', 'bread'],
    })
  })
})

describe('asset import', () => {
  test.each([
    ['a.json', '[{"type":"case_study"}]', { assets: [{ type: 'case_study' }] }],
    ['a.json', '{"assets":[1]}', { assets: [1] }],
    ['a.csv', 'type,title\ncase_study,A', { csv: 'type,title\ncase_study,A' }],
  ])('parses %s: %s', (name, text, request) => {
    expect(parseImport(name, text)).toEqual({ request })
  })

  test.each([
    ['', 'is empty'],
    ['[', 'is not valid JSON'],
    ['{"a":1}', 'does not contain a list of assets'],
    ['[]', 'does not contain a list of assets'],
  ])('rejects %j: it %s', (text, rule) => {
    expect(parseImport('a.json', text).fault).toMatch(new RegExp(`^a.json ${rule}`))
  })

  test('reports all errors of a row', () => {
    const errors = [
      { field: 'title', message: 'is too short' },
      { field: 'type', message: 'is unknown' },
    ]
    expect(rowFaults({ errors })).toBe('title is too short; type is unknown')
    expect(rowFaults({})).toBe('')
  })
})

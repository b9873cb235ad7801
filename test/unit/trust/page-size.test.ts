import { describe, expect, it } from 'vitest'
import { PAGE_MAX_BYTES } from '../../../lambdas/trust/page/page-extent.ts'
import type { PageContent } from '../../../lambdas/trust/views/read-page.ts'
import { fullRead, pageHtml } from './full-page.ts'

/** The most expensive characters of a page: a quotation mark takes six bytes as markup, a Chinese character three. */
const EXPENSIVE_LETTERS = ['"', '&', '漢', 'ä', 'a']

const subprocessors = (count: number, letter: string) =>
  Array.from({ length: count }, (_, nth) => ({
    name: `${nth}${letter.repeat(197)}`,
    purpose: letter.repeat(500),
    dataAccess: ['pii', 'logs'],
    jurisdiction: letter.repeat(200),
    dpaSigned: true,
  }))

const longestContent = (letter: string, documents = 50, vendors = 100): PageContent => {
  const { receipt, artifacts, ...members } = fullRead()
  const [artifact] = artifacts
  if (!receipt?.posture || !artifact) throw new Error('The full page has no posture or no document')
  const posture = {
    ...receipt.posture,
    organization: letter.repeat(200),
    subprocessors: subprocessors(vendors, letter),
  }
  const longArtifact = (nth: number) => ({
    ...artifact,
    artifact_slug: `${nth}-${'d'.repeat(60)}`,
    access: 'request' as const,
    display_name: letter.repeat(120),
    excerpt: letter.repeat(500),
  })
  return {
    ...members,
    slug: 's'.repeat(64),
    receipt: { ...receipt, posture: posture as never },
    artifacts: Array.from({ length: documents }, (_, nth) => longArtifact(nth)),
    settings: {
      ...members.settings,
      displayName: letter.repeat(120),
      updated_at: '',
      website: `https://a.example/${'&'.repeat(482)}`,
      securityContact: `https://a.example/${'&'.repeat(482)}`,
    },
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

describe('page size', () => {
  it('shows everything for content of typical length', () => {
    const text = pageHtml(fullRead())
    expect(bytesOf(text)).toBeLessThanOrEqual(PAGE_MAX_BYTES)
    expect(text.match(/data-claim="subprocessors\[/g)).toHaveLength(20)
    expect(text.match(/SHA-256 <code>/g)).toHaveLength(20)
    expect(text).not.toMatch(/more (?:is|are) listed/)
  })

  it.each(EXPENSIVE_LETTERS)('stays below the limit for texts of maximum length in %s', (letter) => {
    for (const [documents, vendors] of [
      [50, 100],
      [50, 0],
      [0, 100],
      [1, 1],
    ] as const) {
      const text = pageHtml(longestContent(letter, documents, vendors))
      expect([documents, vendors, bytesOf(text) <= PAGE_MAX_BYTES]).toEqual([documents, vendors, true])
      expect(text.endsWith('</html>\n')).toBe(true)
    }
  })

  it('states the number of omitted entries and links to the JSON', () => {
    const text = pageHtml(longestContent('"'))
    const shownCount = text.match(/data-claim="subprocessors\[/g)?.length ?? 0
    expect(text).toContain(
      `${100 - shownCount} more are listed in the <a href="/trust/${'s'.repeat(64)}.json">JSON version</a>`,
    )
    const shownDocuments = text.match(/\/request\//g)?.length ?? 0
    expect(text).toContain(
      `${50 - shownDocuments} more are listed in the <a href="/trust/${'s'.repeat(64)}.json">JSON version</a>`,
    )
  })

  it('omits excerpts and hashes before it omits documents', () => {
    const content = fullRead()
    const artifacts = Array.from({ length: 50 }, (_, nth) => ({ ...content.artifacts[0], artifact_slug: `d-${nth}` }))
    const text = pageHtml({ ...content, artifacts: artifacts as PageContent['artifacts'] })
    expect(text.match(/href="\/trust\/a-company-of-some-name\/bundle\/d-\d+"/g)).toHaveLength(50)
    expect(text).toContain('JSON version</a> lists them.')
    expect(bytesOf(text)).toBeLessThanOrEqual(PAGE_MAX_BYTES)
  })

  it('never splits a character', () => {
    const content = fullRead()
    const artifacts = content.artifacts.map((artifact) => ({ ...artifact, excerpt: `a${'😀'.repeat(499)}` }))
    expect(pageHtml({ ...content, artifacts })).not.toMatch(/\ufffd|[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})

import { describe, expect, it } from 'vitest'
import { checkProse } from '../prose/problems.ts'
import { allPages } from '../prose/repository-prose.ts'

describe('the prose of pages', () => {
  it('pages are plain, with noun phrases as headings', () => {
    const pages = allPages()
    expect(pages.length).toBeGreaterThan(5_000)
    expect(checkProse(pages, ['paragraph', 'heading'])).toEqual([])
  })
})

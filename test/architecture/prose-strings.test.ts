import { describe, expect, it } from 'vitest'
import { checkProse } from '../prose/problems.ts'
import { allStrings, allTitles } from '../prose/repository-prose.ts'

describe('the prose of titles and strings', () => {
  it('test titles are plain', () => {
    const titles = allTitles()
    expect(titles.length).toBeGreaterThan(5_000)
    expect(checkProse(titles, ['title'])).toEqual([])
  })

  it('strings of contracts, errors, the console, mails and command lines are plain', () => {
    const strings = allStrings()
    expect(strings.length).toBeGreaterThan(10_000)
    expect(checkProse(strings, ['text'])).toEqual([])
  })
})

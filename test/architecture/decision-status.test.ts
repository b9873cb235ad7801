import { describe, expect, it } from 'vitest'
import { decisions, statusProblems } from './decision-status.ts'

const all = decisions()
const path = 'docs/adr/0002-a.md'
const pages = [
  { path: 'docs/adr/0001-b.md', text: '' },
  { path, text: '' },
]
const problemsOf = (text: string) => statusProblems({ path, text }, pages)

describe('the status of a decision', () => {
  it('follows the title of each record', () => {
    expect(all.length).toBeGreaterThan(40)
    expect(all.flatMap((page) => statusProblems(page, all))).toEqual([])
  })

  it.each([
    ['no status', '# 2. A\n\nText.\n', 'under the title'],
    ['an unknown status', '# 2. A\n\nStatus: proposed\n', 'under the title'],
    ['a successor without a link', '# 2. A\n\nStatus: superseded by 1\n', 'under the title'],
    [
      'a successor that does not exist',
      '# 2. A\n\nStatus: superseded by [9](0009-c.md)\n',
      'decision 9 is not 0009-c.md',
    ],
    [
      'a successor of another number',
      '# 2. A\n\nStatus: superseded by [9](0001-b.md)\n',
      'decision 9 is not 0001-b.md',
    ],
    ['itself as successor', '# 2. A\n\nStatus: superseded by [2](0002-a.md)\n', 'decision 2 is not 0002-a.md'],
    ['no title', 'Status: accepted\n', 'the first line is not'],
  ])('refuses %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(`${path}: ${problem}`)])
  })

  it.each([
    ['accepted', 'Status: accepted'],
    ['superseded', 'Status: superseded by [1](0001-b.md)'],
    ['superseded in part', 'Status: accepted, superseded in part by [1](0001-b.md) (stores) and [1](0001-b.md)'],
  ])('may be %s', (_, status) => {
    expect(problemsOf(`# 2. A\n\n${status}\n\nText.\n`)).toEqual([])
  })
})

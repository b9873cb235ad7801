import { describe, expect, test } from 'vitest'
import { treeOf } from '../../../layers/ui/src/file-nodes.ts'
import { changedOnly, linesBetween } from '../../../layers/ui/src/line-diff.ts'

test('treeOf lists folders first, each level sorted by name', () => {
  const files = ['src/b.ts', 'README.md', 'src/http/a.ts', '.gitignore', 'docs/x.md'].map((path) => ({ path }))
  const [docs, src, gitignore, readme] = treeOf(files)
  expect(docs).toEqual({ name: 'docs', files: 1, nodes: [{ name: 'x.md', file: { path: 'docs/x.md' } }] })
  expect(src).toEqual({
    name: 'src',
    files: 2,
    nodes: [
      { name: 'http', files: 1, nodes: [{ name: 'a.ts', file: { path: 'src/http/a.ts' } }] },
      { name: 'b.ts', file: { path: 'src/b.ts' } },
    ],
  })
  expect([gitignore?.name, readme?.name]).toEqual(['.gitignore', 'README.md'])
  expect(treeOf([])).toEqual([])
})

/** A deterministic generator of pseudo-random numbers. */
const randomNumbers = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed
}

describe('linesBetween', () => {
  test('returns unchanged, removed and added lines', () => {
    expect(linesBetween('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'same', text: 'd' },
      { kind: 'added', text: 'e' },
    ])
  })

  test('reproduces both texts for random inputs', () => {
    const nextNumber = randomNumbers(36)
    const randomText = () => Array.from({ length: nextNumber() % 9 }, () => 'abcd'.charAt(nextNumber() % 4)).join('\n')
    for (let round = 0; round < 2_000; round++) {
      const before = randomText()
      const after = randomText()
      const lines = linesBetween(before, after)
      const linesWithout = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect(linesWithout('added').join('\n')).toBe(before)
      expect(linesWithout('removed').join('\n')).toBe(after)
    }
  })

  test('changedOnly returns changed lines with context', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const lines = linesBetween(before.join('\n'), before.with(10, 'changed').join('\n'))
    expect(changedOnly(lines).map(({ text }) => text)).toEqual([
      ...['… 8 unchanged lines', 'line 8', 'line 9', 'line 10', 'changed', 'line 11', 'line 12', '… 7 unchanged lines'],
    ])
    expect(changedOnly(linesBetween('a\nb', 'a\nb'))).toEqual([{ kind: 'same', text: '… 2 unchanged lines' }])
  })
})

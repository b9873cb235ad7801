import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseCommit, changedFiles } from '../../ci/changed-files.ts'

const HOUR_S = 3_600
const HEAD_TIME_S = 1_800_000_000

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signet-changed-'))
  git(['init', '-q', '-b', 'main'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (args: readonly string[], input?: string): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', input }).trim()

/** A commit: its changes in the format of `git fast-import`, and how many hours older than HEAD it is. */
type Commit = readonly [change: string, hours: number]

const additionOf = (file: string): string => `M 644 inline ${file}\ndata ${file.length}\n${file}\n`

/** Creates the commits of a branch, the oldest first, and returns their hashes. */
const createCommits = (...commits: readonly Commit[]): string[] => {
  const stream = commits.map(([change, hours]) => {
    const text = /^[MRD] /.test(change) ? change : additionOf(change)
    const committer = `committer a <a@example.org> ${HEAD_TIME_S - hours * HOUR_S} +0000`
    return `commit refs/heads/main\n${committer}\ndata 1\na\n${text}\n`
  })
  git(['-c', 'fastimport.unpackLimit=1000', 'fast-import', '--quiet'], stream.join(''))
  git(['reset', '-q', '--hard'])
  return git(['rev-list', '--reverse', 'main']).split('\n')
}
const base = (env = {}) => baseCommit({ root, env })
const changed = (env = {}) => changedFiles({ root, env })

describe('baseCommit', () => {
  test('returns the commit in CI_BASE, and undefined for an unknown commit', () => {
    const [first] = createCommits(['a.ts', 100], ['b.ts', 0])
    expect(base({ CI_BASE: 'HEAD~1' })).toBe(first)
    expect(base({ CI_BASE: 'unknown' })).toBeUndefined()
  })

  test('returns the merge base of a branch with origin/main', () => {
    const [, fork = ''] = createCommits(['a.ts', 200], ['b.ts', 2], ['c.ts', 1], ['d.ts', 0])
    git(['update-ref', 'refs/remotes/origin/main', fork])
    expect(base()).toBe(fork)
  })

  test('returns the last commit that is three days older than HEAD, if HEAD is origin/main', () => {
    const [, old] = createCommits(['a.ts', 200], ['b.ts', 73], ['c.ts', 71], ['d.ts', 0])
    git(['update-ref', 'refs/remotes/origin/main', 'main'])
    expect(base()).toBe(old)
    expect(changed()).toEqual(['c.ts', 'd.ts'])
  })

  test('returns undefined in a repository that is younger than three days', () => {
    createCommits(['a.ts', 71], ['b.ts', 0])
    expect(base()).toBeUndefined()
    expect(changed()).toBeUndefined()
  })
})

describe('changedFiles', () => {
  test('returns changed, renamed and deleted files, and uncommitted changes', () => {
    const files = ['gone.ts', 'old.ts', 'same.ts'].map((file): Commit => [file, 100])
    createCommits(...files, ['R old.ts new.ts\nD gone.ts\nM 644 inline ünter.ts\ndata 1\na\n', 0])
    writeFileSync(join(root, 'same.ts'), 'changed')
    expect(changed()?.toSorted()).toEqual(['gone.ts', 'new.ts', 'old.ts', 'same.ts', 'ünter.ts'])
  })

  test('returns an empty list if no file differs from the base', () => {
    createCommits(['a.ts', 100])
    expect(changed({ CI_BASE: 'HEAD' })).toEqual([])
  })

  test('returns undefined if git cannot compare with the base', () => {
    const [first = ''] = createCommits(['a.ts', 100], ['b.ts', 0])
    const tree = git(['rev-parse', `${first}^{tree}`])
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    expect(base({ CI_BASE: first })).toBe(first)
    expect(changed({ CI_BASE: first })).toBeUndefined()
  })
})

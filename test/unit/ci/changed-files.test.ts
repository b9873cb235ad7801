import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseCommit, changedFiles } from '../../ci/changed-files.ts'

const HOUR_S = 3_600
const HEAD_TIME_S = 1_800_000_000

let root = ''
let timeS = HEAD_TIME_S
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signet-changed-'))
  git('init', '-q')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: `${timeS} +0000` },
  }).trim()

/** Commits a file that is `hours` older than HEAD, and returns the commit. */
const commit = (file: string, hours: number): string => {
  timeS = HEAD_TIME_S - hours * HOUR_S
  writeFileSync(join(root, file), file)
  git('add', '-A')
  git('commit', '-qm', file)
  return git('rev-parse', 'HEAD')
}
const base = (env = {}) => baseCommit({ root, env })
const changed = (env = {}) => changedFiles({ root, env })

describe('baseCommit', () => {
  test('returns the commit in CI_BASE, and nothing for an unknown commit', () => {
    const first = commit('a.ts', 100)
    commit('b.ts', 0)
    expect(base({ CI_BASE: 'HEAD~1' })).toBe(first)
    expect(base({ CI_BASE: 'unknown' })).toBeUndefined()
  })

  test('returns the merge base of a branch with origin/main', () => {
    commit('a.ts', 200)
    const fork = commit('b.ts', 2)
    git('update-ref', 'refs/remotes/origin/main', fork)
    commit('c.ts', 1)
    commit('d.ts', 0)
    expect(base()).toBe(fork)
  })

  test('returns the last commit that is three days older than HEAD, if HEAD is origin/main', () => {
    commit('a.ts', 200)
    const old = commit('b.ts', 73)
    commit('c.ts', 71)
    git('update-ref', 'refs/remotes/origin/main', commit('d.ts', 0))
    expect(base()).toBe(old)
    expect(changed()).toEqual(['c.ts', 'd.ts'])
  })

  test('returns nothing in a repository that is younger than three days', () => {
    commit('a.ts', 71)
    commit('b.ts', 0)
    expect(base()).toBeUndefined()
    expect(changed()).toBeUndefined()
  })
})

describe('changedFiles', () => {
  test('returns changed, renamed and deleted files, and uncommitted changes', () => {
    for (const file of ['gone.ts', 'old.ts', 'same.ts']) commit(file, 100)
    git('mv', 'old.ts', 'new.ts')
    git('rm', '-q', 'gone.ts')
    commit('ünter.ts', 0)
    writeFileSync(join(root, 'same.ts'), 'changed')
    expect(changed()?.toSorted()).toEqual(['gone.ts', 'new.ts', 'old.ts', 'same.ts', 'ünter.ts'])
  })

  test('returns an empty list if no file differs from the base', () => {
    commit('a.ts', 100)
    expect(changed({ CI_BASE: 'HEAD' })).toEqual([])
  })

  test('returns undefined if git cannot compare with the base', () => {
    const first = commit('a.ts', 100)
    commit('b.ts', 0)
    const tree = git('rev-parse', `${first}^{tree}`)
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    expect(base({ CI_BASE: first })).toBe(first)
    expect(changed({ CI_BASE: first })).toBeUndefined()
  })
})

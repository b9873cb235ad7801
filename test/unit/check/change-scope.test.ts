import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { changedFiles, domainsOf, scopeOf } from '../../check/change-scope.ts'

const DOMAINS = ['flags', 'usage']

describe('scopeOf', () => {
  it.each([
    ['lambdas/flags/sets/flag-changes.ts', ['flags'], false],
    ['test/unit/usage/units.test.ts', ['usage'], false],
    ['test/api/flags/flags.test.ts', ['flags'], false],
    ['lib/domains/flags.ts', ['flags'], false],
    ['test/stories/flags.test.ts', ['flags'], false],
    ['test/stories/platform.test.ts', [], false],
    ['test/stories/triggers/queue.test.ts', [], false],
    ['test/ci/judges.ts', [], false],
    ['test/check/plan.ts', [], false],
    ['test/results/run.ts', [], false],
    ['test/mutants/run.ts', [], false],
    ['lib/services.ts', [], false],
    ['layers/kernel/src/clock.ts', [], true],
    ['lib/config.ts', [], true],
    ['bin/local.ts', [], true],
    ['lambdas/gone/api/app.ts', [], true],
    ['docs/events.md', [], false],
    ['test/infra/synth.ts', [], false],
    ['test/support/people.ts', [], true],
    ['package.json', [], true],
    ['vitest.config.ts', [], true],
  ])('%s: domains %j, shared: %s', (file, domains, isShared) => {
    expect(scopeOf([file], DOMAINS)).toEqual({ files: [file], domains, shared: isShared ? [file] : [] })
  })

  it('returns each domain once, in the order of the domains', () => {
    const files = ['lambdas/usage/api/app.ts', 'lambdas/flags/api/app.ts', 'test/unit/flags/a.test.ts']
    expect(scopeOf(files, DOMAINS).domains).toEqual(DOMAINS)
  })
})

describe('changedFiles and domainsOf', () => {
  let root = ''
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root })

  it('returns changed, new and deleted files, without ignored ones', () => {
    root = mkdtempSync(join(tmpdir(), 'signet-scope-'))
    git('init', '-q')
    write('.gitignore', 'dist\n')
    for (const path of ['same.ts', 'changed.ts', 'gone.ts']) write(path, '1')
    git('add', '-A')
    git('commit', '-qm', 'before')
    for (const path of ['changed.ts', 'new/ünter.ts', 'dist/made.ts']) write(path, '2')
    rmSync(join(root, 'gone.ts'))
    expect(changedFiles(root, 'HEAD')).toEqual(['changed.ts', 'gone.ts', 'new/ünter.ts'])
  })

  it('returns both paths of a renamed file', () => {
    root = mkdtempSync(join(tmpdir(), 'signet-scope-'))
    git('init', '-q')
    write('old.ts', 'the same text in both files')
    git('add', '-A')
    git('commit', '-qm', 'before')
    git('mv', 'old.ts', 'new.ts')
    expect(changedFiles(root, 'HEAD')).toEqual(['new.ts', 'old.ts'])
  })

  it('returns the folders that have a service', () => {
    root = mkdtempSync(join(tmpdir(), 'signet-scope-'))
    write('lambdas/flags/contract/service.ts', '')
    write('lambdas/empty/notes.ts', '')
    expect(domainsOf(root)).toEqual(['flags'])
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '@signet/evidence/command-line'
import { afterAll, describe, expect, it } from 'vitest'
import { EEAT, verdictOf } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const run = async (...argv: string[]) => {
  const output = { out: '', err: '' }
  const status = await commandLine(argv, {
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
  })
  return { status, ...output }
}

const TEXT = file('text.md', '# Bread\n\nIt rose.\n\nIt is the best bread in the world.\n')

describe('evidence check', () => {
  it('reports each gap with line and column, and fails for a critical one', async () => {
    const { status, out } = await run('check', TEXT)
    expect(status).toBe(1)
    expect(out).toContain(`${TEXT}:5:7  major    TRU-02  A superlative or a guarantee has no source.`)
    expect(out).toMatch(/\d+ of 100 by eeat-core@2026\.11\.1, \d+ gaps\n$/)
  })

  it.each([
    ['never', 0],
    ['critical', 0],
    ['minor', 1],
  ])('--fail-on %s exits with %i for a text without critical gaps', async (level, status) => {
    const withAuthor = file('named.md', '---\nauthor: Ada Kay\n---\n\nIt rose.\n')
    expect((await run('check', withAuthor, '--fail-on', level)).status).toBe(status)
  })

  it('reads front matter as content', async () => {
    const text = '---\ntitle: "Bread"\nauthor: Ada Kay\ndate: 2026-10-01\ndomains: [food, legal]\n---\n\nIt rose.\n'
    const { out } = await run('check', file('front.md', text), '--json')
    const [{ gaps, active }] = JSON.parse(out)
    const ids = gaps.map(({ requirementId }: { requirementId: string }) => requirementId)
    expect([ids.includes('XPT-01'), ids.includes('TRU-04'), active.includes('TRU-08')]).toEqual([false, false, true])
  })

  it('accepts content in the format of the API, with the same score', async () => {
    const content = { body: 'I weighed 31 loaves.', authorName: 'Ada Kay' }
    const { out } = await run('check', file('content.json', JSON.stringify(content)), '--json', '--fail-on', 'never')
    expect(JSON.parse(out)[0]).toMatchObject({ ...verdictOf(content) })
  })

  it('writes GitHub annotations, and SARIF with every rule and position', async () => {
    const { out } = await run('check', TEXT, '--github')
    expect(out).toMatch(/^::warning file=.*,line=5,col=7,title=TRU-02::A superlative/m)
    const sarif = JSON.parse((await run('check', TEXT, '--sarif')).out)
    const [{ tool, results }] = sarif.runs
    expect([sarif.version, tool.driver.rules.length]).toEqual(['2.1.0', EEAT.requirements.length])
    const boast = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'TRU-02')
    expect(boast.locations[0].physicalLocation.region).toEqual({
      startLine: 5,
      startColumn: 7,
      endLine: 5,
      endColumn: 15,
    })
  })

  it('accepts a policy file', async () => {
    const { id: _, ...policy } = { ...EEAT, requirements: EEAT.requirements.slice(0, 1) }
    const policyFile = file('own.json', JSON.stringify({ id: 'mine', ...policy }))
    expect((await run('check', TEXT, '--policy', policyFile)).out).toContain('0 of 100 by mine@2026.11.1, 1 gap\n')
  })

  it.each([
    ['no file', ['check'], 'check requires a file'],
    ['a missing file', ['check', join(folder, 'none.md')], 'cannot be read: ENOENT'],
    ['invalid JSON', ['check', file('bad.json', '{')], 'is not valid JSON'],
    ['content without a body', ['check', file('empty.json', '{}')], 'requires a body'],
    ['an unknown policy', ['check', TEXT, '--policy', 'moon'], 'The policy moon does not exist'],
    [
      'a policy without requirements',
      ['check', TEXT, '--policy', file('none.json', '{"version":"2026.11.1"}')],
      'name',
    ],
    ['an unknown level', ['check', TEXT, '--fail-on', 'moon'], '--fail-on must be critical, major, minor or never'],
    ['an unknown option', ['check', TEXT, '--moon'], "Unknown option '--moon'"],
    ['an unknown command', ['moon'], 'The command moon does not exist'],
  ])('%s exits with 2 and an instruction', async (_, argv, message) => {
    const { status, err } = await run(...argv)
    expect([status, err.includes(message)]).toEqual([2, true])
  })

  it('lists policies and prints help', async () => {
    expect((await run('policies')).out).toMatch(/^eeat-core@2026\.11\.1 /)
    expect(JSON.parse((await run('policies', '--json')).out)).toHaveLength(3)
    expect([(await run('--help')).status, (await run()).status]).toEqual([0, 2])
  })
})

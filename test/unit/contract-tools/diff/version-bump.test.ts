import { checkBump, diff, requiredBump } from '@signet/contract-tools/diff'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ticket } from './sample-versions.ts'

type Semver = `${number}.${number}.${number}`

const versionWith = {
  patch: (version: Semver) => ticket({ version, description: 'Other words.' }),
  minor: (version: Semver) => ticket({ version, fields: { note: z.string() } }),
  major: (version: Semver) => ticket({ version, events: { started: z.object({}) }, operation: { emits: ['started'] } }),
}

describe('requiredBump', () => {
  it('returns the highest level among the changes; undefined without changes', () => {
    expect(requiredBump([])).toBeUndefined()
    expect(requiredBump(diff(ticket(), versionWith.patch('1.0.0')))).toBe('patch')
    expect(requiredBump(diff(ticket(), versionWith.minor('1.0.0')))).toBe('minor')
    expect(requiredBump(diff(ticket(), versionWith.major('1.0.0')))).toBe('major')
    const closeEmitting = ticket({ close: { emits: ['opened'] } })
    expect(requiredBump(diff(closeEmitting, ticket()))).toBe('major')
  })
})

describe('checkBump', () => {
  it.each([
    ['patch', '1.2.3', '1.2.4', undefined],
    ['patch', '1.2.3', '2.0.0', undefined],
    ['minor', '1.2.3', '1.3.0', undefined],
    ['minor', '1.2.3', '1.2.4', 'bump-too-small'],
    ['major', '1.2.3', '2.0.0', undefined],
    ['major', '1.2.3', '1.3.0', 'bump-too-small'],
    ['major', '1.2.3', '1.2.3', 'version-not-bumped'],
    ['patch', '1.2.3', '1.2.3', 'version-not-bumped'],
    ['patch', '1.2.3', '1.2.2', 'version-decreased'],
    ['major', '1.2.3', '0.9.9', 'version-decreased'],
    ['major', '0.2.3', '0.3.0', undefined],
    ['major', '0.2.3', '0.2.4', 'bump-too-small'],
    ['major', '0.2.3', '1.0.0', undefined],
    ['minor', '0.2.3', '0.2.4', undefined],
    ['minor', '0.2.3', '0.2.3', 'version-not-bumped'],
  ] as const)('judges a %s change from %s to %s', (level, from, to, rule) => {
    const { problem } = checkBump(ticket({ version: from }), versionWith[level](to))
    expect(problem?.rule).toBe(rule)
  })

  it('names the smallest sufficient version', () => {
    const messageOf = (level: keyof typeof versionWith, from: Semver, to: Semver) =>
      checkBump(ticket({ version: from }), versionWith[level](to)).problem?.message
    expect(messageOf('major', '1.2.3', '1.2.4')).toMatch(/need a major step; make it 2\.0\.0$/)
    expect(messageOf('major', '0.2.3', '0.2.4')).toMatch(/need a minor step; make it 0\.3\.0$/)
    expect(messageOf('minor', '1.2.3', '1.2.3')).toMatch(/still 1\.2\.3; make it 1\.3\.0$/)
    expect(messageOf('patch', '1.2.3', '1.2.1')).toMatch(/a version only increases: make it 1\.2\.4 or higher$/)
  })

  it('accepts an equal or higher version without changes', () => {
    expect(checkBump(ticket(), ticket()).problem).toBeUndefined()
    expect(checkBump(ticket(), ticket({ version: '1.0.1' })).problem).toBeUndefined()
    expect(checkBump(ticket({ version: '1.0.1' }), ticket()).problem?.rule).toBe('version-decreased')
  })
})

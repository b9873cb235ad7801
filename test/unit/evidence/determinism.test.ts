import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

const PROGRAM = `
import { findPolicy, POLICIES, validate } from '@signet/evidence'
const body = 'By Ada Kay\\n\\nİ weighed 1,234 loaves on 2 January 2026; waste fell from 19 kg to 8 kg. “It rose all night long, İstanbul,” said Ann Lee, head baker.\\n\\n| a | 12% |\\n'
process.stdout.write(JSON.stringify(POLICIES.map((policy) => validate({ body, domains: ['medical'] }, policy))))
`

const verdictUnder = (environment: Readonly<Record<string, string>>): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...environment },
  })

describe('verdict', () => {
  it('has the same bytes in every time zone and locale', () => {
    const first = verdictUnder({ TZ: 'UTC', LANG: 'C' })
    expect(first).toContain('"policyVersion":"eeat-core@2026.11.1"')
    const environments: readonly Readonly<Record<string, string>>[] = [
      { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'America/Los_Angeles', LANG: 'de_DE.UTF-8', NODE_ICU_DATA: join(ROOT, 'none') },
    ]
    expect(environments.map(verdictUnder)).toEqual([first, first])
  })
})

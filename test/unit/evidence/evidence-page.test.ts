import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { POLICIES } from '@signet/evidence'
import { expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

it('docs/evidence.md lists exactly the requirements of all policies', () => {
  const page = readFileSync(join(ROOT, 'docs/evidence.md'), 'utf8')
  const rows = POLICIES.flatMap(({ requirements }) =>
    requirements.map(({ id, pillar, severity, description }) => `| ${id} | ${pillar} | ${severity} | ${description} |`),
  )
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
  expect(page.match(/^\| [A-Z]{3}-\d\d \|/gm)).toHaveLength(rows.length)
  for (const { id, version } of POLICIES) expect(page).toContain(`\`${id}@${version}\``)
})

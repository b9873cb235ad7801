import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { synthesize } from '../infra/synth.ts'
import { KEY_PREFIXES } from './bundle-budgets.ts'
import { tablePage } from './table-page.ts'
import { ROOT } from './tracked-files.ts'

describe('docs/table.md', () => {
  it('is what the key builders and the templates say; run this with -u after a change', async () => {
    const page = await tablePage(synthesize('test'))
    for (const prefix of KEY_PREFIXES) expect(page).toContain(`\`${prefix}`)
    await expect(page).toMatchFileSnapshot(join(ROOT, 'docs/table.md'))
  })
})

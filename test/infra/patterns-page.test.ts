import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { patternsPage } from './patterns-page.ts'

describe('docs/runtime/patterns.md', () => {
  it('contains the patterns; run npm run pages after a change', async () => {
    await expect(patternsPage()).toMatchFileSnapshot(join(ROOT, 'docs/runtime/patterns.md'))
  })
})

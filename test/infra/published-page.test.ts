import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { publishedPage } from './published-page.ts'

describe('docs/runtime/contracts.md', () => {
  it('lists the published contracts of the runtime; npm run contracts:publish writes it', async () => {
    await expect(publishedPage()).toMatchFileSnapshot(join(ROOT, 'docs/runtime/contracts.md'))
  })
})

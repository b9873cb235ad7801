import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { abilitiesPage } from './abilities-page.ts'

describe('docs/abilities.md', () => {
  it('lists the abilities of the layer; run npm run pages after a change', async () => {
    await expect(abilitiesPage()).toMatchFileSnapshot(join(ROOT, 'docs/abilities.md'))
  })
})

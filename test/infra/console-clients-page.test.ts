import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { CALLED, clientOfService } from './console-clients.ts'

describe('the clients of the console', () => {
  it.each(CALLED)('are what the contracts of %s say; run npm run pages after a change', async (name) => {
    const file = join(ROOT, `lambdas/console/client/clients/${name}.ts`)
    await expect(clientOfService(name)).toMatchFileSnapshot(file)
  })
})

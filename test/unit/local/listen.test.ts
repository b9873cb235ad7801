import { describe, expect, it } from 'vitest'
import { PortRefused, refuseBlockedPorts } from '../../../lib/local/listen.ts'
import { startStack } from '../../../lib/local/stack.ts'

describe('ports of a stack', () => {
  it.each([6000, 5990])(
    'from %i on are refused before anything starts: browsers and fetch ask no port 6000',
    async (port) => {
      const refused = startStack({ port })
      await expect(refused).rejects.toThrow(PortRefused)
      await expect(refused).rejects.toThrow('Port 6000')
    },
  )

  it('are taken where browsers ask them', async () => {
    await expect(refuseBlockedPorts([4000, 5700, 65_530])).resolves.toBeUndefined()
  })
})

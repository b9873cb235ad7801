import { describe, expect, it } from 'vitest'
import { assertPortsAllowed, PortBlockedError } from '../../../lib/local/listen.ts'
import { startStack } from '../../../lib/local/stack.ts'

describe('ports of a stack', () => {
  it.each([6000, 5990])(
    'ports from %i are rejected before anything starts, because browsers and fetch block port 6000',
    async (port) => {
      const startup = startStack({ port })
      await expect(startup).rejects.toThrow(PortBlockedError)
      await expect(startup).rejects.toThrow('port 6000')
    },
  )

  it('ports that browsers permit are accepted', async () => {
    await expect(assertPortsAllowed([4000, 5700, 65_530])).resolves.toBeUndefined()
  })
})

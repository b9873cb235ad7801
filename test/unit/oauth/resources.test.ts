import { resourceTable } from '@signet/identity/oauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audiencesOf } from '../../../lambdas/image-mcp/oauth/audiences.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let table: ReturnType<typeof resourceTable>
beforeEach(() => {
  table = resourceTable({ db: world.db, table: TABLE, now: () => new Date() })
})

const gateway = (n: number): string => `https://gateway-${n}.example`

describe('resource servers that register themselves', () => {
  it('appear once after registering, and all appear after concurrent registrations', async () => {
    expect(await table.read('runtime')).toEqual([])
    await Promise.all([1, 2, 3].map((n) => table.publish('runtime', gateway(n))))
    await table.publish('runtime', gateway(2))
    expect([...(await table.read('runtime'))].sort()).toEqual([1, 2, 3].map(gateway))
    expect(await table.read('images')).toEqual([])
  })

  it('include only the last eight addresses', async () => {
    for (let n = 4; n < 20; n++) await table.publish('runtime', gateway(n))
    expect(await table.read('runtime')).toEqual(Array.from({ length: 8 }, (_, i) => gateway(19 - i)))
  })

  it('become audiences after the configured ones, by kind', async () => {
    const audiences = audiencesOf({ images: 'https://Images.example/', resources: { read: async () => [gateway(1)] } })
    expect(await audiences('https://agents.example/')).toEqual([
      { address: 'https://agents.example', kind: 'images' },
      { address: 'https://images.example', kind: 'images' },
      { address: gateway(1), kind: 'runtime' },
    ])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABILITIES } from '../../../layers/kernel/src/abilities/abilities.ts'
import type { LocalStandIn } from '../../../layers/kernel/src/abilities/ability.ts'
import { openWorld, removeDir, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

/** Checks whether the embedded AWS supports the service of a request's signature. */
const isSupported = async (service: string): Promise<boolean> => {
  const authorization = `AWS4-HMAC-SHA256 Credential=a/20261122/us-east-1/${service}/aws4_request`
  const response = await fetch(`${world.aws.endpoint}/`, { method: 'POST', headers: { authorization }, body: '{}' })
  return !(await response.text()).includes('has no service')
}

const standIns: readonly (readonly [string, LocalStandIn])[] = Object.entries(ABILITIES).map(([name, { local }]) => [
  name,
  local,
])
const services = standIns.flatMap(([name, local]) => ('service' in local ? [[name, local.service] as const] : []))

describe('local support of abilities', () => {
  it.each(services)('the ability %s is served by the embedded service %s', async (_, service) => {
    expect(await isSupported(service)).toBe(true)
  })

  it('an unsupported service is reported as such', async () => {
    expect(await isSupported('comprehend')).toBe(false)
  })
})

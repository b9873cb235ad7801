import { DEPARTURE_DUE, EXPORT_DUE } from '@signet/erasure/access'
import { describe, expect, it } from 'vitest'
import { type PlatformService, SERVICES } from '../../lib/services.ts'

/** Services that promise to erase and do not listen, or listen and promise nothing. */
const unkept = (services: readonly PlatformService[]): readonly string[] =>
  services.flatMap(({ service: { name, departures }, access }) => {
    const listens = Object.values(access).some(({ subscribes }) => subscribes?.types.includes(DEPARTURE_DUE))
    if ('erases' in departures === listens) return []
    return [
      listens ? `${name} erases, and its service does not say what` : `${name} says that it erases: no function does`,
    ]
  })

const service = (name: string): PlatformService => {
  const known = SERVICES.find((each) => each.service.name === name)
  if (!known) throw new Error(`There is no service ${name}`)
  return known
}

describe('departures', () => {
  it('are answered by every service that keeps something', () => {
    expect(SERVICES.filter(({ service: { departures } }) => 'erases' in departures).length).toBeGreaterThan(5)
    expect(unkept(SERVICES)).toEqual([])
  })

  it('of a service that only promises are found', () => {
    const flags = service('flags')
    const planted = { ...flags, access: { api: flags.access.api as never } }
    expect(unkept([planted])).toEqual(['flags says that it erases: no function does'])
    const silent = { ...flags, service: { ...flags.service, departures: { nothing: 'nothing' } } }
    expect(unkept([silent])).toEqual(['flags erases, and its service does not say what'])
  })
})

/** Services that promise a part of exports and have no function for it, or the other way round. */
const unexported = (services: readonly PlatformService[]): readonly string[] =>
  services.flatMap(({ service: { name, exports }, access }) => {
    const listens = Object.values(access).some(({ subscribes }) => subscribes?.types.includes(EXPORT_DUE))
    return 'takes' in exports === listens ? [] : [`${name} says ${'takes' in exports ? 'takes' : 'nothing'} of exports`]
  })

describe('exports of accounts', () => {
  it('have a part of every service that keeps something of a person', () => {
    expect(SERVICES.filter(({ service: { exports } }) => 'takes' in exports).length).toBeGreaterThan(5)
    expect(unexported(SERVICES)).toEqual([])
  })

  it('of a service that only promises are found', () => {
    const flags = service('flags')
    expect(unexported([{ ...flags, access: { api: flags.access.api as never } }])).toEqual([
      'flags says takes of exports',
    ])
  })
})

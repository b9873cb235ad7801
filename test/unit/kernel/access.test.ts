import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  defineAccess,
  type EnvironmentOf,
  environmentOf,
  rowsOf,
  variablesOf,
} from '../../../layers/kernel/src/access.ts'

const access = defineAccess({
  api: {
    description: 'Does everything',
    memoryMb: 256,
    timeoutSeconds: 29,
    serves: ['things'],
    settings: ['STAGE'],
    rows: { THING: ['get', 'put'] },
    indexes: ['gsi1'],
    bucket: { name: 'things', objects: { 'img/': ['get'] } },
    queues: ['jobs', 'priority-jobs'],
    machines: ['jobs'],
    secrets: { read: ['pepper'], describe: ['provider-a'] },
    keeps: { 'of-tenants': ['create', 'read', 'delete'] },
    sessions: true,
    invokes: ['images-credits'],
    events: true,
    languageModel: true,
  },
  idle: { description: 'Does nothing', memoryMb: 256, timeoutSeconds: 1 },
})

const VARIABLES = [
  ...['TABLE_NAME', 'BUCKET_NAME', 'SESSION_ISSUER', 'SESSION_CLIENT_ID', 'EVENT_BUS_NAME', 'PROMPT_MODEL'],
  ...[
    'PUBLIC_URL',
    'CORS_ORIGINS',
    'EDGE',
    'CLIENT_ADDRESS_HEADER',
    'STAGE',
    'JOBS_QUEUE_URL',
    'PRIORITY_JOBS_QUEUE_URL',
    'JOBS_MACHINE_ARN',
  ],
  ...['PEPPER_SECRET', 'PROVIDER_A_SECRET', 'OF_TENANTS_STORE', 'IMAGES_CREDITS_FUNCTION'],
]

describe('the variables of a function', () => {
  it('follow from what it touches', () => {
    expect(variablesOf(access.api)).toEqual(VARIABLES)
    expect(variablesOf(access.idle)).toEqual([])
  })

  it('are handed to its handler under these names, and no others', () => {
    const given = Object.fromEntries(VARIABLES.map((name) => [name, name.toLowerCase()]))
    expect(environmentOf(access.api, { ...given, OTHER: 'x' })).toEqual(given)
    expect(environmentOf(access.idle, { OTHER: 'x' })).toEqual({})
  })

  it('are known to the compiler', () => {
    type Env = EnvironmentOf<typeof access.api>
    expectTypeOf<Env['PRIORITY_JOBS_QUEUE_URL']>().toEqualTypeOf<string>()
    expectTypeOf<Env['PROVIDER_A_SECRET']>().toEqualTypeOf<string>()
    expectTypeOf<Env['OF_TENANTS_STORE']>().toEqualTypeOf<string>()
    expectTypeOf<Env['IMAGES_CREDITS_FUNCTION']>().toEqualTypeOf<string>()
    expectTypeOf<Env['PUBLIC_URL']>().toEqualTypeOf<string>()
    // @ts-expect-error: nothing in the access asks for it
    type Unknown = Env['OTHER']
    expectTypeOf<keyof EnvironmentOf<typeof access.idle>>().toEqualTypeOf<never>()
    expectTypeOf<Unknown>().not.toBeString()
  })

  it('of callers are those of keys, of sessions and of calls by the platform', () => {
    const { api } = defineAccess({ api: { ...access.idle, callers: 'plat_', platformCalls: 'things' } })
    expect(variablesOf(api)).toEqual([
      ...['TABLE_NAME', 'SESSION_ISSUER', 'SESSION_CLIENT_ID', 'PEPPER_SECRET'],
      'PLATFORM_CALLS_SECRET',
    ])
    expectTypeOf<EnvironmentOf<typeof api>['PLATFORM_CALLS_SECRET']>().toEqualTypeOf<string>()
    expect(variablesOf({ kms: { sign: ['receipts', 'key-lists'] } })).toEqual(['RECEIPTS_KEY_ID', 'KEY_LISTS_KEY_ID'])
  })

  it('that may be without a value are there if they have one, and are not missed', () => {
    const { search } = defineAccess({ search: { ...access.idle, collection: { verbs: ['read'], rows: {} } } })
    expect(environmentOf(search, {})).toEqual({})
    expect(environmentOf(search, { COLLECTION_URL: 'https://c.example' })).toEqual({
      COLLECTION_URL: 'https://c.example',
    })
    expectTypeOf<EnvironmentOf<typeof search>['COLLECTION_URL']>().toEqualTypeOf<string | undefined>()
  })

  it('do not follow from a misspelt ability, which does not compile', () => {
    // @ts-expect-error: it is called events
    const declared = () => defineAccess({ api: { ...access.idle, event: true } })
    expect(declared).toBeTypeOf('function')
  })

  it('that are missing are named together', () => {
    expect(() => environmentOf(access.api, { TABLE_NAME: 't', BUCKET_NAME: '' })).toThrow(
      /lacks BUCKET_NAME, SESSION_ISSUER.*IMAGES_CREDITS_FUNCTION, which its access requires/,
    )
  })
})

describe('rights on rows', () => {
  it('are those of the access and of its abilities together', () => {
    expect(rowsOf({ rows: { KEY: ['put', 'get'], THING: ['query'] }, callers: 'plat_' })).toEqual({
      KEY: ['put', 'get', 'update'],
      THING: ['query'],
      RATE: ['update'],
      SESSION: ['get'],
    })
    expect(rowsOf({ agents: 'gen_' })).toEqual({ KEY: ['get', 'update'], RATE: ['update'] })
    expect(rowsOf(access.idle)).toEqual({})
  })
})

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
    vaults: { 'tenant-secrets': ['create', 'read', 'delete'] },
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
  ...['PEPPER_SECRET', 'PROVIDER_A_SECRET', 'TENANT_SECRETS_STORE', 'IMAGES_CREDITS_FUNCTION'],
]

describe('the variables of a function', () => {
  it('variables follow from the resources in the access', () => {
    expect(variablesOf(access.api)).toEqual(VARIABLES)
    expect(variablesOf(access.idle)).toEqual([])
  })

  it('the handler gets exactly these variables, by name', () => {
    const values = Object.fromEntries(VARIABLES.map((name) => [name, name.toLowerCase()]))
    expect(environmentOf(access.api, { ...values, OTHER: 'x' })).toEqual(values)
    expect(environmentOf(access.idle, { OTHER: 'x' })).toEqual({})
  })

  it('the compiler knows the variables', () => {
    type Env = EnvironmentOf<typeof access.api>
    expectTypeOf<Env['PRIORITY_JOBS_QUEUE_URL']>().toEqualTypeOf<string>()
    expectTypeOf<Env['PROVIDER_A_SECRET']>().toEqualTypeOf<string>()
    expectTypeOf<Env['TENANT_SECRETS_STORE']>().toEqualTypeOf<string>()
    expectTypeOf<Env['IMAGES_CREDITS_FUNCTION']>().toEqualTypeOf<string>()
    expectTypeOf<Env['PUBLIC_URL']>().toEqualTypeOf<string>()
    // @ts-expect-error: the access does not include it
    type Unknown = Env['OTHER']
    expectTypeOf<keyof EnvironmentOf<typeof access.idle>>().toEqualTypeOf<never>()
    expectTypeOf<Unknown>().not.toBeString()
  })

  it('`callers` has the variables of keys, sessions and platform calls', () => {
    const { api } = defineAccess({ api: { ...access.idle, callers: { keyPrefix: 'plat_' }, platformCalls: 'things' } })
    expect(variablesOf(api)).toEqual([
      ...['TABLE_NAME', 'SESSION_ISSUER', 'SESSION_CLIENT_ID', 'PEPPER_SECRET'],
      'PLATFORM_CALLS_SECRET',
    ])
    expectTypeOf<EnvironmentOf<typeof api>['PLATFORM_CALLS_SECRET']>().toEqualTypeOf<string>()
    expect(variablesOf({ kms: { sign: ['receipts', 'key-lists'] } })).toEqual(['RECEIPTS_KEY_ID', 'KEY_LISTS_KEY_ID'])
  })

  it('an optional variable is included if it has a value, and is not required', () => {
    const { search } = defineAccess({ search: { ...access.idle, collection: { verbs: ['read'], rows: {} } } })
    expect(environmentOf(search, {})).toEqual({})
    expect(environmentOf(search, { COLLECTION_URL: 'https://c.example' })).toEqual({
      COLLECTION_URL: 'https://c.example',
    })
    expectTypeOf<EnvironmentOf<typeof search>['COLLECTION_URL']>().toEqualTypeOf<string | undefined>()
  })

  it('a misspelled ability does not compile', () => {
    // @ts-expect-error: it is called events
    const declared = () => defineAccess({ api: { ...access.idle, event: true } })
    expect(declared).toBeTypeOf('function')
  })

  it('one error names all missing variables', () => {
    expect(() => environmentOf(access.api, { TABLE_NAME: 't', BUCKET_NAME: '' })).toThrow(
      /lacks BUCKET_NAME, SESSION_ISSUER.*IMAGES_CREDITS_FUNCTION, which its access requires/,
    )
  })
})

describe('rights on rows', () => {
  it('rights combine those of the access and of its abilities', () => {
    expect(rowsOf({ rows: { KEY: ['put', 'get'], THING: ['query'] }, callers: { keyPrefix: 'plat_' } })).toEqual({
      KEY: ['put', 'get', 'update'],
      THING: ['query'],
      RATE: ['update'],
      SESSION: ['get'],
    })
    expect(rowsOf({ agents: { keyPrefix: 'gen_' } })).toEqual({ KEY: ['get', 'update'], RATE: ['update'] })
    expect(rowsOf(access.idle)).toEqual({})
  })
})

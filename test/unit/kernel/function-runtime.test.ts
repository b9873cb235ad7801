import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { authenticatedApp } from '@signet/identity'
import { apiApp, type FunctionRuntime, scheduleFunction, secretsClient, tableClient } from '@signet/kernel'
import { type ClientsOf, defineAccess } from '@signet/kernel/access'
import { apiFunction } from '@signet/kernel/api-function'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'

const size = { description: 'Works', memoryMb: 256, timeoutSeconds: 10 }
const access = defineAccess({
  invoked: { ...size },
  rich: {
    ...size,
    schedule: { every: 'day' },
    settings: ['STAGE'],
    rows: { THING: ['get'] },
    secrets: { read: ['pepper'] },
    events: true,
  },
})

const context = (ms = 5_000) => ({ awsRequestId: 'run-1', getRemainingTimeInMillis: () => ms }) as never

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
  const write = (text: string) =>
    lines.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ message }) => message !== 'span'),
    ) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => write(String(text)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('worker runtime', () => {
  const variables = { TABLE_NAME: 't', PEPPER_SECRET: 'p', EVENT_BUS_NAME: 'b', STAGE: 'dev', OTHER: 'x' }
  const clients = {
    db: tableClient(),
    secrets: secretsClient(),
    eventBridge: { send: vi.fn() } as unknown as EventBridgeClient,
  }

  it('the runtime contains what the access requires, and only the variables of the access', async () => {
    const handler = scheduleFunction({
      name: 'things-rich',
      access: access.rich,
      variables,
      clients,
      build: (runtime) => async () => {
        runtime.metrics.record('Things', 1)
        runtime.log.info('ran')
        const { env, table, db, secrets } = runtime
        return { env, table, isDb: db === clients.db, isSecrets: secrets === clients.secrets.client }
      },
    })
    expect(await handler({}, context())).toEqual({
      env: { TABLE_NAME: 't', PEPPER_SECRET: 'p', EVENT_BUS_NAME: 'b', STAGE: 'dev' },
      table: 't',
      isDb: true,
      isSecrets: true,
    })
    expect(lines).toEqual([
      expect.objectContaining({ stage: 'dev', function: 'things-rich', Things: 1 }),
      expect.objectContaining({ message: 'ran', function: 'things-rich' }),
    ])
  })

  it('missing variables prevent the creation of a function', () => {
    const build = () => async () => undefined
    expect(() =>
      scheduleFunction({ name: 'things-rich', access: access.rich, variables: { STAGE: 'dev' }, clients, build }),
    ).toThrow(/lacks TABLE_NAME, EVENT_BUS_NAME, PEPPER_SECRET/)
  })

  it('missing clients, or the trigger of another access, do not compile', () => {
    const build = () => async () => undefined
    const { eventBridge: _none, ...without } = clients
    const declared = [
      // @ts-expect-error: events are put by a client
      () => scheduleFunction({ name: 'things-rich', access: access.rich, variables, build }),
      // @ts-expect-error: eventBridge is missing
      () => scheduleFunction({ name: 'things-rich', access: access.rich, variables, clients: without, build }),
      // @ts-expect-error: nothing runs it on a schedule
      () => scheduleFunction({ name: 'things-invoked', access: access.invoked, variables, build }),
    ]
    expect(declared).toHaveLength(3)
    expectTypeOf<ClientsOf<typeof access.rich>>().toHaveProperty('eventBridge').toEqualTypeOf<EventBridgeClient>()
    expectTypeOf<ClientsOf<typeof access.invoked>>().not.toHaveProperty('sqs')
    expectTypeOf<FunctionRuntime<typeof access.invoked>>().not.toHaveProperty('db')
    expectTypeOf<FunctionRuntime<typeof access.rich>>().toHaveProperty('pepper')
  })
})

describe('API function', () => {
  const api = { ...size, serves: ['things'] } as const

  it('missing clients of the access do not compile; table and secrets are always included', () => {
    const variables = {}
    const load = async () => ({ app: apiApp(() => ({ routes: [] })) })
    const declared = [
      // @ts-expect-error: eventBridge is missing
      () => apiFunction({ name: 'things-api', access: { ...api, events: true }, variables, load }),
      () => apiFunction({ name: 'things-api', access: { ...api, rows: { THING: ['get'] } }, variables, load }),
    ]
    expect(declared).toHaveLength(2)
  })

  it('an access with callers but without authentication does not compile', () => {
    const named = defineAccess({ api: { ...api, callers: { keyPrefix: 'plat_' } } })
    const declared = [
      // @ts-expect-error: callers are missing; authenticatedApp brings them
      () => apiApp<typeof named.api>(() => ({ routes: [] })),
      () => authenticatedApp<typeof named.api>(() => ({ routes: [] })),
    ]
    expect(declared).toHaveLength(2)
  })
})

import { defineService, endpoint } from '@signet/contracts'
import { defineAccess } from '@signet/kernel/access'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Platform } from '../../lib/create-stacks.ts'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { openApiDocuments } from '../../lib/openapi.ts'
import { functionRoutes, type PlatformService, SERVICES, servedApis } from '../../lib/services.ts'
import { apiRoutes } from '../support/api-routes.ts'
import { methodsOf, openApp, synthesize } from './synth.ts'

const okResponse = { responses: { 200: { description: 'Done', schema: z.object({ ok: z.boolean() }) } } }
const sendMessage = endpoint({
  name: 'sendMessage',
  description: 'Takes a message.',
  tags: ['letterbox'],
  route: 'POST /api/letterbox',
  authority: 'open',
  request: { body: z.strictObject({ text: z.string() }) },
  ...okResponse,
})
const listMessages = endpoint({
  name: 'listMessages',
  description: 'Lists messages.',
  tags: ['letterbox'],
  route: 'GET /api/letterbox',
  authority: 'scope:letterbox:read',
  ...okResponse,
})

const service = defineService({
  name: 'letterbox',
  api: 'gateway',
  title: 'Letterbox',
  description: 'Messages of visitors.',
  tags: { letterbox: 'Messages' },
  scopes: { 'letterbox:read': { holder: 'operator', description: 'Read messages' } },
  erasure: { none: 'it stores nothing' },
  contracts: [
    { name: 'letterbox', version: '1.0.0', description: 'Messages.', endpoints: [sendMessage, listMessages] },
  ],
  rows: [
    {
      name: 'Message',
      prefix: 'LETTERBOX#',
      keyTemplates: { pk: 'LETTERBOX#<day>', sk: '<message>' },
      retention: '30 days',
      owner: 'platform',
    },
  ],
})
const access = defineAccess({
  api: {
    description: 'Takes and lists messages of visitors',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['letterbox'],
    settings: ['STAGE'],
    rows: { LETTERBOX: ['put', 'query'] },
    invokes: ['images-credits'],
    events: true,
  },
})
/** The access without its calls to other services. */
const { invokes: _, ...accessWithoutCalls } = access.api
const letterbox: PlatformService = { service, access }
/** All services except the one whose API the new domain uses. */
const OTHERS = SERVICES.filter(({ service: { name } }) => name !== 'agent-gateway')
const platform: Platform = { services: [...OTHERS, letterbox], parts: DOMAIN_PARTS }

describe('a domain of routes and rows', () => {
  it('deploys from its service and its access alone', () => {
    const synth = synthesize('prod', {}, platform)
    const methods = methodsOf(synth, 'signet-prod-gateway-api').map(({ method, path }) => `${method} ${path}`)
    expect(methods.sort()).toEqual(['ANY /', 'ANY /api/letterbox', 'ANY /{proxy+}'].sort())
    const [fn] = synth.of('AWS::Lambda::Function').filter(({ stack }) => stack === 'signet-prod-letterbox')
    expect(Object.keys(fn?.Properties.Environment.Variables).sort()).toEqual(
      [
        'EDGE',
        'CLIENT_ADDRESS_HEADER',
        'CORS_ORIGINS',
        'EVENT_BUS_NAME',
        'IMAGES_CREDITS_FUNCTION',
        'PUBLIC_URL',
        'STAGE',
        'TABLE_NAME',
      ].sort(),
    )
    const rights = JSON.stringify(synth.of('AWS::IAM::Policy').filter(({ stack }) => stack === 'signet-prod-letterbox'))
    for (const right of ['"LETTERBOX#*"', 'dynamodb:PutItem', 'events:PutEvents', 'lambda:InvokeFunction']) {
      expect(rights).toContain(right)
    }
    expect(synth.of('AWS::Events::EventBus')).toHaveLength(1)
  })

  it('has its API among the served APIs, in the order of their ports', () => {
    expect(servedApis(platform.services).map(({ key }) => key)).toEqual([
      'platform',
      'images',
      'imageAgents',
      'runtime',
      'gateway',
      'archive',
      'flags',
      'witness',
    ])
    expect(Object.keys(openApiDocuments('1.0.0'))).toEqual([
      'platform',
      'images',
      'imageAgents',
      'runtime',
      'gateway',
      'archive',
      'flags',
      'witness',
    ])
  })
})

describe('problems of a service are reported with the fix', () => {
  it.each([
    ['an API that is not listed', { ...service, api: 'nowhere' }, access, /add it to lib\/apis\.ts/],
    [
      'a contract that is not served',
      service,
      { api: { ...access.api, serves: [] } },
      /one function must serve the contract "letterbox", but no function/,
    ],
    ['a contract that two functions serve', service, { ...access, other: access.api }, /api and other serve it/],
    [
      'a contract that does not exist',
      service,
      { api: { ...access.api, serves: ['letterboxes'] } },
      /no contract "letterboxes"/,
    ],
    [
      'a function URL that does not serve all operations',
      { ...service, contracts: [...service.contracts, { ...service.contracts[0], name: 'more', endpoints: [] }] },
      { api: { ...access.api, url: true }, more: { ...access.api, serves: ['more'] } },
      /letterbox-api has a function URL, but its API is served by letterbox-api, letterbox-more/,
    ],
    ['streaming without a streamed route', service, { api: { ...access.api, streams: true } }, /does not stream/],
  ] as const)('%s', (_, invalidService, invalidAccess, problem) => {
    const build = () => {
      const platformService = { service: invalidService, access: invalidAccess } as PlatformService
      servedApis([platformService])
      return functionRoutes(platformService)
    }
    expect(build).toThrow(problem)
  })

  it.each([
    ['a setting', { settings: ['NOWHERE'] }, /setting NOWHERE does not exist; add it to lib\/settings\.ts/],
    ['a queue', { queues: ['nowhere'] }, /The queue "nowhere" has no consumer/],
    ['a machine', { machines: ['nowhere'] }, /create it in lib\/domains\/letterbox\.ts/],
    ['a secret', { secrets: { read: ['nowhere'] } }, /secret "nowhere" does not exist; the data stack has pepper/],
    ['a bucket', { bucket: { name: 'nowhere', objects: {} } }, /bucket "nowhere" does not exist; .* images, archive/],
    ['a layer', { layers: ['nowhere'] }, /layer "nowhere" does not exist; .* sharp/],
    ['a function', { invokes: ['later-api'] }, /does not belong to a service above it in lib\/services\.ts/],
  ])('refuses %s that does not exist', (_, invalidGrant, message) => {
    const invalidDomain: PlatformService = { service, access: { api: { ...accessWithoutCalls, ...invalidGrant } } }
    expect(() => openApp('prod', {}, { platform: { services: [invalidDomain], parts: DOMAIN_PARTS } })).toThrow(message)
  })

  it('refuses a bundle that does not exist', () => {
    const unbundled = { services: [{ service, access: { api: accessWithoutCalls } }], parts: DOMAIN_PARTS }
    expect(() => openApp('prod', {}, { platform: unbundled, isBundled: false })).toThrow(/run "npm run build" first/)
  })

  it('refuses equal routes or operation names of two services in one API, and permits them in two APIs', () => {
    const twin = { service: { ...service, name: 'twin' }, access }
    const [sharedApi] = servedApis([letterbox, twin])
    expect(() => apiRoutes(sharedApi!)).toThrow(/have the same route/)
    const [gatewayApi, runtimeApi] = servedApis([letterbox, { service: { ...twin.service, api: 'runtime' }, access }])
    expect([apiRoutes(gatewayApi!).length, apiRoutes(runtimeApi!).length]).toEqual([2, 2])
  })
})

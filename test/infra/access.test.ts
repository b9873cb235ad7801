import { beforeAll, describe, expect, it } from 'vitest'
import { flagRoutes } from '../../lambdas/flags/contract/service.ts'
import { assetRoutes, jobRoutes } from '../../lambdas/imagegen/contract/service.ts'
import { idOf, type Properties, type Synth, synthesize } from './synth.ts'

let synth: Synth
beforeAll(() => {
  synth = synthesize('prod')
})

interface Statement {
  readonly policy: string
  readonly Effect: string
  readonly actions: readonly string[]
  readonly resources: readonly unknown[]
  readonly Condition?: Record<string, Record<string, unknown>>
}

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])
const statementsIn = (policy: string, { PolicyDocument }: Properties): Statement[] =>
  PolicyDocument.Statement.map((statement: Properties) => ({
    ...statement,
    policy,
    actions: list(statement.Action),
    resources: list(statement.Resource),
  }))
const granted = (source: Synth = synth): Statement[] =>
  source
    .of('AWS::IAM::Policy')
    .flatMap(({ id, Properties }) => statementsIn(id, Properties))
    .filter(({ Effect }) => Effect === 'Allow')

/** Actions of services that cannot be granted on a resource. */
const UNGRANTABLE = /^(?:xray:|logs:\w*(?:LogDeliver|ResourcePolic|LogGroups))/

const tooWide = ({ policy, actions, resources }: Statement): string[] => [
  ...actions.filter((action) => action.endsWith('*')).map((action) => `${policy} grants ${action}`),
  ...(resources.includes('*') ? actions.filter((action) => !UNGRANTABLE.test(action)) : []).map(
    (action) => `${policy} grants ${action} on every resource`,
  ),
]

const isIndex = (resource: unknown): boolean => JSON.stringify(resource).includes('/index/')

/** Rights on rows name the partitions; on an index, where the key is the index's own, only reading is granted. */
const unboundRows = ({ policy, actions, resources, Condition }: Statement): string[] => {
  const onRows = actions.filter((action) => action.startsWith('dynamodb:'))
  if (onRows.length === 0) return []
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as readonly string[] | undefined
  const isBound = keys !== undefined && keys.length > 0 && keys.every((key) => /^[A-Z]+#\*$/.test(key))
  const isIndexRead = resources.every(isIndex) && onRows.every((action) => action === 'dynamodb:Query')
  const scans = onRows.filter((action) => /Scan|Batch|PartiQL|\*/.test(action))
  return [
    ...(isBound || isIndexRead ? [] : [`${policy} grants ${onRows.join(', ')} on rows of every domain`]),
    ...scans.map((action) => `${policy} grants ${action}, which names no partition`),
  ]
}

describe('rights', () => {
  it('name their actions and their resources', () => expect(granted().flatMap(tooWide)).toEqual([]))

  it('on rows are held to the partitions of the domain', () => expect(granted().flatMap(unboundRows)).toEqual([]))

  it('of the asset function and the dispatcher reach no row at all', () => {
    for (const name of ['AssetFunction', 'Dispatch']) {
      const own = granted().filter(({ policy }) => policy.startsWith(name))
      expect(own.length, name).toBeGreaterThan(0)
      expect(own.flatMap(({ actions }) => actions).filter((action) => action.startsWith('dynamodb:'))).toEqual([])
    }
  })

  it("to read the pepper belong to the API functions and to who signs notifications, to read the providers' keys to those who call them", () => {
    const readers = granted().filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
    const of = (secret: RegExp) =>
      readers.filter(({ resources }) => secret.test(JSON.stringify(resources))).map(({ policy }) => policy.slice(0, 5))
    expect([...new Set(of(/Pepper/))].sort()).toEqual(['ApiFu', 'Flags', 'Webho'])
    // The third paints in the lane of its own.
    expect(of(/Providers/).sort()).toEqual(['Lifec', 'Paint', 'Prior'])
  })

  const base: Statement = { policy: 'P', Effect: 'Allow', actions: ['s3:GetObject'], resources: ['arn'] }
  it.each([
    ['every action of a service', tooWide, { ...base, actions: ['s3:*'] }],
    ['every resource', tooWide, { ...base, resources: ['*'] }],
    ['rows without partitions', unboundRows, { ...base, actions: ['dynamodb:GetItem'] }],
    ['a scan of an index', unboundRows, { ...base, actions: ['dynamodb:Scan'], resources: ['arn/index/gsi1'] }],
    [
      'partitions of any name',
      unboundRows,
      {
        ...base,
        actions: ['dynamodb:GetItem'],
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*'] } },
      },
    ],
  ])('that are planted too wide are caught: %s', (_what, check, statement) => {
    expect(check(statement).length).toBeGreaterThan(0)
  })
})

describe('the API', () => {
  const paths = (): Map<string, string> => {
    const resources = new Map(synth.of('AWS::ApiGateway::Resource').map(({ id, Properties }) => [id, Properties]))
    const pathOf = (id: string): string => {
      const found = resources.get(id)
      return found ? `${pathOf(idOf(found.ParentId))}/${found.PathPart}` : ''
    }
    return new Map(
      synth.of('AWS::ApiGateway::Method').map(({ id, Properties }) => {
        const path = pathOf(idOf(Properties.ResourceId))
        return [id, `${Properties.HttpMethod} ${path === '' ? '/' : path}`]
      }),
    )
  }
  const contract = () => [...jobRoutes(), ...assetRoutes(), ...flagRoutes()]

  it('has exactly the routes of the contract, and an ANY beside each path for what the contract does not have', () => {
    const routes = contract().map(({ method, pathTemplate }) => `${method} ${pathTemplate}`)
    const fallbacks = [...new Set(contract().map(({ pathTemplate }) => `ANY ${pathTemplate}`))]
    // Each of the two services has its own answer to whatever it does not know; the page of one is at its root.
    const unknown = ['ANY /', 'ANY /{proxy+}', 'ANY /{proxy+}']
    expect([...paths().values()].sort()).toEqual([...routes, ...fallbacks, ...unknown].sort())
  })

  it('streams what the contract streams, and nothing else', () => {
    const streams = new Set(contract().flatMap(({ pathTemplate, stream }) => (stream ? [pathTemplate] : [])))
    expect(streams.size).toBeGreaterThan(0)
    const byId = paths()
    for (const { id, Properties } of synth.of('AWS::ApiGateway::Method')) {
      const path = byId.get(id)?.split(' ')[1] ?? ''
      const mode = Properties.Integration.ResponseTransferMode
      if (streams.has(path)) expect(mode, path).toBe('STREAM')
      else expect(mode ?? 'BUFFERED', path).toBe('BUFFERED')
    }
  })

  it('answers what the gateway itself refuses in our shape, with the status of the decisions', () => {
    const statuses: Record<string, string | undefined> = {}
    for (const { id, Properties } of synth.of('AWS::ApiGateway::GatewayResponse')) {
      const { ResponseType, StatusCode, ResponseTemplates } = Properties
      statuses[ResponseType] = StatusCode
      const template = String(ResponseTemplates['application/json'])
      const filled = template.replace('$context.error.messageString', '"text"').replace('$context.requestId', 'id')
      const body = JSON.parse(filled) as Record<string, unknown>
      expect(body, id).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) })
    }
    expect(statuses).toMatchObject({
      REQUEST_TOO_LARGE: '413',
      THROTTLED: '429',
      QUOTA_EXCEEDED: '429',
      UNAUTHORIZED: '401',
      ACCESS_DENIED: '403',
      MISSING_AUTHENTICATION_TOKEN: '404',
      INTEGRATION_TIMEOUT: '504',
    })
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX']))
  })

  it('logs every access, is traced and throttled', () => {
    const [stage] = synth.of('AWS::ApiGateway::Stage')
    expect(stage?.Properties.AccessLogSetting.DestinationArn).toBeDefined()
    expect(stage?.Properties.TracingEnabled).toBe(true)
    expect(stage?.Properties.MethodSettings).toContainEqual(
      expect.objectContaining({ HttpMethod: '*', ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }),
    )
  })
})

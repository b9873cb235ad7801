import { type FunctionAccess, rowsOf, variablesOf } from '@signet/kernel/access'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleOf, functionRoutes, SERVICES, servedApis } from '../../lib/services.ts'
import { apiRoutes } from '../support/api-routes.ts'
import { idOf, methodsOf, type Properties, type Resource, type Synth, synthesize } from './synth.ts'

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
const allowedStatements = (source: Synth = synth): Statement[] =>
  source
    .of('AWS::IAM::Policy')
    .flatMap(({ id, Properties }) => statementsIn(id, Properties))
    .filter(({ Effect }) => Effect === 'Allow')

/** Returns the first function of a bundle. Functions with the same code have the same rights. */
const functionOf = (bundle: string): Resource => {
  const fn = synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)
  if (!fn) throw new Error(`No stack has a function of the bundle ${bundle}`)
  return fn
}

const rightsOf = (bundle: string): Statement[] => {
  const { stack, Properties } = functionOf(bundle)
  const role = idOf(Properties.Role)
  return synth
    .of('AWS::IAM::Policy')
    .filter((each) => each.stack === stack && list(each.Properties.Roles).map(idOf).includes(role))
    .flatMap(({ id, Properties: policy }) => statementsIn(id, policy))
    .filter(({ Effect }) => Effect === 'Allow')
}

/** Actions that IAM cannot restrict to single resources. */
const UNGRANTABLE = /^(?:xray:|logs:\w*(?:LogDeliver|ResourcePolic|LogGroups))/

const broadGrants = ({ policy, actions, resources }: Statement): string[] => [
  ...actions
    .filter((action) => action.endsWith('*'))
    .map((action) => `${policy} grants ${action}; name the actions in lib/constructs/grants.ts`),
  ...(resources.includes('*') ? actions.filter((action) => !UNGRANTABLE.test(action)) : []).map(
    (action) => `${policy} grants ${action} on every resource; name the resources in lib/constructs/grants.ts`,
  ),
]

const isIndex = (resource: unknown): boolean => JSON.stringify(resource).includes('/index/')

/** Lists grants on rows that do not name partitions. On an index, whose key differs, only reads may be granted. */
const unboundRows = ({ policy, actions, resources, Condition }: Statement): string[] => {
  const onRows = actions.filter((action) => action.startsWith('dynamodb:'))
  if (onRows.length === 0) return []
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as readonly string[] | undefined
  const isBound = keys !== undefined && keys.length > 0 && keys.every((key) => /^[A-Z]+#\*$/.test(key))
  const isIndexRead = resources.every(isIndex) && onRows.every((action) => action === 'dynamodb:Query')
  const scans = onRows.filter((action) => /Scan|Batch|PartiQL|\*/.test(action))
  return [
    ...(isBound || isIndexRead
      ? []
      : [
          `${policy} grants ${onRows.join(', ')} on rows of every domain; bind it to key prefixes by the rows of an access.ts`,
        ]),
    ...scans.map((action) => `${policy} grants ${action}, which names no partition; query an index instead`),
  ]
}

/** Lists differences between the actual rights of a role and those that its access declares, each with the fix. */
const accessDifferences = (
  actual: readonly string[],
  declared: readonly string[],
  { bundle, does, place }: { readonly bundle: string; readonly does: string; readonly place: string },
): string[] => [
  ...actual
    .filter((name) => !declared.includes(name))
    .map((name) => `${bundle}: its role ${does} ${name}, which ${place} does not name; add it there or drop the grant`),
  ...declared
    .filter((name) => !actual.includes(name))
    .map((name) => `${bundle}: ${place} names ${name}, which nothing grants; see lib/constructs/grants.ts`),
]

/** Lists secrets by their variables. Secrets that callers supply count by the variable of their prefix. */
const declaredSecrets = (access: FunctionAccess): readonly string[] => {
  const { secrets: { describe = [] } = {}, vaults = {} } = access
  const unread = Object.keys(vaults).filter((name) => !vaults[name]?.includes('read'))
  const unreadVariables = [
    ...variablesOf({ secrets: { describe } }),
    ...unread.flatMap((name) => variablesOf({ vaults: { [name]: [] } })),
  ]
  return variablesOf(access).filter((name) => /_(?:SECRET|STORE)$/.test(name) && !unreadVariables.includes(name))
}

const readableSecrets = (bundle: string): string[] => {
  const variables: Record<string, unknown> = functionOf(bundle).Properties.Environment?.Variables ?? {}
  const namesByValue = new Map(Object.entries(variables).map(([name, value]) => [JSON.stringify(value), name]))
  return rightsOf(bundle)
    .filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
    .flatMap(({ resources }) => resources)
    .map((resource) => {
      const text = JSON.stringify(resource)
      const prefix = /:secret:(signet\/prod\/[^*]+)\*/.exec(text)?.[1]
      return namesByValue.get(prefix === undefined ? text : JSON.stringify(prefix)) ?? text
    })
}

const declaredRows = (access: FunctionAccess): string[] => [...Object.keys(rowsOf(access)), ...(access.indexes ?? [])]

/** Lists the first words of partition keys and the names of indexes that a bundle may touch. */
const accessibleRows = (bundle: string): string[] =>
  rightsOf(bundle)
    .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
    .flatMap(({ resources, Condition }) => {
      const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as readonly string[] | undefined
      if (keys) return keys.map((key) => key.replace('#*', ''))
      return resources.map(
        (resource) => /\/index\/([\w-]+)/.exec(JSON.stringify(resource))?.[1] ?? 'rows of every domain',
      )
    })

describe('grants', () => {
  it('every grant names its actions and its resources', () =>
    expect(allowedStatements().flatMap(broadGrants)).toEqual([]))

  it('grants on rows name the partitions of the domain', () =>
    expect(allowedStatements().flatMap(unboundRows)).toEqual([]))

  it('the access of a function names every secret that it reads and all rows that it touches', () => {
    for (const { service, access } of SERVICES) {
      for (const [fn, each] of Object.entries(access)) {
        const bundle = bundleOf(service, fn)
        const place = `${service.name}/contract/access.ts`
        expect(
          accessDifferences(readableSecrets(bundle), declaredSecrets(each), { bundle, does: 'reads', place }),
        ).toEqual([])
        expect(
          accessDifferences(accessibleRows(bundle), declaredRows(each), { bundle, does: 'touches', place }),
        ).toEqual([])
        const variables = Object.keys(functionOf(bundle).Properties.Environment?.Variables ?? {})
        expect(accessDifferences(variables, variablesOf(each), { bundle, does: 'is given', place })).toEqual([])
      }
    }
  })

  it('grants that differ from the access are reported with the fix', () => {
    const context = { bundle: 'flags-api', does: 'reads', place: 'flags/contract/access.ts' }
    expect(accessDifferences(['PEPPER_SECRET'], [], context)).toEqual([
      'flags-api: its role reads PEPPER_SECRET, which flags/contract/access.ts does not name; add it there or drop the grant',
    ])
    expect(accessDifferences([], ['PEPPER_SECRET'], context)).toEqual([
      'flags-api: flags/contract/access.ts names PEPPER_SECRET, which nothing grants; see lib/constructs/grants.ts',
    ])
  })

  const narrowGrant: Statement = { policy: 'P', Effect: 'Allow', actions: ['s3:GetObject'], resources: ['arn'] }
  it.each([
    ['every action of a service', broadGrants, { ...narrowGrant, actions: ['s3:*'] }],
    ['every resource', broadGrants, { ...narrowGrant, resources: ['*'] }],
    ['rows without partitions', unboundRows, { ...narrowGrant, actions: ['dynamodb:GetItem'] }],
    ['a scan of an index', unboundRows, { ...narrowGrant, actions: ['dynamodb:Scan'], resources: ['arn/index/gsi1'] }],
    [
      'partitions of any name',
      unboundRows,
      {
        ...narrowGrant,
        actions: ['dynamodb:GetItem'],
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*'] } },
      },
    ],
  ])('an overly broad grant is refused: %s', (_what, check, statement) => {
    expect(check(statement).length).toBeGreaterThan(0)
  })
})

const restApis = servedApis().filter(({ url }) => url === undefined)

describe('the API', () => {
  it.each(restApis.map((api) => [api.key, api] as const))(
    '%s has exactly the paths of the contracts, and routes each to the function that serves it',
    (key, api) => {
      const contract = apiRoutes(api)
      const paths = new Set(['/', '/{proxy+}', ...contract.map(({ pathTemplate }) => pathTemplate)])
      const methods = methodsOf(synth, `signet-prod-${key}-api`)
      const anyPaths = methods.filter(({ method }) => method === 'ANY').map(({ path }) => path)
      expect(anyPaths.sort()).toEqual([...paths].sort())
      const routes = new Set(contract.map(({ method, pathTemplate }) => `${method} ${pathTemplate}`))
      const otherRoutes = methods
        .filter(({ method }) => method !== 'ANY')
        .map(({ method, path }) => `${method} ${path}`)
      expect(otherRoutes.filter((route) => !routes.has(route))).toEqual([])
      const urisByBundle = new Map<string, Set<string>>()
      for (const each of api.services) {
        for (const { fn, rows, receives } of functionRoutes(each)) {
          for (const { method, pathTemplate: path } of receives ? [] : rows) {
            const [invokedMethod] = [method, 'ANY'].flatMap((name) =>
              methods.filter((one) => one.path === path && one.method === name),
            )
            const bundle = bundleOf(each.service, fn)
            urisByBundle.set(
              bundle,
              (urisByBundle.get(bundle) ?? new Set()).add(JSON.stringify(invokedMethod?.Integration.Uri)),
            )
          }
        }
      }
      // All routes of a function have one integration, except streams. No two functions share one.
      const allUris = [...urisByBundle.values()].flatMap((uris) => [...uris])
      expect(new Set(allUris).size).toBe(allUris.length)
      for (const [bundle, uris] of urisByBundle) expect([bundle, uris.size <= 2]).toEqual([bundle, true])
    },
  )

  it.each(restApis.map((api) => [api.key, api] as const))(
    '%s streams only the routes that its contracts stream',
    (key, api) => {
      const streams = new Set(apiRoutes(api).flatMap(({ pathTemplate, stream }) => (stream ? [pathTemplate] : [])))
      for (const { path, Integration } of methodsOf(synth, `signet-prod-${key}-api`)) {
        expect(Integration.ResponseTransferMode ?? 'BUFFERED', path).toBe(streams.has(path) ? 'STREAM' : 'BUFFERED')
      }
    },
  )

  it('the function URL has both public permissions that AWS requires, and streams', () => {
    const urls = synth.of('AWS::Lambda::Url')
    expect(urls.map(({ Metadata }) => Metadata?.['signet:api'])).toEqual(
      servedApis().flatMap(({ key, url }) => (url === undefined ? [] : [key])),
    )
    for (const { id, Properties } of urls) {
      expect(Properties, id).toMatchObject({ AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' })
    }
    const publicPermissions = synth
      .of('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === '*')
      .map(({ stack, Properties: { Action, FunctionUrlAuthType, InvokedViaFunctionUrl } }) => [
        stack,
        Action,
        FunctionUrlAuthType ?? InvokedViaFunctionUrl,
      ])
    expect(publicPermissions.sort()).toEqual(
      ['signet-prod-agent-gateway', 'signet-prod-image-mcp', 'signet-prod-witness'].flatMap((stack) => [
        [stack, 'lambda:InvokeFunction', true],
        [stack, 'lambda:InvokeFunctionUrl', 'NONE'],
      ]),
    )
  })

  it("the gateway's own errors have the API's shape and status", () => {
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
      INTEGRATION_FAILURE: '503',
    })
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX']))
  })

  it('the API logs every request, is traced and throttled', () => {
    const [stage] = synth.of('AWS::ApiGateway::Stage')
    expect(stage?.Properties.AccessLogSetting.DestinationArn).toBeDefined()
    expect(stage?.Properties.TracingEnabled).toBe(true)
    expect(stage?.Properties.MethodSettings).toContainEqual(
      expect.objectContaining({ HttpMethod: '*', ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 }),
    )
  })
})

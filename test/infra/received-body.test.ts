import { describe, expect, it } from 'vitest'
import { access } from '../../lambdas/trust/contract/access.ts'
import { ARTIFACT_BYTES_MAX, BODY_BYTES_MAX, putArtifact } from '../../lambdas/trust/contract/bundles.ts'
import { putLargeArtifact } from '../../lambdas/trust/contract/uploads.ts'
import { maxBodyBytes } from '../../lib/local/gateway-integration.ts'
import { largeBodyRoutes, servedApis } from '../../lib/services.ts'
import { AT_DOMAIN, CONFIGURED_ENV, idOf, type Properties, synthesize } from './synth.ts'

const synth = synthesize('test')
const { of } = synth
const custom = of('AWS::ApiGateway::Method').filter(({ Properties: { AuthorizationType: type } }) => type === 'CUSTOM')
const [method] = custom
const integration: Properties = method?.Properties.Integration ?? {}
const textOf = (value: unknown): string => JSON.stringify(value)

describe('the route for large documents', () => {
  it('the route is the only one whose bodies the gateway stores, and requires the key of the edge like all others', () => {
    const paths = new Map(of('AWS::ApiGateway::Resource').map(({ id, Properties: { PathPart } }) => [id, PathPart]))
    expect(
      custom.map(({ Properties: { HttpMethod, ResourceId } }) => [HttpMethod, paths.get(idOf(ResourceId))]),
    ).toEqual([['POST', 'large']])
    const synthWithEdge = synthesize('prod', AT_DOMAIN)
    const edgeMethods = synthWithEdge
      .of('AWS::ApiGateway::Method')
      .filter(({ Properties }) => Properties.AuthorizationType === 'CUSTOM')
    expect(edgeMethods.map(({ Properties: { ApiKeyRequired } }) => ApiKeyRequired)).toEqual([true])
  })

  it('stores a body once, at the key from its authorizer, with a role that may only write below one prefix', () => {
    expect(integration).toMatchObject({
      Type: 'AWS',
      IntegrationHttpMethod: 'PUT',
      PassthroughBehavior: 'WHEN_NO_MATCH',
      RequestParameters: {
        'integration.request.path.folder': 'context.authorizer.folder',
        'integration.request.path.key': 'context.authorizer.key',
        'integration.request.header.If-None-Match': "'*'",
      },
    })
    expect(textOf(integration.Uri)).toMatch(/:s3:path\/.*TrustBucketName.*\/\{folder\}\/\{key\}/)
    const role = idOf(integration.Credentials)
    const [storingRole] = of('AWS::IAM::Role').filter(({ id }) => id === role)
    expect(of('AWS::IAM::Policy').filter(({ Properties: { Roles } }) => textOf(Roles).includes(`"${role}"`))).toEqual(
      [],
    )
    const policies: Properties[] = storingRole?.Properties.Policies ?? []
    const statements: Properties[] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    expect(statements.map(({ Action }) => Action).sort()).toEqual(['lambda:InvokeFunction', 's3:PutObject'])
    const [putStatement] = statements.filter(({ Action }) => Action === 's3:PutObject')
    expect(textOf(putStatement?.Resource)).toMatch(/TrustBucketArn.*\/staging\/\*"/)
    expect(access.large.receives).toMatchObject({ bucket: 'trust', prefix: 'staging' })
  })

  it('authorizes every request from its headers, without a cache', () => {
    const authorizers = of('AWS::ApiGateway::Authorizer')
    expect(authorizers.map(({ Properties }) => Properties)).toMatchObject([
      { Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0, AuthorizerCredentials: integration.Credentials },
    ])
    expect(authorizers[0]?.Properties).not.toHaveProperty('IdentitySource')
    expect(idOf(method?.Properties.AuthorizerId)).toBe(authorizers[0]?.id)
    expect(textOf(authorizers[0]?.Properties.AuthorizerUri)).toContain('LargeLive')
  })

  it("responds with the address of the next step, or the function's refusal, with the state of the rate limit", () => {
    const [accepted, refused] = integration.IntegrationResponses as Properties[]
    expect([accepted?.StatusCode, accepted?.SelectionPattern, refused?.SelectionPattern]).toEqual([
      '303',
      undefined,
      '[45]\\d\\d',
    ])
    expect(accepted?.ResponseParameters['method.response.header.Location']).toBe('context.authorizer.location')
    for (const { ResponseParameters: parameters } of [accepted, refused] as Properties[])
      expect(parameters['method.response.header.RateLimit']).toBe('context.authorizer.ratelimit')
    const template = refused?.ResponseTemplates['application/xml']
    expect(template).toContain('#set($context.responseOverride.status = $Integer.parseInt($context.authorizer.status))')
    expect(Object.keys(accepted?.ResponseParameters).join()).not.toContain('Access-Control')
    const methods = synthesize('prod', CONFIGURED_ENV).of('AWS::ApiGateway::Method')
    const [corsMethod] = methods.filter(({ Properties }) => Properties.AuthorizationType === 'CUSTOM')
    const responses: Properties[] = corsMethod?.Properties.Integration.IntegrationResponses ?? []
    const origins = responses.map(
      ({ ResponseParameters }) => ResponseParameters['method.response.header.Access-Control-Allow-Origin'],
    )
    expect(origins).toEqual(Array(2).fill('context.authorizer.allow_origin'))
  })

  it('receives the bodies from the edge that the function cannot accept', () => {
    const routes = servedApis().flatMap(largeBodyRoutes)
    const from = '/api/trust/bundle/{hash}/{slug}'
    expect(routes).toEqual([{ method: 'POST', from, to: `${from}/large`, maxDirectBytes: BODY_BYTES_MAX }])
    expect([putArtifact, putLargeArtifact].map(({ request }) => request.maxBodyBytes)).toEqual([
      ARTIFACT_BYTES_MAX,
      ARTIFACT_BYTES_MAX,
    ])
    expect(maxBodyBytes).toBe(ARTIFACT_BYTES_MAX)
    const [tooLarge] = of('AWS::ApiGateway::GatewayResponse').filter(
      ({ stack, Properties }) => stack.includes('platform') && Properties.ResponseType === 'REQUEST_TOO_LARGE',
    )
    expect(textOf(tooLarge?.Properties.ResponseTemplates)).toContain(
      `${from}/large accepts up to ${ARTIFACT_BYTES_MAX} bytes`,
    )
  })

  it('expires uncommitted bodies after a day', () => {
    const rules = of('AWS::S3::Bucket').flatMap(
      ({ Properties: { LifecycleConfiguration: lifecycle } }) => lifecycle?.Rules ?? [],
    )
    const [staging] = rules.filter(({ Id }: Properties) => Id === 'staging')
    expect(staging).toMatchObject({
      Prefix: 'staging/',
      ExpirationInDays: 1,
      Status: 'Enabled',
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    })
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { distributionsOf, edgeOf, variablesOf } from './edge-resources.ts'
import { AT_CLOUDFRONT, AT_DOMAIN, EDGE_PENDING, type Properties, synthesize } from './synth.ts'

const ORIGIN_KEY = '{{resolve:secretsmanager:signet/prod/eu-west-1/origin-key:SecretString:::}}'

describe('APIs behind the edge', () => {
  const synth = () => synthesize('prod', AT_CLOUDFRONT)

  it('every method of every REST API requires the key before a function runs', () => {
    const methods = synth().of('AWS::ApiGateway::Method')
    expect(methods.length).toBeGreaterThan(200)
    expect(methods.filter(({ Properties }) => Properties.ApiKeyRequired !== true)).toEqual([])
  })

  it('the throttle counts each API as a whole, because all requests have one key', () => {
    const all = synth()
    const plans = all.of('AWS::ApiGateway::UsagePlan')
    expect(plans.map(({ stack }) => stack)).toEqual(
      ['platform', 'images', 'runtime', 'archive', 'flags'].map((key) => `signet-prod-${key}-api`),
    )
    for (const { Properties } of plans) expect(Properties.Throttle).toEqual({ RateLimit: 100, BurstLimit: 200 })
    expect(all.of('AWS::ApiGateway::UsagePlanKey')).toHaveLength(plans.length)
    expect(all.of('AWS::ApiGateway::ApiKey')).toHaveLength(1)
  })

  it('a function URL checks the key in its code, and siblings send it', () => {
    const all = synth()
    const secret = { 'Fn::GetStackOutput': { StackName: 'signet-prod-data', OutputName: 'OriginKeySecret' } }
    for (const bundle of ['image-mcp-server', 'agent-gateway-mcp', 'platform-images-api']) {
      expect(variablesOf(all, bundle).ORIGIN_KEY_SECRET).toEqual(secret)
    }
    expect(variablesOf(all, 'flags-api').ORIGIN_KEY_SECRET).toBeUndefined()
    expect(variablesOf(all, 'flags-api').EDGE).toBe('on')
  })

  it('the key is a reference in every template, with a replica in the region of the edge', () => {
    const all = synth()
    const headers = distributionsOf(all).flatMap(({ Origins }) =>
      Origins.flatMap(({ OriginCustomHeaders = [] }: Properties) => OriginCustomHeaders),
    )
    expect(headers).toEqual(headers.map(() => ({ HeaderName: 'x-api-key', HeaderValue: ORIGIN_KEY })))
    const [key] = all.of('AWS::ApiGateway::ApiKey')
    expect(JSON.stringify(key?.Properties.Value)).toContain('{{resolve:secretsmanager:')
    const secret = all.of('AWS::SecretsManager::Secret').find(({ Properties }) => Properties.Name)
    expect(secret?.Properties).toMatchObject({
      Name: 'signet/prod/eu-west-1/origin-key',
      ReplicaRegions: [{ Region: 'us-east-1' }],
    })
  })

  it('links, callbacks and the OAuth resource use the address of the edge', () => {
    const all = synth()
    expect(variablesOf(all, 'image-mcp-server')).toMatchObject({
      PUBLIC_URL: 'https://d222.cloudfront.net',
      IMAGES_PUBLIC_URL: 'https://d111.cloudfront.net/_api/images',
      PLATFORM_PUBLIC_URL: 'https://d111.cloudfront.net',
      IMAGES_API_URL: { 'Fn::GetStackOutput': { StackName: 'signet-prod-images-api', OutputName: 'Url' } },
    })
    expect(variablesOf(all, 'agent-gateway-mcp')).toMatchObject({
      PUBLIC_URL: 'https://d333.cloudfront.net',
      IMAGEAGENTS_PUBLIC_URL: 'https://d222.cloudfront.net',
      RUNTIME_API_URL: { 'Fn::GetStackOutput': { StackName: 'signet-prod-runtime-api', OutputName: 'Url' } },
    })
    expect(variablesOf(all, 'accounts-api').RUNTIME_PUBLIC_URL).toBe('https://d111.cloudfront.net/_api/runtime')
    const [client] = all.of('AWS::Cognito::UserPoolClient')
    expect(client?.Properties.CallbackURLs).toEqual(['https://d111.cloudfront.net/api/auth/callback'])
  })
})

describe('APIs while the edge is created', () => {
  it('have the key in their configuration, but do not require it', () => {
    const all = synthesize('prod', EDGE_PENDING)
    expect(distributionsOf(all)).toHaveLength(3)
    expect(all.of('AWS::ApiGateway::Method').filter(({ Properties }) => Properties.ApiKeyRequired === true)).toEqual([])
    expect(all.of('AWS::ApiGateway::UsagePlanKey')).toHaveLength(5)
    expect(variablesOf(all, 'platform-images-api')).toMatchObject({
      EDGE: 'pending',
      ORIGIN_KEY_SECRET: expect.anything(),
    })
  })

  it('a replaced key has a new name in every template that reads it', () => {
    const all = synthesize('prod', EDGE_PENDING)
    const [main] = distributionsOf(all)
    expect(JSON.stringify(main?.Origins)).toContain('signet/prod/eu-west-1/origin-key-2')
    expect(variablesOf(all, 'image-mcp-server').ORIGIN_KEY_SECRET['Fn::GetStackOutput'].OutputName).toBe(
      'OriginKeySecret2',
    )
    const [planKey] = all.of('AWS::ApiGateway::UsagePlanKey')
    expect(planKey?.Properties.KeyId['Fn::GetStackOutput'].OutputName).toBe('OriginApiKey2')
  })
})

describe('a stage without the edge', () => {
  it('has no edge resources, and its APIs are public', () => {
    const all = synthesize('prod')
    expect(edgeOf(all)).toEqual([])
    expect(all.of('AWS::ApiGateway::ApiKey')).toEqual([])
    expect(all.of('AWS::ApiGateway::Method').filter(({ Properties }) => Properties.ApiKeyRequired === true)).toEqual([])
    expect(variablesOf(all, 'image-mcp-server').EDGE).toBe('none')
  })
})

describe('the configuration of the edge', () => {
  it.each([
    [{ SIGNET_EDGE: 'yes' }, /SIGNET_EDGE: /],
    [{ SIGNET_EDGE: 'on' }, /SIGNET_PUBLIC_URL_PLATFORM: must be the address of the edge/],
    [
      { ...AT_CLOUDFRONT, SIGNET_PUBLIC_URL_GATEWAY: '' },
      /SIGNET_PUBLIC_URL_GATEWAY: must be the address of the edge.*GatewayUrl in the outputs of its stack/,
    ],
    [{ SIGNET_DOMAIN: 'signet.example.com' }, /SIGNET_DOMAIN: requires SIGNET_EDGE=on/],
    [
      { SIGNET_EDGE: 'on', SIGNET_DOMAIN: 'signet.example.com' },
      /SIGNET_DOMAIN: requires either SIGNET_HOSTED_ZONE or/,
    ],
    [{ ...AT_DOMAIN, SIGNET_DOMAIN: 'https://signet.example.com' }, /SIGNET_DOMAIN: must be a domain/],
    [{ ...AT_DOMAIN, SIGNET_HOSTED_ZONE: 'signet' }, /SIGNET_HOSTED_ZONE: must be the ID of a hosted zone/],
    [{ ...AT_DOMAIN, SIGNET_CLIENT_ADDRESS_HEADER: 'x-real' }, /SIGNET_CLIENT_ADDRESS_HEADER: must not be set/],
    [{ ...AT_DOMAIN, SIGNET_EDGE_RATE: '5' }, /SIGNET_EDGE_RATE: must be at least 100/],
    [{ SIGNET_STAGE: 'emulator', SIGNET_EDGE: 'pending' }, /SIGNET_EDGE: must be off on an emulator/],
  ])('%o is refused with the variable and the rule', (variables, message) => {
    expect(() => readConfig({ SIGNET_STAGE: 'prod', ...variables }, '1.0.0')).toThrow(message)
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { PLATFORM_PATHS } from '../../lib/edge-config.ts'
import { openFirewall, readWebAcl } from '../../lib/local/firewall.ts'
import { check, KNOWN_ACCOUNT, type Properties, type Resource, type Synth, synthesize } from './synth.ts'

const AT_CLOUDFRONT = {
  SIGNET_EDGE: 'on',
  SIGNET_PUBLIC_URL_PLATFORM: 'https://d111.cloudfront.net',
  SIGNET_PUBLIC_URL_IMAGE_AGENTS: 'https://d222.cloudfront.net',
  SIGNET_PUBLIC_URL_GATEWAY: 'https://d333.cloudfront.net',
} as const

const AT_DOMAIN = {
  SIGNET_EDGE: 'on',
  SIGNET_DOMAIN: 'signet.example.com',
  SIGNET_HOSTED_ZONE: 'Z0123456789ABCDEFGHIJ',
} as const

const ORIGIN_KEY = '{{resolve:secretsmanager:signet/prod/eu-west-1/origin-key:SecretString:::}}'

const edgeOf = (synth: Synth) => synth.resources.filter(({ stack }) => stack === 'signet-prod-edge')
const ofType = (resources: readonly Resource[], type: string) => resources.filter(({ Type }) => Type === type)
const distributionsOf = (synth: Synth): readonly Properties[] =>
  ofType(edgeOf(synth), 'AWS::CloudFront::Distribution').map(({ Properties }) => Properties.DistributionConfig)

const variablesOf = (synth: Synth, bundle: string) =>
  synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)?.Properties
    .Environment.Variables

describe('the edge', () => {
  it('passes the checks of templates, at an address of CloudFront and at a domain', () => {
    for (const variables of [AT_CLOUDFRONT, AT_DOMAIN]) {
      const { failure, violations } = check('prod', { ...KNOWN_ACCOUNT, ...variables })
      expect(failure).toBeUndefined()
      expect(violations).toEqual([])
    }
  })

  it('has one address for platform and APIs, and one for each server of agents, all behind the web ACL', () => {
    const synth = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT })
    const [main, agents, gateway, ...more] = distributionsOf(synth)
    expect(more).toEqual([])
    const pathsOf = (config: Properties | undefined) =>
      (config?.CacheBehaviors ?? []).map(({ PathPattern }: Properties) => PathPattern)
    const others = ['/_api/images/v2/assets/*', '/_api/images/*', '/_api/runtime/*', '/_api/archive/*', '/_api/flags/*']
    expect(pathsOf(main)).toEqual(['/static/*', ...others, ...PLATFORM_PATHS.pages, ...PLATFORM_PATHS.programs])
    for (const config of [agents, gateway]) expect(pathsOf(config)).toEqual([])
    const [acl] = ofType(edgeOf(synth), 'AWS::WAFv2::WebACL')
    for (const config of [main, agents, gateway]) expect(config?.WebACLId).toEqual({ 'Fn::GetAtt': [acl?.id, 'Arn'] })
  })

  it('reads the APIs of the stage in their own region', () => {
    const [main] = distributionsOf(synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT }))
    expect(JSON.stringify(main?.Origins)).toContain('"Region":"eu-west-1"')
  })

  it('keeps of the APIs nothing but images, by what formats a caller takes, and no error at all', () => {
    const synth = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT })
    const [main] = distributionsOf(synth)
    const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
    const [assets, ...rest] = main?.CacheBehaviors.slice(1) ?? []
    expect(rest.map(({ CachePolicyId }: Properties) => CachePolicyId)).toEqual(rest.map(() => disabled))
    const [policy] = ofType(edgeOf(synth), 'AWS::CloudFront::CachePolicy')
    expect(assets.CachePolicyId).toEqual({ Ref: policy?.id })
    expect(policy?.Properties.CachePolicyConfig).toMatchObject({
      MaxTTL: 3600,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Accept', 'Origin'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    })
    expect(main?.CustomErrorResponses.every(({ ErrorCachingMinTTL }: Properties) => ErrorCachingMinTTL === 0)).toBe(
      true,
    )
  })

  it('limits what an address may send, refuses what is too large, and answers in the shape of the APIs', () => {
    const variables = { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT, SIGNET_EDGE_RATE: '1000' }
    const [acl] = ofType(edgeOf(synthesize('prod', variables)), 'AWS::WAFv2::WebACL')
    const rules: readonly Properties[] = acl?.Properties.Rules
    const limits = rules.flatMap(({ Statement }) => Statement.RateBasedStatement?.Limit ?? [])
    expect(limits).toEqual([1000, 200, 30_000])
    const tooLarge = rules.find(({ Name }) => Name === 'BodySize')?.Statement.RegexMatchStatement.RegexString
    const isRefused = (bytes: number) => new RegExp(tooLarge).test(String(bytes))
    expect([0, 1_000, 9_999_999, 10_485_760].map(isRefused)).toEqual([false, false, false, false])
    expect([11_000_000, 20_000_000, 99_999_999, 100_000_000].map(isRefused)).toEqual([true, true, true, true])
    const bodies = Object.values<Properties>(acl?.Properties.CustomResponseBodies).map(({ Content }) =>
      JSON.parse(Content),
    )
    expect(bodies.map(({ code }) => code).sort()).toEqual(['payload_too_large', 'rate_limited'])
  })
})

describe('a flood', () => {
  /** What the web ACL of the template answers to so many requests of an address, by status; 200 are those that pass. */
  const flooded = () => {
    const synth = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT, SIGNET_EDGE_RATE: '1000' })
    const resources = edgeOf(synth).map(({ Type, Properties }) => ({ type: Type, properties: Properties }))
    const acl = readWebAcl(resources as never)
    if (acl === undefined) throw new Error('The edge has no web ACL')
    const decide = openFirewall(acl)
    return (count: number, sourceIp: string, headers: readonly (readonly [string, string])[], now = 0) => {
      const answers = Array.from({ length: count }, () => decide({ path: '/v2/generate', sourceIp, headers, now }))
      return { passed: answers.filter((answer) => answer === undefined).length, last: answers.at(-1) }
    }
  }
  const withKey = [['Authorization', 'Bearer gen_x']] as const

  it('of one address is stopped where the page says, in the shape of the APIs, and others are served', () => {
    const flood = flooded()
    const { passed, last } = flood(5_000, '203.0.113.7', withKey)
    expect(passed).toBe(1000)
    expect(last).toMatchObject({ status: 429, headers: expect.arrayContaining([['Retry-After', '300']]) })
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ code: 'rate_limited' })
    expect(flood(100, '203.0.113.8', withKey).passed).toBe(100)
  })

  it('without a credential is stopped at a fifth of it, and ends with its window', () => {
    const flood = flooded()
    expect(flood(5_000, '203.0.113.7', []).passed).toBe(200)
    expect(flood(10, '203.0.113.7', [], 301_000).passed).toBe(10)
  })

  it('of fetched images is stopped whatever the number of addresses: what the edge keeps passes no throttle', () => {
    const synth = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT })
    const acl = readWebAcl(
      edgeOf(synth).map(({ Type, Properties }) => ({ type: Type, properties: Properties })) as never,
    )
    const decide = openFirewall(acl ?? { rules: [], bodies: {} })
    const path = '/_api/images/v2/assets/01/a.webp'
    const answers = Array.from({ length: 31_000 }, (_, i) =>
      decide({ path, sourceIp: `a${i}`, headers: withKey, now: i }),
    )
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(30_000)
    expect(decide({ path: '/api/health', sourceIp: 'b', headers: withKey, now: 0 })).toBeUndefined()
  })

  it('of sign-ups is stopped by address and together, by way of the page with its puzzle alone', () => {
    const synth = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT })
    const [acl] = synth.of('AWS::WAFv2::WebACL').filter(({ Properties }) => Properties.Scope === 'REGIONAL')
    const rules: readonly Properties[] = acl?.Properties.Rules
    expect(rules.map(({ Name, Action }) => [Name, Object.keys(Action)[0]])).toEqual([
      ['SignUpsPerAddress', 'Block'],
      ['SignUpsTogether', 'Block'],
      ['SignUpPuzzle', 'Captcha'],
    ])
    const together = rules.find(({ Name }) => Name === 'SignUpsTogether')?.Statement.RateBasedStatement
    expect(together).toMatchObject({ Limit: 60, AggregateKeyType: 'CONSTANT', EvaluationWindowSec: 600 })
    const [pool] = synth.of('AWS::Cognito::UserPool')
    const [association] = synth.of('AWS::WAFv2::WebACLAssociation')
    expect(association?.Properties.ResourceArn).toEqual({ 'Fn::GetAtt': [pool?.id, 'Arn'] })
  })

  it('of large bodies is refused by what they say of themselves', () => {
    const { passed, last } = flooded()(3, '203.0.113.7', [['Content-Length', '53687091200']])
    expect([passed, last?.status]).toEqual([0, 413])
  })
})

describe('behind the edge', () => {
  const synth = () => synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_CLOUDFRONT })

  it('every method of every REST API asks for the key, before a function runs', () => {
    const methods = synth().of('AWS::ApiGateway::Method')
    expect(methods.length).toBeGreaterThan(200)
    expect(methods.filter(({ Properties }) => Properties.ApiKeyRequired !== true)).toEqual([])
  })

  it('the throttle counts the whole of each API, as all requests have one key', () => {
    const all = synth()
    const plans = all.of('AWS::ApiGateway::UsagePlan')
    expect(plans.map(({ stack }) => stack)).toEqual([
      ...['platform', 'images', 'runtime', 'archive', 'flags'].map((key) => `signet-prod-${key}-api`),
    ])
    for (const { Properties } of plans) expect(Properties.Throttle).toEqual({ RateLimit: 100, BurstLimit: 200 })
    expect(all.of('AWS::ApiGateway::UsagePlanKey')).toHaveLength(plans.length)
    expect(all.of('AWS::ApiGateway::ApiKey')).toHaveLength(1)
  })

  it('a function at an address of its own asks for the key itself, and siblings show it', () => {
    const all = synth()
    const secret = { 'Fn::GetStackOutput': { StackName: 'signet-prod-data', OutputName: 'OriginKeySecret' } }
    for (const bundle of ['image-agents-mcp', 'gateway-mcp', 'platform-images-api']) {
      expect(variablesOf(all, bundle).ORIGIN_KEY_SECRET).toEqual(secret)
    }
    expect(variablesOf(all, 'flags-api').ORIGIN_KEY_SECRET).toBeUndefined()
    expect(variablesOf(all, 'flags-api').EDGE).toBe('on')
  })

  it('the key is a reference in every template, with a copy where the edge is', () => {
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

  it('addresses follow from that of the edge: links, callbacks, the resource of agents', () => {
    const all = synth()
    expect(variablesOf(all, 'image-agents-mcp')).toMatchObject({
      PUBLIC_URL: 'https://d222.cloudfront.net',
      IMAGES_PUBLIC_URL: 'https://d111.cloudfront.net/_api/images',
      PLATFORM_PUBLIC_URL: 'https://d111.cloudfront.net',
      IMAGES_API_URL: { 'Fn::GetStackOutput': { StackName: 'signet-prod-images-api', OutputName: 'Url' } },
    })
    expect(variablesOf(all, 'gateway-mcp')).toMatchObject({
      PUBLIC_URL: 'https://d333.cloudfront.net',
      IMAGEAGENTS_PUBLIC_URL: 'https://d222.cloudfront.net',
      RUNTIME_API_URL: { 'Fn::GetStackOutput': { StackName: 'signet-prod-runtime-api', OutputName: 'Url' } },
    })
    expect(variablesOf(all, 'accounts-api').RUNTIME_PUBLIC_URL).toBe('https://d111.cloudfront.net/_api/runtime')
    const [client] = all.of('AWS::Cognito::UserPoolClient')
    expect(client?.Properties.CallbackURLs).toEqual(['https://d111.cloudfront.net/api/auth/callback'])
  })

  it('at a domain its names, their certificate and records are made', () => {
    const all = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_DOMAIN })
    expect(distributionsOf(all).map(({ Aliases }) => Aliases)).toEqual([
      ['signet.example.com'],
      ['image-agents.signet.example.com'],
      ['gateway.signet.example.com'],
    ])
    expect(ofType(edgeOf(all), 'AWS::Route53::RecordSet')).toHaveLength(6)
    expect(variablesOf(all, 'image-agents-mcp').PUBLIC_URL).toBe('https://image-agents.signet.example.com')
    expect(variablesOf(all, 'gateway-mcp').PUBLIC_URL).toBe('https://gateway.signet.example.com')
    expect(variablesOf(all, 'archive-api').PUBLIC_URL).toBe('https://signet.example.com/_api/archive')
  })
})

describe('while the edge is made', () => {
  it('the APIs are open, know its key already, and look for it', () => {
    const all = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_DOMAIN, SIGNET_EDGE: 'pending' })
    expect(distributionsOf(all)).toHaveLength(3)
    expect(all.of('AWS::ApiGateway::Method').filter(({ Properties }) => Properties.ApiKeyRequired === true)).toEqual([])
    expect(all.of('AWS::ApiGateway::UsagePlanKey')).toHaveLength(5)
    expect(variablesOf(all, 'platform-images-api')).toMatchObject({
      EDGE: 'pending',
      ORIGIN_KEY_SECRET: expect.anything(),
    })
  })

  it('its key is counted up by names of its own in every template that reads it', () => {
    const all = synthesize('prod', { ...KNOWN_ACCOUNT, ...AT_DOMAIN, SIGNET_ORIGIN_KEY: '2' })
    const [main] = distributionsOf(all)
    expect(JSON.stringify(main?.Origins)).toContain('signet/prod/eu-west-1/origin-key-2')
    expect(variablesOf(all, 'image-agents-mcp').ORIGIN_KEY_SECRET['Fn::GetStackOutput'].OutputName).toBe(
      'OriginKeySecret2',
    )
    const [link] = all.of('AWS::ApiGateway::UsagePlanKey')
    expect(link?.Properties.KeyId['Fn::GetStackOutput'].OutputName).toBe('OriginApiKey2')
  })
})

describe('without the edge', () => {
  it('nothing of it is there, and anybody may call the APIs', () => {
    const all = synthesize('prod')
    expect(edgeOf(all)).toEqual([])
    expect(all.of('AWS::ApiGateway::ApiKey')).toEqual([])
    expect(all.of('AWS::ApiGateway::Method').filter(({ Properties }) => Properties.ApiKeyRequired === true)).toEqual([])
    expect(variablesOf(all, 'image-agents-mcp').EDGE).toBe('none')
  })
})

describe('the configuration of the edge', () => {
  it.each([
    [{ SIGNET_EDGE: 'yes' }, /SIGNET_EDGE: /],
    [{ SIGNET_EDGE: 'on' }, /SIGNET_PUBLIC_URL_PLATFORM: must be the address of the edge/],
    [
      { ...AT_CLOUDFRONT, SIGNET_PUBLIC_URL_GATEWAY: '' },
      /SIGNET_PUBLIC_URL_GATEWAY: must be the address of the edge.*GatewayUrl of its stack/,
    ],
    [{ SIGNET_DOMAIN: 'signet.example.com' }, /SIGNET_DOMAIN: goes with SIGNET_EDGE=on/],
    [{ SIGNET_EDGE: 'on', SIGNET_DOMAIN: 'signet.example.com' }, /SIGNET_DOMAIN: needs SIGNET_HOSTED_ZONE or/],
    [{ ...AT_DOMAIN, SIGNET_DOMAIN: 'https://signet.example.com' }, /SIGNET_DOMAIN: must be a domain/],
    [{ ...AT_DOMAIN, SIGNET_HOSTED_ZONE: 'signet' }, /SIGNET_HOSTED_ZONE: must be the id of a hosted zone/],
    [{ ...AT_DOMAIN, SIGNET_CLIENT_ADDRESS_HEADER: 'x-real' }, /SIGNET_CLIENT_ADDRESS_HEADER: must not be set/],
    [{ ...AT_DOMAIN, SIGNET_EDGE_RATE: '5' }, /SIGNET_EDGE_RATE: must be at least 100/],
    [{ SIGNET_STAGE: 'emulator', SIGNET_EDGE: 'pending' }, /SIGNET_EDGE: must be off on an emulator/],
  ])('%o is refused with the variable and the rule', (variables, message) => {
    expect(() => readConfig({ SIGNET_STAGE: 'prod', ...variables }, '1.0.0')).toThrow(message)
  })
})

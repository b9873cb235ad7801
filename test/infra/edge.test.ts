import { describe, expect, it } from 'vitest'
import { PLATFORM_PATHS } from '../../lib/edge-config.ts'
import { openFirewall, readWebAcl } from '../../lib/local/firewall.ts'
import { distributionsOf, edgeOf, ofType, variablesOf } from './edge-resources.ts'
import { AT_CLOUDFRONT, AT_DOMAIN, type Properties, synthesize } from './synth.ts'

describe('the edge', () => {
  it('has one address for platform and APIs, and one for each MCP server, all behind the web ACL', () => {
    const synth = synthesize('prod', AT_CLOUDFRONT)
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

  it('reaches the APIs of the stage in their region', () => {
    const [main] = distributionsOf(synthesize('prod', AT_CLOUDFRONT))
    expect(JSON.stringify(main?.Origins)).toContain('"Region":"eu-west-1"')
  })

  it('caches only images of the APIs, by the formats that a caller accepts, and never an error', () => {
    const synth = synthesize('prod', AT_CLOUDFRONT)
    const [main] = distributionsOf(synth)
    const cachingDisabledId = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
    const [assets, ...otherBehaviors] = main?.CacheBehaviors.slice(1) ?? []
    expect(otherBehaviors.map(({ CachePolicyId }: Properties) => CachePolicyId)).toEqual(
      otherBehaviors.map(() => cachingDisabledId),
    )
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

  it('limits requests per address and their size, and responds in the error format of the APIs', () => {
    const [acl] = ofType(edgeOf(synthesize('prod', AT_DOMAIN)), 'AWS::WAFv2::WebACL')
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

  it('at a domain, creates names, certificate and records', () => {
    const all = synthesize('prod', AT_DOMAIN)
    expect(distributionsOf(all).map(({ Aliases }) => Aliases)).toEqual([
      ['signet.example.com'],
      ['image-agents.signet.example.com'],
      ['gateway.signet.example.com'],
    ])
    expect(ofType(edgeOf(all), 'AWS::Route53::RecordSet')).toHaveLength(6)
    expect(variablesOf(all, 'image-mcp-server').PUBLIC_URL).toBe('https://image-agents.signet.example.com')
    expect(variablesOf(all, 'agent-gateway-mcp').PUBLIC_URL).toBe('https://gateway.signet.example.com')
    expect(variablesOf(all, 'archive-api').PUBLIC_URL).toBe('https://signet.example.com/_api/archive')
  })
})

describe('a flood', () => {
  /** Returns a function that sends requests to the web ACL, and returns the number that passed and the last response. */
  const openFlood = () => {
    const synth = synthesize('prod', AT_DOMAIN)
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

  it('one address is stopped at the documented rate, in the error format of the APIs; other addresses are served', () => {
    const flood = openFlood()
    const { passed, last } = flood(5_000, '203.0.113.7', withKey)
    expect(passed).toBe(1000)
    expect(last).toMatchObject({ status: 429, headers: expect.arrayContaining([['Retry-After', '300']]) })
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ code: 'rate_limited' })
    expect(flood(100, '203.0.113.8', withKey).passed).toBe(100)
  })

  it('requests without a credential are stopped at a fifth of that rate, until the window ends', () => {
    const flood = openFlood()
    expect(flood(5_000, '203.0.113.7', []).passed).toBe(200)
    expect(flood(10, '203.0.113.7', [], 301_000).passed).toBe(10)
  })

  it('requests for images are limited across addresses, because cached images pass no throttle', () => {
    const synth = synthesize('prod', AT_CLOUDFRONT)
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

  it('sign-ups are limited per address and in total, and require a CAPTCHA', () => {
    const synth = synthesize('prod', AT_CLOUDFRONT)
    const [acl] = synth.of('AWS::WAFv2::WebACL').filter(({ Properties }) => Properties.Scope === 'REGIONAL')
    const rules: readonly Properties[] = acl?.Properties.Rules
    expect(rules.map(({ Name, Action }) => [Name, Object.keys(Action)[0]])).toEqual([
      ['SignUpsPerAddress', 'Block'],
      ['SignUpsTogether', 'Block'],
      ['SignUpPuzzle', 'Captcha'],
    ])
    const totalLimit = rules.find(({ Name }) => Name === 'SignUpsTogether')?.Statement.RateBasedStatement
    expect(totalLimit).toMatchObject({ Limit: 60, AggregateKeyType: 'CONSTANT', EvaluationWindowSec: 600 })
    const [pool] = synth.of('AWS::Cognito::UserPool')
    const [association] = synth.of('AWS::WAFv2::WebACLAssociation')
    expect(association?.Properties.ResourceArn).toEqual({ 'Fn::GetAtt': [pool?.id, 'Arn'] })
  })

  it('large bodies are refused by Content-Length', () => {
    const { passed, last } = openFlood()(3, '203.0.113.7', [['Content-Length', '53687091200']])
    expect([passed, last?.status]).toEqual([0, 413])
  })
})

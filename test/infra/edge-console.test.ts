import { describe, expect, it } from 'vitest'
import { PLATFORM } from '../../lib/create-stacks.ts'
import { functionRoutes, SERVICES } from '../../lib/services.ts'
import { distributionsOf, edgeOf, ofType } from './edge-resources.ts'
import { AT_CLOUDFRONT, EDGE_PENDING, openApp, type Properties, synthesize } from './synth.ts'

describe('the console behind the edge', () => {
  const synth = () => synthesize('prod', AT_CLOUDFRONT)
  const behaviorsOf = (config: Properties | undefined): readonly Properties[] => config?.CacheBehaviors ?? []

  it('serves every path that no API has; the platform has its own paths', () => {
    const [main] = distributionsOf(synth())
    const patterns = behaviorsOf(main).map(({ PathPattern, TargetOriginId }) => ({
      pattern: new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
      origin: TargetOriginId,
    }))
    const originOf = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.origin
    const platform = originOf('/api/health')
    const platformServices = SERVICES.filter(({ service }) => service.api === 'platform')
    const paths = platformServices.flatMap((each) =>
      functionRoutes(each).flatMap(({ rows }) => rows.map(({ path }) => path)),
    )
    // A deployment without an edge uses the platform's root path.
    const misroutedPaths = paths.filter((path) => path !== '/' && originOf(path.replaceAll(/[{}]/g, '')) !== platform)
    expect(misroutedPaths).toEqual([])
    for (const path of ['/', '/images/1', '/flags/a.key', '/docs', '/docs/images', '/billing', '/index.html'])
      expect(originOf(path)).toBeUndefined()
    expect(main?.DefaultCacheBehavior.TargetOriginId).toBe(originOf('/static/main.js'))
    expect(platform).not.toBe(originOf('/static/main.js'))
  })

  it('uses fewer than the 25 behaviors that a distribution has by default', () => {
    for (const config of distributionsOf(synth())) expect(behaviorsOf(config).length).toBeLessThan(20)
  })

  it('only CloudFront reads the private bucket, over TLS', () => {
    const edge = edgeOf(synth())
    const [bucket, ...more] = ofType(edge, 'AWS::S3::Bucket')
    expect(more).toEqual([])
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
    expect([bucket?.DeletionPolicy, bucket?.Metadata]).toEqual(['RetainExceptOnCreate', { 'signet:files': 'console' }])
    const [policy] = ofType(edge, 'AWS::S3::BucketPolicy')
    const [deny, allow, ...others] = policy?.Properties.PolicyDocument.Statement ?? []
    expect(others).toEqual([])
    expect(deny).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
    expect(allow).toMatchObject({ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } })
    const [main] = ofType(edge, 'AWS::CloudFront::Distribution')
    expect(JSON.stringify(allow.Condition.StringEquals['AWS:SourceArn'])).toContain(`{"Ref":"${main?.id}"}`)
    const [control] = ofType(edge, 'AWS::CloudFront::OriginAccessControl')
    expect(control?.Properties.OriginAccessControlConfig).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    })
  })

  it('the deployment uploads files before the document, and keeps old files', () => {
    const edge = edgeOf(synth())
    const copies = ofType(edge, 'Custom::CDKBucketDeployment')
    const { Static, Document } = Object.fromEntries(copies.map((each) => [each.id.match(/Static|Document/)?.[0], each]))
    expect(Static?.Properties).toMatchObject({
      Prune: false,
      DestinationBucketKeyPrefix: 'static',
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(Document?.Properties).toMatchObject({ Prune: false, SystemMetadata: { 'cache-control': 'no-cache' } })
    expect(Document?.DependsOn).toContain(Static?.id)
  })

  it('sends the security headers of the design, with the upload address for archive parts', () => {
    const edge = edgeOf(synth())
    const [main] = distributionsOf(synth())
    const policies = [main?.DefaultCacheBehavior, behaviorsOf(main)[0]].map((each) => each?.ResponseHeadersPolicyId)
    const policy = ofType(edge, 'AWS::CloudFront::ResponseHeadersPolicy').find(({ id }) => id === policies[0].Ref)
    expect(policies[1]).toEqual(policies[0])
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
      policy?.Properties.ResponseHeadersPolicyConfig ?? {}
    const [, [before, bucket, after]] = security.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join']
    expect(before).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https://",
    )
    expect(bucket['Fn::GetStackOutput']).toMatchObject({ OutputName: 'ArchiveBucketName', Region: 'eu-west-1' })
    expect(after).toBe(
      ".s3.eu-west-1.amazonaws.com; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(security).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'same-origin' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
    })
    expect(custom.Items.map(({ Header, Value }: Properties) => [Header, Value])).toEqual([
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    ])
    const api = behaviorsOf(main).find(({ PathPattern }) => PathPattern === '/api/*')
    expect(api?.ResponseHeadersPolicyId).not.toEqual(policies[0])
  })

  it('uploads archive parts to a restored bucket if one is configured', () => {
    const policies = ofType(edgeOf(synthesize('prod', EDGE_PENDING)), 'AWS::CloudFront::ResponseHeadersPolicy')
    expect(JSON.stringify(policies)).toContain("'self' https://archive-as-of-monday.s3.eu-west-1.amazonaws.com;")
  })

  it('a missing build fails the deployment, except in an emulator or a stage without an edge', () => {
    const unbuiltConsole = { platform: { ...PLATFORM, consoleFolder: 'dist/nowhere' } }
    expect(() => openApp('prod', AT_CLOUDFRONT, unbuiltConsole)).toThrow(
      /dist\/nowhere\/index\.html does not exist: run "npm run build"/,
    )
    for (const stage of ['prod', 'emulator', 'local']) openApp(stage, {}, unbuiltConsole).close()
  })
})

import { describe, expect, it } from 'vitest'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import type { AssemblyStack } from '../../../lib/local/assembly.ts'
import { copierArns } from '../../../lib/local/files-model.ts'
import { readFronts } from '../../../lib/local/front-model.ts'
import type { Resource } from '../../../lib/local/resource.ts'

const stack = { name: 'edge', region: 'us-east-1' } as AssemblyStack

const resource = (
  type: string,
  ref: string,
  properties: Record<string, unknown>,
  metadata: Resource['metadata'] = {},
): Resource => ({ stack, logicalId: ref, type, name: ref, ref, arn: `arn:${ref}`, properties, metadata })

const bucketDeployment = (ref: string, prefix: string | undefined, cacheControl: string) =>
  resource('Custom::CDKBucketDeployment', ref, {
    ServiceToken: 'arn:copier',
    DestinationBucketName: 'files',
    DestinationBucketKeyPrefix: prefix,
    SystemMetadata: { 'cache-control': cacheControl },
  })

const fn = (ref: string, code: string) => resource('AWS::CloudFront::Function', ref, { FunctionCode: code })
const viewerRequestOf = (ref: string) => [{ EventType: 'viewer-request', FunctionARN: `arn:${ref}` }]

const bucket = (metadata: Resource['metadata'] = { 'signet:files': 'console' }) =>
  resource('AWS::S3::Bucket', 'files', {}, metadata)

const distribution = ({ metadata = { 'signet:api': 'platform' }, host = 'abc.execute-api' } = {}) =>
  resource(
    'AWS::CloudFront::Distribution',
    'main',
    {
      DistributionConfig: {
        Origins: [
          { Id: 'files', DomainName: 'files.s3.us-east-1.amazonaws.com' },
          {
            Id: 'api',
            DomainName: `${host}.us-east-1.amazonaws.com`,
            OriginCustomHeaders: [{ HeaderName: 'x-api-key', HeaderValue: 'k' }],
          },
        ],
        DefaultCacheBehavior: {
          TargetOriginId: 'files',
          AllowedMethods: ['GET', 'HEAD'],
          ResponseHeadersPolicyId: 'policy',
          FunctionAssociations: viewerRequestOf('index'),
        },
        CacheBehaviors: [
          { PathPattern: '/static/*', TargetOriginId: 'files' },
          {
            PathPattern: '/api/*',
            TargetOriginId: 'api',
            AllowedMethods: ['GET', 'POST'],
            FunctionAssociations: viewerRequestOf('viewer'),
          },
        ],
      },
    },
    metadata,
  )

const apis = [{ key: 'platform', id: 'abc' }] as LocalApi[]

const policy = resource('AWS::CloudFront::ResponseHeadersPolicy', 'policy', {
  ResponseHeadersPolicyConfig: {
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Preload: true, Override: true },
    },
    CustomHeadersConfig: { Items: [{ Header: 'X-Own', Value: '1', Override: true }] },
  },
})

const resources = [
  bucket(),
  bucketDeployment('document', undefined, 'no-cache'),
  bucketDeployment('static', 'static', 'immutable'),
  fn('index', 'to index'),
  fn('viewer', 'to api'),
  policy,
]

describe('a distribution of the templates', () => {
  it('a distribution is read with its files, its APIs and its headers', () => {
    const cacheControl = [
      { prefix: 'static/', value: 'immutable' },
      { prefix: '', value: 'no-cache' },
    ]
    const files = { folder: 'console', cacheControl }
    expect(readFronts([...resources, distribution()], apis)).toEqual([
      {
        key: 'platform',
        headers: { 'x-api-key': 'k' },
        behaviors: [
          { pattern: '/static/*', methods: ['GET', 'HEAD'], files, responseHeaders: [], viewerRequest: undefined },
          { pattern: '/api/*', key: 'platform', viewerRequest: 'to api' },
          {
            pattern: '*',
            methods: ['GET', 'HEAD'],
            files,
            responseHeaders: [
              ['Content-Security-Policy', "default-src 'none'"],
              ['X-Content-Type-Options', 'nosniff'],
              ['X-Frame-Options', 'DENY'],
              ['Strict-Transport-Security', 'max-age=60; includeSubDomains; preload'],
              ['X-Own', '1'],
            ],
            viewerRequest: 'to index',
          },
        ],
      },
    ])
  })

  it('functions that copy files are not among the local functions', () => {
    expect([...copierArns(resources)]).toEqual(['arn:copier'])
  })

  it.each([
    ['an origin without an API', [...resources, distribution({ host: 'zzz.execute-api' })], /no API and no bucket/],
    ['no port', [...resources, distribution({ metadata: {} as never })], /requires the metadata signet:api/],
    [
      'files without a source',
      [bucket({}), ...resources.slice(1), distribution()],
      /requires the metadata signet:files/,
    ],
    ['an absent function', [...resources.slice(0, 3), policy, distribution()], /at most one function/],
  ])('a distribution with %s is rejected', (_, resources, message) => {
    expect(() => readFronts(resources, apis)).toThrow(message)
  })
})

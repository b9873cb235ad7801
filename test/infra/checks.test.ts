import { type App, Stack } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { describe, expect, it } from 'vitest'
import { isLong } from '../support/scale.ts'
import {
  AT_CLOUDFRONT,
  AT_DOMAIN,
  CONFIGURED_ENV,
  check,
  EDGE_PENDING,
  findingsIn,
  KNOWN_ACCOUNT,
  OTHERWISE_CONFIGURED,
  WITHOUT_SERVICES,
} from './synth.ts'

describe('cdk-nag and the validation of templates', () => {
  it.runIf(isLong).each([
    ['without settings', {}],
    ['with all settings', CONFIGURED_ENV],
    ['with all settings and a known account', { ...CONFIGURED_ENV, ...KNOWN_ACCOUNT }],
    ['with an edge during its creation', EDGE_PENDING],
    ["with an edge at CloudFront's domain", AT_CLOUDFRONT],
    [
      'with an edge at a domain with a certificate, and mail',
      {
        ...AT_DOMAIN,
        SIGNET_HOSTED_ZONE: '',
        SIGNET_CERTIFICATE: 'arn:aws:acm:us-east-1:123456789012:certificate/0123abcd',
        SIGNET_MAIL_FROM: 'no-reply@signet.example.com',
      },
    ],
    [
      'with a restored table and immediate shifts',
      { ...OTHERWISE_CONFIGURED, SIGNET_TABLE: 'rest', SIGNET_SHIFT: 'at-once' },
    ],
  ])('find only waived problems in the app %s', (_, variables) => {
    expect(check('prod', variables)).toEqual({ failure: undefined, violations: [] })
  })

  it('refuse a planted bucket and a planted queue, and name both', () => {
    const plant = (app: App) => {
      const planted = new Stack(app, 'planted')
      new Bucket(planted, 'Open')
      new Queue(planted, 'Plain')
    }
    const { failure, violations } = check('prod', {}, { platform: WITHOUT_SERVICES, plant })
    expect(String(failure)).toMatch(/validation-report\.json/)
    const findings = findingsIn(violations).map(({ rule, path }) => `${rule} ${path}`)
    expect(findings).toEqual(
      expect.arrayContaining([
        'AwsSolutions-S1 planted/Open/Resource',
        'AwsSolutions-S10 planted/Open/Resource',
        'AwsSolutions-SQS4 planted/Plain/Resource',
        'Serverless-SQSRedrivePolicy planted/Plain/Resource',
      ]),
    )
    expect(findings.filter((finding) => !finding.includes('planted/'))).toEqual([])
  })
})

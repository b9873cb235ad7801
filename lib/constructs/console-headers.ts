import { Aws, Duration, Fn } from 'aws-cdk-lib'
import { HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'

/** Returns the origin to which browsers upload the parts of archive files, at addresses that the archive signs. */
const uploadOrigin = ({ stage, region, bucketArchive }: Config): string => {
  const bucket = bucketArchive ?? Fn.getStackOutput(`signet-${stage}-data`, 'ArchiveBucketName', region)
  return `https://${bucket}.s3.${region ?? Aws.REGION}.amazonaws.com`
}

const policyOf = (connectOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connectOrigins].join(' ')}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

export const consoleHeaders = (scope: Construct, id: string, config: Config): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: 'The console loads no third-party content, and no page may frame it',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policyOf([uploadOrigin(config)]), override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
        { header: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()', override: true },
      ],
    },
  })

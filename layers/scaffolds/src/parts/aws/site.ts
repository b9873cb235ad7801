import { code } from '../../code.ts'
import type { Fragment } from './fragment.ts'

const IMPORTS = {
  'aws-cdk-lib': ['CfnOutput', 'RemovalPolicy', 'Validations'],
  'aws-cdk-lib/aws-cloudfront': ['Distribution', 'HttpVersion', 'ResponseHeadersPolicy', 'ViewerProtocolPolicy'],
  'aws-cdk-lib/aws-cloudfront-origins': ['S3BucketOrigin'],
  'aws-cdk-lib/aws-s3': ['BlockPublicAccess', 'Bucket', 'BucketEncryption'],
}

const API_IMPORTS = {
  ...IMPORTS,
  'aws-cdk-lib/aws-cloudfront': [
    ...IMPORTS['aws-cdk-lib/aws-cloudfront'],
    ...['AllowedMethods', 'CachePolicy', 'OriginRequestPolicy'],
  ],
  'aws-cdk-lib/aws-cloudfront-origins': ['HttpOrigin', 'S3BucketOrigin'],
}

const API_BEHAVIOUR = code`
      additionalBehaviors: {
        '/v1/*': {
          origin: new HttpOrigin(api.apiId + '.execute-api.' + this.region + '.' + this.urlSuffix),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },

`

/** Static files behind CloudFront; what begins with /v1 goes to the API where there is one. */
export const siteFragment = (hasApi: boolean): Fragment => ({
  imports: hasApi ? API_IMPORTS : IMPORTS,
  lines: code`
    const site = new Bucket(this, 'Site', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const distribution = new Distribution(this, 'Distribution', {
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(site),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
      },
${hasApi ? API_BEHAVIOUR : code``}    })
    Validations.of(site).acknowledge({ id: 'AwsSolutions-S1', reason: 'Public files; who reads them is nobody\\'s business' })
    Validations.of(distribution).acknowledge({ id: 'AwsSolutions-CFR1', reason: 'The files are for everybody' })
    Validations.of(distribution).acknowledge({ id: 'AwsSolutions-CFR2', reason: 'Static files; the API throttles and verifies callers itself' })
    Validations.of(distribution).acknowledge({ id: 'AwsSolutions-CFR3', reason: 'The API logs its requests; reads of public files are not kept' })
    Validations.of(distribution).acknowledge({ id: 'AwsSolutions-CFR4', reason: 'With a domain of your own, name its certificate and TLS 1.2 here' })
    new CfnOutput(this, 'SiteBucket', { value: site.bucketName })
    new CfnOutput(this, 'SiteAddress', { value: 'https://' + distribution.distributionDomainName })
`,
})

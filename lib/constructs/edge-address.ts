import { Duration, type SecretValue } from 'aws-cdk-lib'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  type CfnDistribution,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { AaaaRecord, ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import type { ApiName } from '../apis.ts'
import { edgePrefix, PLATFORM_PATHS } from '../edge-config.ts'
import { type ConsoleFiles, STATIC_PATH } from './console-files.ts'
import { type LargeBodyRoute, viewerRequestCode } from './edge-viewer-request.ts'
import { waive } from './waivers.ts'

export interface EdgeOrigin {
  readonly key: ApiName
  /** Its host at API Gateway: `<id>.execute-api.<region>.amazonaws.com`. */
  readonly host: string
  readonly path?: string | undefined
  readonly largeBodies?: readonly LargeBodyRoute[]
}

export interface EdgeAddressProps {
  readonly description: string
  readonly main: EdgeOrigin
  readonly others: readonly EdgeOrigin[]
  /** Serves every path that no API has; the main API then has the paths of the platform. */
  readonly console?: ConsoleFiles
  readonly originKey: SecretValue
  readonly webAclArn: string
  /** Custom domain with its certificate; without it CloudFront provides a host name. */
  readonly domain?:
    | { readonly name: string; readonly certificate: ICertificate; readonly zone?: IHostedZone }
    | undefined
}

/**
 * The longest wait for the first packet of a response, and between packets; 60 seconds is the maximum without a quota
 * increase.
 */
const READ_TIMEOUT = Duration.seconds(60)
/** Statuses of errors that CloudFront would cache for ten seconds by default. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/**
 * Images: anyone with the address may read them, and the address identifies one image in one form (spec image-service
 * 3).
 */
const CACHED_PATH = '/v2/assets/*'

/** Redirects plain HTTP, because people type the host without https. Paths of programs refuse plain HTTP instead. */
const withHttpsRedirect = (behavior: BehaviorOptions): BehaviorOptions => ({
  ...behavior,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
})

/** Returns the behaviors of the platform's paths, which come after those of other APIs and before the console. */
const platformBehaviors = (platformBehavior: BehaviorOptions) => [
  ...PLATFORM_PATHS.pages.map((path) => [path, withHttpsRedirect(platformBehavior)] as const),
  ...PLATFORM_PATHS.programs.map((path) => [path, platformBehavior] as const),
]

/** One address of the edge: a distribution that serves the console, forwards requests to APIs, and caches images. */
export class EdgeAddress extends Construct {
  readonly url: string
  constructor(
    scope: Construct,
    id: string,
    { description, main, others, console: files, originKey, webAclArn, domain }: EdgeAddressProps,
  ) {
    super(scope, id)
    const { forwardTo, behaviors } = this.#behaviors(main, others, originKey)
    const mainBehavior = forwardTo(originOf(main, originKey))
    const distribution = new Distribution(this, 'Distribution', {
      comment: description,
      defaultBehavior: files?.index ?? withHttpsRedirect(mainBehavior),
      additionalBehaviors: Object.fromEntries(
        files ? [[STATIC_PATH, files.static], ...behaviors, ...platformBehaviors(mainBehavior)] : behaviors,
      ),
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      webAclId: webAclArn,
      ...(domain
        ? {
            domainNames: [domain.name],
            certificate: domain.certificate,
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
    })
    // The local runner serves this address on the port of the main API.
    const resource = distribution.node.defaultChild as CfnDistribution
    resource.addMetadata('signet:api', main.key)
    waiveFindings(distribution, domain === undefined)
    if (domain?.zone) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
      const record = { zone: domain.zone, recordName: `${domain.name}.`, target }
      new ARecord(this, 'Ipv4', record)
      new AaaaRecord(this, 'Ipv6', record)
    }
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`
  }

  #behaviors(main: EdgeOrigin, others: readonly EdgeOrigin[], originKey: SecretValue) {
    const viewerRequest = new CloudFrontFunction(this, 'ViewerRequest', {
      comment: 'Adds caller address and host as headers; removes the path prefix of an API',
      code: FunctionCode.fromInline(
        viewerRequestCode(
          others.map(({ key }) => key),
          main.largeBodies,
        ),
      ),
      runtime: FunctionRuntime.JS_2_0,
    })
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      comment: 'Browsers use only HTTPS after their first request',
      securityHeadersBehavior: {
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
      },
    })
    const forwardTo = (origin: IOrigin): BehaviorOptions => ({
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    })
    const behaviors = others.flatMap((other) => {
      const originBehavior = forwardTo(originOf(other, originKey))
      const prefix = edgePrefix(other.key)
      const all = [`${prefix}/*`, originBehavior] as const
      if (other.key !== 'images') return [all]
      const cached = { ...originBehavior, cachePolicy: this.#imageCache(), compress: false }
      return [[`${prefix}${CACHED_PATH}`, cached] as const, all]
    })
    return { forwardTo, behaviors }
  }

  /**
   * Caches by address, query, accepted formats and origin of the page, for the lifetime in the service's response, at
   * most an hour.
   */
  #imageCache(): CachePolicy {
    return new CachePolicy(this, 'Images', {
      comment: 'Images, by accepted formats and origin of the page',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.hours(1),
      headerBehavior: CacheHeaderBehavior.allowList('Accept', 'Origin'),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      cookieBehavior: CacheCookieBehavior.none(),
    })
  }
}

const originOf = ({ host, path }: EdgeOrigin, originKey: SecretValue): IOrigin =>
  new HttpOrigin(host, {
    ...(path === undefined ? {} : { originPath: path }),
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    readTimeout: READ_TIMEOUT,
    keepaliveTimeout: Duration.seconds(5),
    // A reference that CloudFormation resolves: no template contains the value.
    customHeaders: { 'x-api-key': originKey.unsafeUnwrap() },
  })

const waiveFindings = (distribution: Distribution, hasCloudFrontName: boolean): void => {
  waive(
    distribution,
    { id: 'AwsSolutions-CFR1', reason: 'The service has callers in every country' },
    { id: 'AwsSolutions-CFR3', reason: 'API Gateway and the functions log every request with its caller' },
    ...(hasCloudFrontName
      ? [
          {
            id: 'AwsSolutions-CFR4',
            reason: 'The certificate of cloudfront.net has a fixed policy; a custom domain has at least TLS 1.2',
          },
        ]
      : []),
  )
}

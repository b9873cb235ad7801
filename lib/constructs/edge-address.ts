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
  Distribution,
  Function as EdgeFunction,
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
import type { ApiKey } from '../apis.ts'
import { edgePrefix, PLATFORM_PATHS } from '../edge-config.ts'
import { type ConsoleFiles, STATIC_PATH } from './console-files.ts'
import { type LedRoute, viewerRequestCode } from './edge-viewer-request.ts'
import { waive } from './waivers.ts'

export interface EdgeOrigin {
  readonly key: ApiKey
  /** Its own host: `<id>.execute-api.<region>.amazonaws.com`. */
  readonly host: string
  readonly path?: string | undefined
  readonly led?: readonly LedRoute[]
}

export interface EdgeAddressProps {
  readonly description: string
  readonly main: EdgeOrigin
  readonly others: readonly EdgeOrigin[]
  /** Has every path that no API has; the main API then has those of the platform. */
  readonly console?: ConsoleFiles
  readonly originKey: SecretValue
  readonly webAclArn: string
  /** A domain of ours, with its certificate; without it CloudFront gives a name. */
  readonly domain?:
    | { readonly name: string; readonly certificate: ICertificate; readonly zone?: IHostedZone }
    | undefined
}

/** Seconds that an origin may take for its first byte and between two; 60 is the most without asking AWS for more. */
const READ_TIMEOUT = Duration.seconds(60)
/** Statuses whose answers CloudFront would keep for ten seconds by itself. */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/** Images: who holds the address may see them, and the address names one image in one form (spec image-service 3). */
const CACHED_PATH = '/v2/assets/*'

/** Somebody types the host. Programs that post by HTTP are refused, at the paths that are theirs. */
const forPeople = (behavior: BehaviorOptions): BehaviorOptions => ({
  ...behavior,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
})

/** The paths of the platform, below those of other APIs and above the console. */
const platformBehaviors = (toPlatform: BehaviorOptions) => [
  ...PLATFORM_PATHS.pages.map((path) => [path, forPeople(toPlatform)] as const),
  ...PLATFORM_PATHS.programs.map((path) => [path, toPlatform] as const),
]

/** One address of the edge: a distribution that gives out the console, passes requests to APIs, and keeps images. */
export class EdgeAddress extends Construct {
  readonly url: string
  constructor(
    scope: Construct,
    id: string,
    { description, main, others, console: files, originKey, webAclArn, domain }: EdgeAddressProps,
  ) {
    super(scope, id)
    const { passed, behaviors } = this.#behaviors(main, others, originKey)
    const toMain = passed(originOf(main, originKey))
    const distribution = new Distribution(this, 'Distribution', {
      comment: description,
      defaultBehavior: files?.index ?? forPeople(toMain),
      additionalBehaviors: Object.fromEntries(
        files ? [[STATIC_PATH, files.static], ...behaviors, ...platformBehaviors(toMain)] : behaviors,
      ),
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
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
    // The local runner has this address on the port of that API.
    const resource = distribution.node.defaultChild as CfnDistribution
    resource.addMetadata('signet:api', main.key)
    acceptFindings(distribution, domain === undefined)
    if (domain?.zone) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
      const record = { zone: domain.zone, recordName: `${domain.name}.`, target }
      new ARecord(this, 'Ipv4', record)
      new AaaaRecord(this, 'Ipv6', record)
    }
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`
  }

  #behaviors(main: EdgeOrigin, others: readonly EdgeOrigin[], originKey: SecretValue) {
    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      comment: 'Who asked, at which address; the prefix of an API off the path',
      code: FunctionCode.fromInline(
        viewerRequestCode(
          others.map(({ key }) => key),
          main.led,
        ),
      ),
      runtime: FunctionRuntime.JS_2_0,
    })
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      comment: 'Browsers ask by HTTPS from then on',
      securityHeadersBehavior: {
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
      },
    })
    const passed = (origin: IOrigin): BehaviorOptions => ({
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    })
    const behaviors = others.flatMap((other) => {
      const toOrigin = passed(originOf(other, originKey))
      const prefix = edgePrefix(other.key)
      const all = [`${prefix}/*`, toOrigin] as const
      if (other.key !== 'images') return [all]
      const kept = { ...toOrigin, cachePolicy: this.#imageCache(), compress: false }
      return [[`${prefix}${CACHED_PATH}`, kept] as const, all]
    })
    return { passed, behaviors }
  }

  /** By address, query, what formats the caller takes and what page asks, for as long as the service says. */
  #imageCache(): CachePolicy {
    return new CachePolicy(this, 'Images', {
      comment: 'Images, by what formats a caller takes and what page asks',
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
    // A reference that CloudFormation resolves: the value is in no template.
    customHeaders: { 'x-api-key': originKey.unsafeUnwrap() },
  })

const acceptFindings = (distribution: Distribution, hasCloudFrontName: boolean): void => {
  waive(
    distribution,
    { id: 'AwsSolutions-CFR1', reason: 'The service is for callers of every country' },
    { id: 'AwsSolutions-CFR3', reason: 'API Gateway and the functions log every request with its caller' },
    ...(hasCloudFrontName
      ? [
          {
            id: 'AwsSolutions-CFR4',
            reason: 'The certificate of cloudfront.net has a policy of its own; a domain has TLS 1.2 at least',
          },
        ]
      : []),
  )
}

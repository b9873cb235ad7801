import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IOrigin,
  type ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { type Config, isLocal } from '../config.ts'
import { consoleHeaders } from './console-headers.ts'
import { INDEX_CODE } from './edge-viewer-request.ts'
import { waiveFileCopierFindings } from './file-copier.ts'
import { privateBucket } from './private-bucket.ts'
import { removalPolicyOf } from './removal-policy.ts'

const CONSOLE_FOLDER = 'dist/console'

const STATIC = 'static'
export const STATIC_PATH = `/${STATIC}/*`

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'no-cache'

export interface ConsoleFilesProps {
  readonly config: Config
  readonly folder: string | undefined
}

/**
 * Checks that the console is built.
 * @throws Error with the command that builds it.
 */
const assertBuilt = (folder: string): void => {
  for (const requiredPath of [join(folder, 'index.html'), join(folder, STATIC)]) {
    if (!existsSync(requiredPath)) throw new Error(`${requiredPath} does not exist: run "npm run build" first`)
  }
}

/**
 * The console in a bucket that only CloudFront reads, and its behaviors: one document for every path, and immutable
 * files below `/static`.
 */
export class ConsoleFiles extends Construct {
  readonly index: BehaviorOptions
  readonly static: BehaviorOptions
  constructor(scope: Construct, id: string, { config, folder = CONSOLE_FOLDER }: ConsoleFilesProps) {
    super(scope, id)
    const bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog: 'Only CloudFront reads the bucket, and its contents are public',
    })
    // The local runner serves the build's output by this name, so that a changed file needs no new synth.
    const resource = bucket.node.defaultChild as CfnBucket
    resource.addMetadata('signet:files', 'console')
    this.#deploy(bucket, config, folder)
    const origin = S3BucketOrigin.withOriginAccessControl(bucket)
    const headers = consoleHeaders(this, 'Headers', config)
    const indexFunction = new CloudFrontFunction(this, 'Index', {
      comment: 'Rewrites every console path to the one document',
      code: FunctionCode.fromInline(INDEX_CODE),
      runtime: FunctionRuntime.JS_2_0,
    })
    this.static = behaviorOf(origin, headers)
    this.index = {
      ...this.static,
      functionAssociations: [{ function: indexFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
    }
  }

  /**
   * Deploys the files that the document refers to, then the document. Nothing is removed, because open pages load their
   * files later.
   */
  #deploy(bucket: Bucket, config: Config, folder: string): void {
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    const common = { destinationBucket: bucket, prune: false, logGroup, outputObjectKeys: false }
    // The local runner reads the folder itself and takes only the cache lifetimes from the deployments.
    if (!isLocal(config)) assertBuilt(folder)
    const [files, document] = isLocal(config)
      ? [Source.data('unused', ''), Source.data('unused', '')]
      : [Source.asset(join(folder, STATIC)), Source.asset(folder, { exclude: ['*', '!index.html'] })]
    const staticDeployment = new BucketDeployment(this, 'Static', {
      ...common,
      sources: [files],
      destinationKeyPrefix: STATIC,
      cacheControl: [CacheControl.fromString(IMMUTABLE)],
    })
    const documentDeployment = new BucketDeployment(this, 'Document', {
      ...common,
      sources: [document],
      cacheControl: [CacheControl.fromString(REVALIDATED)],
    })
    documentDeployment.node.addDependency(staticDeployment)
    waiveFileCopierFindings(this, bucket)
  }
}

const behaviorOf = (origin: IOrigin, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
  origin,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  // People type the host without https.
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  // Caches for the lifetime that the files declare, at least one second, even with `no-cache`; the cache key has no
  // cookies or query.
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  compress: true,
  responseHeadersPolicy,
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
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
import { acceptFileCopier } from './file-copier.ts'
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

/** @throws Error that says what to do when the console is not built. */
const assertBuilt = (folder: string): void => {
  for (const needed of [join(folder, 'index.html'), join(folder, STATIC)]) {
    if (!existsSync(needed)) throw new Error(`There is no ${needed}: run "npm run build" first`)
  }
}

/**
 * The console in a bucket that only CloudFront reads, and how it is given out: one document for every path, and below
 * `/static` files that never change.
 */
export class ConsoleFiles extends Construct {
  readonly index: BehaviorOptions
  readonly static: BehaviorOptions
  constructor(scope: Construct, id: string, { config, folder = CONSOLE_FOLDER }: ConsoleFilesProps) {
    super(scope, id)
    const bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog: 'CloudFront alone reads it, and what it holds is given to anybody who asks',
    })
    // The local runner gives out what the build wrote by this name, so that a changed file needs no new synth.
    const resource = bucket.node.defaultChild as CfnBucket
    resource.addMetadata('signet:files', 'console')
    this.#deploy(bucket, config, folder)
    const origin = S3BucketOrigin.withOriginAccessControl(bucket)
    const headers = consoleHeaders(this, 'Headers', config)
    const everyPath = new EdgeFunction(this, 'Index', {
      comment: 'Every page of the console is its one document',
      code: FunctionCode.fromInline(INDEX_CODE),
      runtime: FunctionRuntime.JS_2_0,
    })
    this.static = given(origin, headers)
    this.index = {
      ...this.static,
      functionAssociations: [{ function: everyPath, eventType: FunctionEventType.VIEWER_REQUEST }],
    }
  }

  /** First what the document names, then the document; nothing is removed, as pages that are open load files of theirs later. */
  #deploy(bucket: Bucket, config: Config, folder: string): void {
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    const common = { destinationBucket: bucket, prune: false, logGroup, outputObjectKeys: false }
    // The local runner reads the folder itself; there the deployments only say how long a file may be kept.
    if (!isLocal(config)) assertBuilt(folder)
    const [files, document] = isLocal(config)
      ? [Source.data('unused', ''), Source.data('unused', '')]
      : [Source.asset(join(folder, STATIC)), Source.asset(folder, { exclude: ['*', '!index.html'] })]
    const first = new BucketDeployment(this, 'Static', {
      ...common,
      sources: [files],
      destinationKeyPrefix: STATIC,
      cacheControl: [CacheControl.fromString(IMMUTABLE)],
    })
    const then = new BucketDeployment(this, 'Document', {
      ...common,
      sources: [document],
      cacheControl: [CacheControl.fromString(REVALIDATED)],
    })
    then.node.addDependency(first)
    acceptFileCopier(this, bucket)
  }
}

const given = (origin: IOrigin, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
  origin,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  // Somebody types the host.
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  // As long as the files say, and a second at least, `no-cache` or not; neither cookies nor queries count.
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  compress: true,
  responseHeadersPolicy,
})

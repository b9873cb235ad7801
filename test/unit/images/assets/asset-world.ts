import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { OutputFormat } from '@signet/imaging/schemas/vocabulary'
import { newUuid, Refusal } from '@signet/kernel'
import type { ConditionalHeaders } from '@signet/kernel/bucket'
import sharp from 'sharp'
import type { RenditionRequest } from '../../../../lambdas/images/assets/choose-rendition.ts'
import { type AssetReply, serveAsset } from '../../../../lambdas/images/assets/serve-asset.ts'
import { bucketFromEnvironment } from '../../../../lambdas/images/images/bucket-client.ts'
import { encodeImage, type ReducedImage, reduceImage } from '../../../../lambdas/images/images/encode-image.ts'
import type { ImageBucket } from '../../../../lambdas/images/images/image-bucket.ts'
import { allKeys, imageKey, masterKey, reducedKey } from '../../../../lambdas/images/images/image-keys.ts'
import { provenanceXmp } from '../../../../lambdas/images/images/provenance.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { startEmbeddedAws } from '../../../../lib/local/aws/embedded-aws.ts'
import { manualClock } from '../../../support/sample-job.ts'

export const XMP = provenanceXmp({ painter: 'offline', modelId: 'sdxl-lightning' })
const BUCKET = 'images'

/** A provider's picture: 320x200 with an edge in it, so that quality shows. */
export const MASTER = await sharp({
  create: {
    width: 320,
    height: 200,
    channels: 3,
    background: 'teal',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .png()
  .toBuffer()

/** A small image, for tests of calls that do not inspect the picture. */
export const SMALL_IMAGE = await sharp(MASTER).resize(32, 20).png().toBuffer()

const encoded = new Map<string, Promise<Buffer>>()

/** Encoded once per run, because most tests use the image and do not test its encoding. */
const encodedMaster = (master: Buffer, format: OutputFormat, quality: number): Promise<Buffer> => {
  const name = `${master.length} ${format} ${quality}`
  const result = encoded.get(name) ?? encodeImage(master, { format, quality, xmp: XMP })
  encoded.set(name, result)
  return result
}

const reduced = new Map<Buffer, Promise<ReducedImage>>()

const reducedMaster = (master: Buffer): Promise<ReducedImage> => {
  const result = reduced.get(master) ?? reduceImage(master, XMP)
  reduced.set(master, result)
  return result
}

/** The real image bucket over the embedded S3, and the use case on it. */
export async function openAssets() {
  const dir = mkdtempSync(join(tmpdir(), 'signet-assets-'))
  const aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  await aws.declareBucket({ name: BUCKET, lifecycle: [] })
  const bucket = bucketFromEnvironment({
    BUCKET_NAME: BUCKET,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: aws.endpoint,
  })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const s3 = new S3Client({ endpoint: aws.endpoint, region: 'us-east-1', credentials })
  const clock = manualClock()
  const log = createLog({ write: () => {} })
  /** Rejects with the refusal. */
  const serve = async (
    id: string,
    rendition: RenditionRequest = {},
    conditions: ConditionalHeaders = {},
    viaBucket: ImageBucket = bucket,
  ): Promise<AssetReply> => {
    const served = await serveAsset({ bucket: viaBucket, now: clock.now, log })(id, rendition, conditions)
    if (served instanceof Refusal) throw served
    return served
  }
  return {
    bucket,
    clock,
    serve,
    /** The objects of a finished job: its master, the reduced form of it, and its image. */
    async finished(format: OutputFormat = 'webp', quality = 60, master: Buffer = MASTER): Promise<string> {
      const id = newUuid()
      const expiresAt = new Date(clock.now().getTime() + 30 * 86_400_000)
      await bucket.put(masterKey(id), master, { contentType: 'image/png' })
      const { bytes, contentType } = await reducedMaster(master)
      await bucket.put(reducedKey(id), bytes, { contentType })
      const image = await encodedMaster(master, format, quality)
      await bucket.put(imageKey(id), image, { contentType: `image/${format}`, expiresAt, quality })
      return id
    },
    /** Keys of all objects in any folder that a job may use, sorted. */
    async keysOf(id: string): Promise<string[]> {
      const folders = new Set(allKeys(id).flatMap((keys) => keys.map((key) => key.slice(0, key.lastIndexOf('/') + 1))))
      const listed = [...folders].map((Prefix) => s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix })))
      return (await Promise.all(listed)).flatMap(({ Contents = [] }) => Contents.map(({ Key }) => String(Key))).sort()
    },
    /** The answer with its bytes read. */
    async get(
      id: string,
      rendition: RenditionRequest = {},
      conditions: ConditionalHeaders = {},
      viaBucket: ImageBucket = bucket,
    ) {
      const served = await serve(id, rendition, conditions, viaBucket)
      const bytes = served.kind === 'unchanged' ? Buffer.alloc(0) : await buffer(served.body)
      const contentRange = served.kind === 'part' ? served.contentRange : undefined
      return { kind: served.kind, headers: served.headers, bytes, contentRange }
    },
    async close() {
      s3.destroy()
      await aws.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type AssetWorld = Awaited<ReturnType<typeof openAssets>>

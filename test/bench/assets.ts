import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { offlinePainter } from '@signet/imaging/painter'
import sharp from 'sharp'
import { encodeImage, type ReducedImage, reduceImage } from '../../lambdas/images/images/encode-image.ts'
import { imageKey, masterKey, reducedKey } from '../../lambdas/images/images/image-keys.ts'
import { provenanceXmp } from '../../lambdas/images/images/provenance.ts'
import { median, type Progress, type Row } from './measure.ts'
import { type Load, load, type Served, serve } from './served.ts'

const root = join(import.meta.dirname, '../..')
const ROUNDS = 3

/** The same picture from both servers: the asset path, and ipx's path for the same size, fit, format and quality. */
const cases = [
  { name: 'original', ours: '', rival: '_', isDerived: false, copies: 12 },
  {
    name: 'thumbnail',
    ours: '?preset=thumbnail',
    rival: 's_256x256,fit_cover,f_webp,q_85',
    isDerived: true,
    copies: 24,
  },
  { name: 'hero', ours: '?preset=hero', rival: 's_1920x1080,fit_cover,f_webp,q_85', isDerived: true, copies: 12 },
] as const

/**
 * The images of a completed job. ipx gets the image, which it serves unchanged, and the master, from which it derives
 * all other forms. The reduced form, created when a job is encoded, exists for this server only.
 */
interface Picture {
  readonly master: Buffer
  readonly image: Buffer
  readonly reduced: ReducedImage
}

/** Creates a photo-like asset of 2000x1333, the size that published benchmarks of image servers use. */
const createPicture = async (): Promise<Picture> => {
  const paintRequest = {
    prompt: 'photo of a mountain lake at dawn, pine forest, mist',
    negativePrompt: undefined,
    modelId: 'image-pro',
    vendorId: null,
    width: 1536,
    height: 1024,
    aspectRatio: '3:2',
    imageSize: undefined,
    seed: 11,
    source: undefined,
    mask: undefined,
    strength: undefined,
    onBehalfOf: 'bench',
  }
  const { bytes } = await offlinePainter.paint(paintRequest, AbortSignal.timeout(60_000))
  const master = await sharp(bytes).resize(2000, 1333, { fit: 'fill' }).png().toBuffer()
  const xmp = provenanceXmp({ painter: 'offline', modelId: paintRequest.modelId })
  const image = await encodeImage(master, { format: 'webp', quality: 85, xmp })
  return { master, image, reduced: await reduceImage(master, xmp) }
}

/** Stores distinct images for both, one ID per copy, so that no cache can serve them. */
const storeCopies = async (
  { reported }: Served,
  dir: string,
  { master, image, reduced }: Picture,
  count: number,
): Promise<string[]> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const s3 = new S3Client({ endpoint: reported.endpoint ?? '', region: 'us-east-1', credentials, forcePathStyle: true })
  const ids = Array.from({ length: count }, () => randomUUID())
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  for (const id of ids) {
    await writeFile(join(dir, `${id}.webp`), image)
    await writeFile(join(dir, `${id}.png`), master)
    const put = (Key: string, Body: Buffer, ContentType: string) =>
      s3.send(new PutObjectCommand({ Bucket: reported.bucket, Key, Body, ContentType }))
    await put(masterKey(id), master, 'image/png')
    await put(reducedKey(id), reduced.bytes, reduced.contentType)
    await s3.send(
      new PutObjectCommand({
        Bucket: reported.bucket,
        Key: imageKey(id),
        Body: image,
        ContentType: 'image/webp',
        Metadata: { 'expires-at': expires },
      }),
    )
  }
  s3.destroy()
  return ids
}

interface Round {
  readonly ours: Load
  readonly rival: Load
}

const rowOf = (bench: string, rounds: readonly Round[]): Row => {
  const medianOf = (pick: (turn: Round) => number) => median(rounds.map(pick))
  const p50 = [medianOf(({ ours }) => ours.p50), medianOf(({ rival }) => rival.p50)]
  const cpu = [medianOf(({ ours }) => ours.cpuMs), medianOf(({ rival }) => rival.cpuMs)].map((ms) => ms.toFixed(1))
  return {
    bench,
    ours: medianOf(({ ours }) => ours.perSecond),
    rival: medianOf(({ rival }) => rival.perSecond),
    unit: 'req/s',
    ratio: medianOf(({ ours, rival }) => ours.perSecond / rival.perSecond),
    cpuRatio: medianOf(({ ours, rival }) => ours.cpuMs / rival.cpuMs),
    note: `p50 ${p50.join(' / ')} ms, CPU ${cpu.join(' / ')} ms per request`,
  }
}

/** Measures both servers one after the other, in alternating order. */
const measureRound = async (number: number, ours: () => Promise<Load>, rival: () => Promise<Load>): Promise<Round> => {
  if (number % 2 === 0) return { ours: await ours(), rival: await rival() }
  const rivalLoad = await rival()
  return { ours: await ours(), rival: rivalLoad }
}

const compareServers = async (stack: Served, ipx: Served, dir: string, progress: Progress): Promise<Row[]> => {
  progress('painting')
  const picture = await createPicture()
  const warmUpIds = await storeCopies(stack, dir, picture, 8)
  const rows: Row[] = []
  for (const { name, ours, rival, isDerived, copies } of cases) {
    const paths = (ids: readonly string[], side: 'ours' | 'rival') =>
      ids.map((id) => (side === 'ours' ? `/v2/assets/${id}${ours}` : `/${rival}/${id}.${isDerived ? 'png' : 'webp'}`))
    await load(stack, paths(warmUpIds, 'ours'))
    await load(ipx, paths(warmUpIds, 'rival'))
    const firstRequests: Round[] = []
    const repeatedRequests: Round[] = []
    for (let number = 0; number < ROUNDS; number += 1) {
      progress(`assets ${name} ${number}/${ROUNDS}`)
      const ids = await storeCopies(stack, dir, picture, copies)
      const loadBoth = () =>
        measureRound(
          number,
          () => load(stack, paths(ids, 'ours')),
          () => load(ipx, paths(ids, 'rival')),
        )
      firstRequests.push(await loadBoth())
      if (isDerived) repeatedRequests.push(await loadBoth())
    }
    rows.push(rowOf(isDerived ? `asset ${name}, first request` : `asset ${name}`, firstRequests))
    if (isDerived) rows.push(rowOf(`asset ${name}, repeated request`, repeatedRequests))
  }
  return rows
}

/** Compares the asset route of the whole local runner (gateway, function, image store) with ipx on the same files. */
export const assetsBench = async (progress: Progress): Promise<Row[]> => {
  const work = join(root, '.local', 'bench', `assets-${process.pid}`)
  const dir = join(work, 'ipx')
  await mkdir(dir, { recursive: true })
  const started: Served[] = []
  try {
    started.push(await serve('stack-server.ts', join(work, 'state')), await serve('ipx-server.mjs', dir))
    const [stack, ipx] = started as [Served, Served]
    return await compareServers(stack, ipx, dir, progress)
  } finally {
    for (const server of started) await server.stop()
    await rm(work, { recursive: true, force: true })
  }
}

import { offlinePainter } from '@signet/imaging/painter'
import { OUTPUT_FORMATS, type OutputFormat, PRESETS, type Preset } from '@signet/imaging/schemas/vocabulary'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { encodeImage } from '../../lambdas/images/images/encode-image.ts'
import { provenanceXmp } from '../../lambdas/images/images/provenance.ts'
import { costOf, inPairs, type Progress, type Row } from './measure.ts'

const THROUGHPUT_RATIO_MIN = 0.95
const quality = 85
const modelId = 'image-pro'
const xmp = provenanceXmp({ painter: 'offline', modelId })

/** The documented settings, written out: the rival's side calls no code of the repository. */
const BARE_FORMATS: Readonly<Record<OutputFormat, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 6 }),
  webp: (image) => image.webp({ quality, effort: 4 }),
  avif: (image) => image.avif({ quality, effort: 2 }),
}

const BARE_SIZES: Readonly<Record<Preset, ResizeOptions>> = {
  thumbnail: { width: 256, height: 256, fit: 'cover' },
  standard: { width: 1024, fit: 'inside', withoutEnlargement: true },
  hero: { width: 1920, height: 1080, fit: 'cover' },
  portrait: { width: 1080, height: 1350, fit: 'cover' },
}

/** Returns the number of rounds: AVIF is many times slower than other formats. */
const roundsOf = (format: OutputFormat): number => (format === 'avif' ? 9 : 15)

const compareThroughput = async (
  bench: string,
  format: OutputFormat,
  ours: () => Promise<Buffer>,
  rival: () => Promise<Buffer>,
  progress: Progress,
): Promise<Row> => {
  const pairs = await inPairs(
    roundsOf(format),
    () => costOf(ours),
    () => costOf(rival),
    (at) => progress(`${bench} ${at}`),
  )
  return {
    bench,
    ours: 1000 / pairs.ours,
    rival: 1000 / pairs.rival,
    unit: '1/s',
    // Images per CPU second in the best round of each side. One call keeps one core busy; other load on the machine
    // makes a round slower but never faster.
    ratio: 1 / pairs.leastCpuRatio,
    cpuRatio: pairs.cpuRatio,
    note: `by the clock ${(1 / pairs.ratio).toFixed(2)}`,
    budget: { atLeast: THROUGHPUT_RATIO_MIN },
  }
}

/**
 * Compares encodeImage, whole and as presets, with the same calls of bare sharp, on a 1024² picture of the offline
 * painter.
 */
export const encodeBench = async (progress: Progress): Promise<Row[]> => {
  // libvips caches decoded images by the address of their bytes. Without this, the second call would not decode.
  sharp.cache(false)
  progress('painting')
  const paintRequest = {
    prompt: 'photo of a lighthouse on a rocky coast at dusk, breaking waves, clouds',
    negativePrompt: undefined,
    modelId,
    vendorId: null,
    width: 1024,
    height: 1024,
    aspectRatio: '1:1',
    imageSize: undefined,
    seed: 7,
    source: undefined,
    mask: undefined,
    strength: undefined,
    onBehalfOf: 'bench',
  }
  const { bytes: master } = await offlinePainter.paint(paintRequest, AbortSignal.timeout(60_000))
  const rows: Row[] = []
  for (const format of OUTPUT_FORMATS) {
    const ours = () => encodeImage(master, { format, quality, xmp })
    const bare = () => BARE_FORMATS[format](sharp(master)).toBuffer()
    rows.push(await compareThroughput(`encode ${format}`, format, ours, bare, progress))
  }
  for (const format of OUTPUT_FORMATS) {
    for (const preset of format === 'webp' ? PRESETS : (['thumbnail', 'standard'] as const)) {
      const ours = () => encodeImage(master, { format, quality, preset, xmp })
      const bare = () => BARE_FORMATS[format](sharp(master).resize(BARE_SIZES[preset])).toBuffer()
      rows.push(await compareThroughput(`preset ${preset} ${format}`, format, ours, bare, progress))
    }
  }
  return rows
}

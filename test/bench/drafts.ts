import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { offlinePainter } from '@signet/imaging/painter'
import sharp from 'sharp'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const rounds = 7
/** Drafts per round; concurrent callers. */
const drafts = 8
const callers = 4

/** A draft with the catalog's default model, square. */
const draft = { prompt: 'a lighthouse at dusk', modelId: 'sdxl-lightning', width: 1024, height: 1024 }

/**
 * Creates one draft through the whole system: gateway, table, queue, state machine and store. The response contains its
 * address.
 */
const throughHttp = async ({ urls, identities }: RunningStack, seed: number): Promise<void> => {
  const response = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${identities.pro?.genKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: draft.prompt, quality_tier: 'draft', sync: true, seed }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`A draft returned ${response.status}: ${text.slice(0, 300)}`)
}

/** Runs the painter and sharp alone, with the settings of the asset. */
const paintAndEncode = async (seed: number): Promise<void> => {
  const unusedInputs = { negativePrompt: undefined, source: undefined, mask: undefined, strength: undefined }
  const paintOptions = { vendorId: null, aspectRatio: '1:1' as const, imageSize: undefined, onBehalfOf: '' }
  const master = await offlinePainter.paint(
    { ...draft, ...unusedInputs, ...paintOptions, seed },
    AbortSignal.timeout(60_000),
  )
  await sharp(master.bytes).webp({ quality: 85, effort: 4 }).toBuffer()
}

/** Each caller starts its next draft when the previous one has completed. */
const measureRound = (createDraft: (seed: number) => Promise<void>, first: number): Promise<Cost> =>
  costOf(async () => {
    let next = first
    const caller = async () => {
      while (next < first + drafts) await createDraft(next++)
    }
    await Promise.all(Array.from({ length: callers }, caller))
  })

/** Compares draft generations per second, end to end over HTTP, with the bare painter and sharp in the same process. */
export const draftsBench = async (progress: Progress): Promise<Row[]> => {
  const state = join(root, '.local', 'bench', `drafts-${process.pid}`)
  progress('starting')
  const stack = await startStack({ port: 0, state, fresh: true, watch: false, seed: seedIdentities({ rich: true }) })
  try {
    let seed = 0
    const nextRound = (make: (seed: number) => Promise<void>) => () => {
      seed += drafts
      return measureRound(make, seed)
    }
    const pairs = await inPairs(
      rounds,
      nextRound((each) => throughHttp(stack, each)),
      nextRound(paintAndEncode),
      (at) => progress(`drafts ${at}`),
    )
    const perSecond = (ms: number) => drafts / (ms / 1000)
    return [
      {
        bench: 'drafts over HTTP, four callers',
        ours: perSecond(pairs.ours),
        rival: perSecond(pairs.rival),
        unit: '1/s',
        ratio: 1 / pairs.ratio,
        cpuRatio: pairs.cpuRatio,
      },
    ]
  } finally {
    await stack.stop()
    await rm(state, { recursive: true, force: true })
  }
}

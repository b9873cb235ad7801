import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { offlinePainter } from '@signet/imaging/painter'
import sharp from 'sharp'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const rounds = 7
/** Drafts a round, and how many callers wait for theirs at the same time. */
const drafts = 8
const callers = 4

/** A draft as the catalog has it: its default model, square. */
const draft = { prompt: 'a lighthouse at dusk', modelId: 'sdxl-lightning', width: 1024, height: 1024 }

/** One draft through the whole system: gateway, table, queue, state machine, store; the answer carries its address. */
const throughHttp = async ({ urls, identities }: RunningStack, seed: number): Promise<void> => {
  const response = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${identities.pro?.genKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: draft.prompt, quality_tier: 'draft', sync: true, seed }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`A draft answered ${response.status}: ${text.slice(0, 300)}`)
}

/** The work itself and nothing around it: the painter, then sharp with the settings of the asset. */
const bare = async (seed: number): Promise<void> => {
  const nothing = { negativePrompt: undefined, source: undefined, mask: undefined, strength: undefined }
  const more = { vendorId: null, aspectRatio: '1:1' as const, imageSize: undefined, onBehalfOf: '' }
  const master = await offlinePainter.paint({ ...draft, ...nothing, ...more, seed }, AbortSignal.timeout(60_000))
  await sharp(master.bytes).webp({ quality: 85, effort: 4 }).toBuffer()
}

/** Every caller has its next one made when the one before is done. */
const round = (make: (seed: number) => Promise<void>, first: number): Promise<Cost> =>
  costOf(async () => {
    let next = first
    const caller = async () => {
      while (next < first + drafts) await make(next++)
    }
    await Promise.all(Array.from({ length: callers }, caller))
  })

/** Draft generations a second, end to end over HTTP, against bare painter and sharp in the same process. */
export const draftsBench = async (progress: Progress): Promise<Row[]> => {
  const state = join(root, '.local', 'bench', `drafts-${process.pid}`)
  progress('starting')
  const stack = await startStack({ port: 0, state, fresh: true, watch: false, seed: seedIdentities({ rich: true }) })
  try {
    let seed = 0
    const turn = (make: (seed: number) => Promise<void>) => () => {
      seed += drafts
      return round(make, seed)
    }
    const pairs = await inPairs(
      rounds,
      turn((each) => throughHttp(stack, each)),
      turn(bare),
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

import { offlinePainter, sketchingPainter } from '@signet/painter'
import { OFFLINE_PAINTER, type Painter, SKETCHING_PAINTER } from '@signet/painter/image-provider'

/** Painters of the providers, by the name that jobs carry. */
export type LivePainters = ReadonlyMap<string, Painter>

const OFFLINE: ReadonlyMap<string, Painter> = new Map([
  [OFFLINE_PAINTER, offlinePainter],
  [SKETCHING_PAINTER, sketchingPainter],
])

/**
 * The painter that a job was accepted with.
 *
 * @throws Error when there is none of that name, which no accepted job has.
 */
export const painterNamed =
  (live: LivePainters) =>
  (name: string): Painter => {
    const painter = OFFLINE.get(name) ?? live.get(name)
    if (!painter) throw new Error(`There is no painter called ${name}`)
    return painter
  }

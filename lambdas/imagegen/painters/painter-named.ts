import { offlinePainter } from './offline/offline-painter.ts'
import { OFFLINE_PAINTER, type Painter } from './painter.ts'

/** The painter that a job was accepted with. */
export const painterNamed = (name: string): Painter => {
  if (name === OFFLINE_PAINTER) return offlinePainter
  throw new Error(`There is no painter called ${name}`)
}

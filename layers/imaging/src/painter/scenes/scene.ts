import type { Canvas } from '../canvas.ts'
import type { Palette } from '../palette.ts'
import type { Brief } from '../read-prompt.ts'
import type { Random } from '../seeded-random.ts'

export interface SceneContext {
  readonly canvas: Canvas
  readonly brief: Brief
  readonly palette: Palette
  readonly random: Random
}

export type PaintScene = (scene: SceneContext) => Promise<void>

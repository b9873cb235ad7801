/** The style in which the offline painter imitates a model. All values are 0 to 1 unless stated otherwise. */
export interface Style {
  readonly grain: number
  readonly bloom: number
  /** Local contrast; below 0 softens. */
  readonly crispness: number
  readonly strokes: number
  /** Factor of the saturation; 1 changes nothing. */
  readonly vibrance: number
  readonly vignette: number
}

const PLAIN: Style = { grain: 0.35, bloom: 0.35, crispness: 0.25, strokes: 0, vibrance: 1, vignette: 0.35 }

/** Styles by the first pattern that matches the model ID. A style only hints at the model. */
const MODEL_STYLES: readonly (readonly [RegExp, Partial<Style>])[] = [
  [/lightning/, { bloom: 0.55, crispness: 0, grain: 0.3, vibrance: 1.05 }],
  [/flux/, { crispness: 0.5, grain: 0.22, bloom: 0.3, vibrance: 1.06 }],
  [/phoenix/, { grain: 0.75, crispness: 0.35, vibrance: 0.9, vignette: 0.5 }],
  [/lucid/, { vibrance: 1.16, bloom: 0.5, grain: 0.25 }],
  [/dreamshaper/, { strokes: 1, bloom: 0.55, vibrance: 1.1, grain: 0.3, crispness: 0.4 }],
  [/sd-1\.5/, { strokes: 0.5, grain: 0.4 }],
  [/sdxl-base/, { strokes: 0.3, grain: 0.35 }],
  [/provider-b/, { crispness: 0.45, vibrance: 1.08, grain: 0.25, bloom: 0.4 }],
  [/provider-a/, { crispness: 0.35, vibrance: 1.02, grain: 0.28, bloom: 0.45, vignette: 0.45 }],
]

export const styleOf = (modelId: string): Style => ({
  ...PLAIN,
  ...(MODEL_STYLES.find(([pattern]) => pattern.test(modelId))?.[1] ?? {}),
})

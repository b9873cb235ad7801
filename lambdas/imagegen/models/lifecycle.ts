import type { Model } from './catalogue.ts'

/** What a vendor's own list says of a model's end, as ISO dates (UTC). */
export interface Lifecycle {
  /** Day from which the vendor does not serve it any more. */
  readonly retiresAt?: string
  /** Day on which it was first missing from the list; once another day confirms it, the model is retired. */
  readonly missingSince?: string
}

/** By public model id; a model without an entry is as the catalogue says. */
export type Lifecycles = ReadonlyMap<string, Lifecycle>

export const NO_LIFECYCLES: Lifecycles = new Map()

/** The model with the dates that its vendor tells: they are newer than ours. */
export const withLifecycle = (model: Model, lifecycles: Lifecycles): Model => {
  const retiresAt = lifecycles.get(model.id)?.retiresAt
  return retiresAt === undefined ? model : { ...model, retiresAt, replacement: model.replacement ?? model.fallback }
}

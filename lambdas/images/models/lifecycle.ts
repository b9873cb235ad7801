import type { Model } from './catalog.ts'

/** The end of a model by its vendor's own list, as ISO dates (UTC). */
export interface Lifecycle {
  /** First day on which the vendor no longer serves it. */
  readonly retiresAt?: string
  /** Day on which it was first missing from the list. If it is missing on another day too, the model is retired. */
  readonly missingSince?: string
}

/** By public model id. A model without an entry has the dates of the catalog. */
export type Lifecycles = ReadonlyMap<string, Lifecycle>

export const NO_LIFECYCLES: Lifecycles = new Map()

/** Returns the model with the dates from its vendor, which override those of the catalog. */
export const withLifecycle = (model: Model, lifecycles: Lifecycles): Model => {
  const retiresAt = lifecycles.get(model.id)?.retiresAt
  return retiresAt === undefined ? model : { ...model, retiresAt, replacement: model.replacement ?? model.fallback }
}

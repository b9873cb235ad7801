export const TRAIT_NAMES = [
  ...(['trigger', 'route_shape', 'verification', 'dispatch', 'store', 'data_classes', 'exposure'] as const),
  ...(['multi_tenant', 'has_ui', 'uses_model', 'vendor', 'latency', 'bindings', 'default_routes'] as const),
] as const

export type TraitName = (typeof TRAIT_NAMES)[number]

/** Traits of an intended system, all strings (spec platform-api 4.7); `unknown` becomes a question. */
export type Traits = Readonly<Record<TraitName, string>>

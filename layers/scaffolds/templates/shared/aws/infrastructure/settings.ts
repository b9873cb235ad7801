// #if settings
/** Values that differ between stages and are not secret. */
export const settings = {
  // #if model
  /** $modelMeans. */
  MODEL_ID: '$modelId',
  // #endif
  // #each otherSetting
  /** $means. */
  $name: $value,
  // #endeach
}
// #endif

export { ARTIFACT_MAX_BYTES, checkArtifact } from './check-artifact.ts'
export { ARTIFACT_TYPES, type ArtifactType, declaredType, isMediaType } from './media-types.ts'
export type { Acceptance, ArtifactRule, ArtifactVerdict, ArtifactWarning, Refusal } from './verdict.ts'

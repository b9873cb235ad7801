export { ARTIFACT_TYPES, type ArtifactType, declaredType, isMediaType } from './media-types.ts'

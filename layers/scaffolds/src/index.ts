export { type Answers, AnswersError, readAnswers } from './answers.ts'
export type { ScaffoldFile } from './cross-check.ts'
export type { PromptContext } from './envelope.ts'
export { filesSha256 } from './file-digest.ts'
export { ScaffoldFault } from './governance.ts'
export {
  type Classification,
  type DeckUsed,
  requireInput,
  type ScaffoldInput,
  ScaffoldInputError,
  TARGETS,
  type Target,
} from './input.ts'
export {
  type IntentionInput,
  type InterpretedIntention,
  interpretIntention,
  PROJECT_TYPES,
} from './interpret-intention.ts'
export { type AwsEntry, awsManifest, type CloudflareEntry, cloudflareManifest } from './manifests.ts'
export { PATTERN_IDS, type PatternId } from './pattern-ids.ts'
export { previewFiles } from './preview.ts'
export { type Scaffold, scaffold } from './scaffold.ts'
export type { Stride } from './stride.ts'
export { TRAIT_VALUES, type Traits } from './traits.ts'
export { type CallerFile, type UpdatedFile, type UpdateInput, updateScaffold } from './update.ts'
export { patternVersions, UnknownPatternVersionError } from './versions.ts'

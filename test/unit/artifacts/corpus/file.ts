import type { ArtifactRule, ArtifactType, ArtifactWarning } from '@signet/artifacts'

/** A file of the corpus: what it is declared to be, and the answer. */
export interface CorpusFile {
  readonly what: string
  readonly type: ArtifactType
  readonly bytes: Buffer
  /** The rule that refuses it; absent for what is accepted. */
  readonly refusedBy?: ArtifactRule
  readonly warning?: ArtifactWarning['rule']
}

type Refused = readonly [what: string, bytes: Buffer, refusedBy?: ArtifactRule, warning?: ArtifactWarning['rule']]

/** Files of one declared type. */
export const filesOf = (type: ArtifactType, files: readonly Refused[]): readonly CorpusFile[] =>
  files.map(([what, bytes, refusedBy, warning]) => ({ what, type, bytes, refusedBy, warning }))

import type { ArtifactRule, ArtifactType, ArtifactWarning } from '@signet/artifacts'

/** A file of the corpus: its declared type and the expected verdict. */
export interface CorpusFile {
  readonly title: string
  readonly type: ArtifactType
  readonly bytes: Buffer
  /** The rule that refuses it; absent for an accepted file. */
  readonly refusedBy?: ArtifactRule
  readonly warning?: ArtifactWarning['rule']
}

type CorpusEntry = readonly [title: string, bytes: Buffer, refusedBy?: ArtifactRule, warning?: ArtifactWarning['rule']]

/** Files of one declared type. */
export const filesOf = (type: ArtifactType, files: readonly CorpusEntry[]): readonly CorpusFile[] =>
  files.map(([title, bytes, refusedBy, warning]) => ({ title, type, bytes, refusedBy, warning }))

import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { SubmittedFormRow } from './request-table.ts'

/**
 * Whether an artifact is the one that was asked for: its bytes may have been replaced since, but one that was removed and made anew
 * under the same slug is another, for which nobody has asked.
 */
export const isAskedFor = (
  artifact: Pick<ArtifactRow, 'created_at'> | undefined,
  { artifact_since = artifact?.created_at }: Pick<SubmittedFormRow, 'artifact_since'>,
): boolean => artifact !== undefined && artifact.created_at === artifact_since

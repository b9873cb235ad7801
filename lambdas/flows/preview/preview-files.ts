import { intended, scaffold } from '@signet/scaffolds'
import type { PreviewFile } from '../contract/preview.ts'

/** The seed says which cards are drawn; which files there are does not follow from cards. */
const ANY_SEED = 0

/** The files that a scaffold of this intention has, in the order of their paths: those that creating it makes. */
export const previewFiles = (intention: string, projectType: string): readonly PreviewFile[] => {
  const { pattern, traits, entities } = intended({ intention, projectType })
  const { files } = scaffold({ intention, pattern, traits, entities, seed: ANY_SEED })
  return files.map(({ path, role }) => ({ path, role }))
}

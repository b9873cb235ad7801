import { interpretIntention } from './interpret-intention.ts'
import { scaffold } from './scaffold.ts'

/** The seed determines the cards, which do not change the list of files. */
const ANY_SEED = 0

/** Returns the files that a scaffold of this intention has, by path. */
export const previewFiles = (intention: string, projectType: string) => {
  const { pattern, traits, entities } = interpretIntention({ intention, projectType })
  const { files } = scaffold({ intention, pattern, traits, entities, seed: ANY_SEED })
  return files.map(({ path, role }) => ({ path, role }))
}

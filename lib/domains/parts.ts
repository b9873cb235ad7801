import type { DomainParts } from '../constructs/domain-build.ts'
import { archiveParts } from './archive.ts'
import { flagsParts } from './flags.ts'
import { imageParts } from './images.ts'
import { notebookParts } from './notebooks.ts'
import { witnessParts } from './witness.ts'

export const DOMAIN_PARTS: Readonly<Record<string, DomainParts>> = {
  images: imageParts,
  flags: flagsParts,
  archive: archiveParts,
  notebooks: notebookParts,
  witness: witnessParts,
}

import { access } from '../../lambdas/archive/contract/access.ts'
import { isWatched } from '../config.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'
import { collectionAccess } from './collection-access.ts'

const watchImports = (build: DomainBuild): void => {
  if (!isWatched(build.config)) return
  build
    .queue('archive-ingest')
    .watch('ImportsWaiting', 'Parts of an import are waiting: the consumer fails, is throttled, or is overloaded')
}

const collection = collectionAccess('archive-fn', access)

export const archiveParts: DomainParts = {
  addResources: (build) => {
    collection.addResources?.(build)
    watchImports(build)
  },
}

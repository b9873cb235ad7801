import type { FunctionAccess } from '@signet/kernel/access'
import { COLLECTION_INDEX } from '@signet/search-index/collection-mapping'
import { access } from '../../lambdas/archive/contract/access.ts'
import { dataAccess } from '../constructs/archive-collection.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'

/** Every function that uses the collection, with its permissions there. */
const entitledTo = (build: DomainBuild) =>
  Object.entries<FunctionAccess>(access).flatMap(([name, { collection, description }]) => {
    const role = collection && build.fn(name).fn.role
    return role ? [{ verbs: collection.verbs, roles: [role.roleArn], says: description }] : []
  })

/** The functions' access to the collection, where there is one. */
export const archiveParts: DomainParts = {
  more: (build) => {
    const { stack, config } = build
    if (config.archiveCollection === 'none') return
    dataAccess(stack, 'CollectionAccess', config, {
      name: 'archive-fn',
      index: COLLECTION_INDEX,
      entitled: entitledTo(build),
    })
  },
}

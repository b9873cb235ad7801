import type { Access } from '@signet/kernel/access'
import { COLLECTION_INDEX } from '@signet/search/index/collection-mapping'
import { dataAccess } from '../constructs/archive-collection.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'

const grantsOf = (build: DomainBuild, access: Access) =>
  Object.entries(access).flatMap(([name, { collection, description }]) => {
    const role = collection && build.fn(name).fn.role
    return role ? [{ verbs: collection.verbs, roles: [role.roleArn], description }] : []
  })

/**
 * Returns the access of a domain's functions to the archive's collection, if one is configured. `name` is as in
 * `dataAccess`.
 */
export const collectionAccess = (name: string, access: Access): DomainParts => ({
  addResources: (build) => {
    const { stack, config } = build
    if (config.archiveCollection === 'none') return
    const grants = grantsOf(build, access)
    dataAccess(stack, 'CollectionAccess', config, { name, index: COLLECTION_INDEX, grants })
  },
})

import { COLLECTION_INDEX } from '../../lambdas/archive/contract/collection-mapping.ts'
import { dataAccess } from '../constructs/archive-collection.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'

/** Functions that use the collection. */
const USERS = ['search', 'chat', 'compose', 'ingest', 'merge']

const entitledOf = (build: DomainBuild, name: string) => {
  const { collection, description } = build.access(name)
  if (!collection) throw new Error(`archive-${name} has no business with the collection: see its access.ts`)
  const { role } = build.fn(name).fn
  return { verbs: collection.verbs, roles: role ? [role.roleArn] : [], says: description }
}

/** Who reads and writes the collection, where there is one. */
export const archiveParts: DomainParts = {
  more: (build) => {
    const { stack, config } = build
    if (config.archiveCollection === 'none') return
    const entitled = USERS.map((name) => entitledOf(build, name))
    dataAccess(stack, 'CollectionAccess', config, { name: 'archive-fn', index: COLLECTION_INDEX, entitled })
  },
}

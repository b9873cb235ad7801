import { access } from '../../lambdas/archive/contract/access.ts'
import { collectionAccess } from './collection-access.ts'

/** The archive's own access to the collection. */
export const archiveParts = collectionAccess('archive-fn', access)

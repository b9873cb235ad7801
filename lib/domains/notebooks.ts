import { access } from '../../lambdas/notebooks/contract/access.ts'
import { collectionAccess } from './collection-access.ts'

/** The access of notebooks to the collection of the archive. */
export const notebookParts = collectionAccess('notebook-fn', access)

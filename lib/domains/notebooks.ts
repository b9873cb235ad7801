import { access } from '../../lambdas/notebooks/contract/access.ts'
import { collectionAccess } from './collection-access.ts'

export const notebookParts = collectionAccess('notebook-fn', access)

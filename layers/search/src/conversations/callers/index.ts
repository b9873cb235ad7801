export { hasArchiveScope, meteredRoute, workspaceOf } from './archive-callers.ts'

export { hasArchiveScope } from './archive-scope.ts'
export { meteredRoute } from './metered-route.ts'
export { workspaceOf } from './workspace.ts'

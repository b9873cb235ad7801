export { archiveCallers } from './archive-callers.ts'
export { meteredRoute } from './metered-route.ts'
export { workspaceOf } from './workspace.ts'

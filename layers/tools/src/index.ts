export { type CallTool, callTool, type Outcome } from './call-tool.ts'
export { cleaned, cleanedAll } from './cleaned.ts'
export type { Task } from './task.ts'
export type { TaskState, Tasks } from './tasks.ts'
export {
  defineTool,
  type FailureBody,
  type Found,
  type Hints,
  type Link,
  type NextCall,
  type Picture,
  type Tool,
  type ToolContext,
  ToolFailure,
} from './tool.ts'

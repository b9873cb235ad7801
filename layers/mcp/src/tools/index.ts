export { type CallTool, callTool } from './call-tool.ts'
export { definePrompt, type Prompt } from './prompt.ts'
export type { ResourceKind } from './resource-kind.ts'
export type { Task } from './task.ts'
export type { TaskState, Tasks } from './tasks.ts'
export {
  defineTool,
  type FailureBody,
  type Link,
  type NextCall,
  type Picture,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolResult,
} from './tool.ts'

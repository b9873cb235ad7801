export { contextOf, REVOKED_ACCESS, repeatKey } from './agent-calls.ts'
export { agentEndpoint } from './agent-endpoint.ts'
export { resourceReply } from './resource-reply.ts'

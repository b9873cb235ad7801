export { contextOf, repeatKey, SHUT_OUT } from './agent-calls.ts'
export { agentEndpoint } from './agent-endpoint.ts'
export { resourceReply } from './resource-reply.ts'

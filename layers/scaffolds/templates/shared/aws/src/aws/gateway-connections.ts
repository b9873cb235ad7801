// #if connections
import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { Connections } from '../connections/connections.ts'

/** Connections of a WebSocket API at the URL of its stage. */
export const gatewayConnections = (endpoint: string): Connections => {
  const client = new ApiGatewayManagementApiClient({ endpoint })
  return {
    send: async (connection, value) => {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId: connection, Data: JSON.stringify(value) }))
        return true
      } catch (error) {
        if (error instanceof GoneException) return false
        throw error
      }
    },
  }
}
// #endif

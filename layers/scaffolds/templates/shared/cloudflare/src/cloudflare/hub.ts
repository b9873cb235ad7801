// #if connection
import type { ConnectionEvent } from '../connections/connections.ts'
import * as handler from '../handler.ts'
import type { Deps } from '../ports.ts'

/** The part of Durable Objects and their hibernating sockets that this service uses. */
export interface Socket {
  send(text: string): void
  close(code: number, reason: string): void
}
export interface State {
  acceptWebSocket(socket: Socket, tags: readonly string[]): void
  getWebSockets(tag?: string): readonly Socket[]
  getTags(socket: Socket): readonly string[]
}
export interface Namespace {
  idFromName(name: string): unknown
  get(id: unknown): { fetch(request: Request): Promise<Response> }
}
declare const WebSocketPair: new () => { readonly 0: Socket; readonly 1: Socket }

type HubEvent = Pick<ConnectionEvent, 'type' | 'connection' | 'body'>

/** A room. It retains its connections while it hibernates. */
export const HubOf = <Env>(depsOf: (env: Env) => Omit<Deps, 'connections'>) =>
  class {
    readonly state: State
    readonly env: Env

    constructor(state: State, env: Env) {
      this.state = state
      this.env = env
    }

    get deps(): Deps {
      const send = async (connection: string, value: unknown): Promise<boolean> => {
        const [socket] = this.state.getWebSockets(connection)
        socket?.send(JSON.stringify(value))
        return socket !== undefined
      }
      return { ...depsOf(this.env), connections: { send } }
    }

    run(event: HubEvent, headers: Headers = new Headers(), query = new URLSearchParams()): Promise<number> {
      return handler.connection({ ...event, headers, query }, this.deps)
    }

    /**
     * Only worker.ts calls this, for admitted requests. The socket is accepted first, so that the member misses no
     * message.
     */
    async fetch(request: Request): Promise<Response> {
      const pair = new WebSocketPair()
      const connection = this.deps.newId()
      const query = new URL(request.url).searchParams
      this.state.acceptWebSocket(pair[1], [connection])
      const status = await this.run({ type: 'open', connection, body: '' }, request.headers, query)
      if (status !== 200) {
        pair[1].close(1008, 'refused')
        return new Response(null, { status })
      }
      return new Response(null, { status: 101, webSocket: pair[0] } as ResponseInit)
    }

    async webSocketMessage(socket: Socket, body: string): Promise<void> {
      await this.run({ type: 'message', connection: this.state.getTags(socket)[0] ?? '', body: String(body) })
    }

    async webSocketClose(socket: Socket): Promise<void> {
      await this.run({ type: 'close', connection: this.state.getTags(socket)[0] ?? '', body: '' })
    }

    /** A failed connection is handled like a closed one. */
    webSocketError(socket: Socket): Promise<void> {
      return this.webSocketClose(socket)
    }
  }
// #endif

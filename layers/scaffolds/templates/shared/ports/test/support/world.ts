import type { Prompt } from '../../src/model/model.ts'
import { MemoryObjects } from '../../src/objects/objects.ts'
import type { Deps } from '../../src/ports.ts'
import { MemoryRecords } from '../../src/records/memory-records.ts'
import { API_KEYS, JWKS, KEY } from './credentials.ts'

/** Start time of tests in milliseconds since 1970. */
export const START = Date.UTC(2026, 0, 5, 12)

const secretsOf = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  // #if apiKeys
  API_KEYS,
  // #endif
  // #if signingKeys
  SIGNING_KEYS: KEY,
  // #endif
  // #each otherSecret
  $name: $value,
  // #endeach
  ...changes,
})

const settingsOf = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  // #each setting
  $name: $testValue,
  // #endeach
  ...changes,
})

interface Options {
  readonly secrets?: Record<string, string>
  readonly settings?: Record<string, string>
  readonly fetch?: (url: string, init?: RequestInit) => Response | Promise<Response>
  // #if model
  /** Responses of the model, in order. */
  readonly answers?: readonly string[]
  // #endif
}

/** Dependencies in memory, with records of their calls. Time only advances when a test advances it, or by `sleep`. */
export const world = (options: Options = {}) => {
  const clock = { nowMs: START }
  const now = () => clock.nowMs
  const logged: Record<string, unknown>[] = []
  const fetched: { url: string; init: RequestInit | undefined }[] = []
  // #if sends
  const sent: unknown[] = []
  const delays: number[] = []
  // #endif
  // #if model
  const prompts: Prompt[] = []
  const answers: string[] = [...(options.answers ?? [])]
  // #endif
  // #if connections
  const received: { connection: string; value: unknown }[] = []
  const closedConnections = new Set<string>()
  // #endif
  let idCount = 0
  const deps: Deps = {
    now,
    newId: () => {
      idCount += 1
      return `id-${String(idCount).padStart(4, '0')}`
    },
    // #if random
    random: () => 0.5,
    // #endif
    // #if sleep
    sleep: async (ms) => {
      clock.nowMs += ms
    },
    // #endif
    log: (entry) => void logged.push({ ...entry }),
    fetch: async (url, init) => {
      fetched.push({ url, init })
      // #if tokens
      if (url.endsWith('/jwks.json')) return Response.json(JWKS)
      // #endif
      return options.fetch?.(url, init) ?? Response.json({})
    },
    secret: async (name) => secretsOf(options.secrets)[name] ?? '',
    setting: (name) => settingsOf(options.settings)[name] ?? '',
    // #if records
    records: new MemoryRecords(now),
    // #endif
    // #if objects
    objects: new MemoryObjects(),
    // #endif
    // #if sends
    queue: {
      send: async (body, delayMs = 0) => {
        sent.push(body)
        delays.push(delayMs)
      },
    },
    // #endif
    // #if model
    model: {
      complete: async (prompt) => {
        prompts.push(prompt)
        return answers.shift() ?? ''
      },
    },
    // #endif
    // #if connections
    connections: {
      send: async (connection, value) => {
        if (closedConnections.has(connection)) return false
        received.push({ connection, value })
        return true
      },
    },
    // #endif
  }
  return {
    deps,
    clock,
    logged,
    fetched,
    // #if sends
    sent,
    delays,
    // #endif
    // #if model
    prompts,
    answers,
    // #endif
    // #if connections
    received,
    closedConnections,
    // #endif
  }
}

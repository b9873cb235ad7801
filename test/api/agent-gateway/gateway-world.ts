import type { Client } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { callTool, clientAt, type Era, type ToolAnswer } from '../../support/mcp.ts'
import { keyOfPerson } from '../../support/paid-work.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

export const gatewayUrl = (): string => String(testStack().urls.gateway)

/** The scopes that all tools together require of a key. */
export const KEY_SCOPES = ['runtime:read', 'agents:read', 'agents:run', 'flows:read', 'flows:write']

/** The official client, connected to the gateway with a key of the platform. */
export const gatewayClient = (key: string, era: Era = 'modern'): Promise<Client> =>
  clientAt(`${gatewayUrl()}/`, key, era)

/** A user with a key that may call every tool. */
export interface User {
  readonly person: Person
  readonly key: string
  readonly client: Client
  readonly use: (tool: string, args?: object) => Promise<ToolAnswer>
}

export const userOf = async (person: Person, scopes = KEY_SCOPES, era: Era = 'modern'): Promise<User> => {
  const key = await keyOfPerson(person, scopes)
  const client = await gatewayClient(key, era)
  return { person, key, client, use: (tool, args = {}) => callTool(client, tool, args) }
}

export const newUser = async (scopes = KEY_SCOPES, era: Era = 'modern'): Promise<User> =>
  userOf(await newPerson(), scopes, era)

export const INTENTION = 'A webhook receiver that stores payments'

/** A text that is graded. */
export const GRADE_REQUEST = {
  graderName: 'of-tests',
  graderVersion: '1.0.0',
  case: {
    id: 'adr',
    description: 'A decision of a project',
    intent: INTENTION,
    artifact: { id: 'adr', kind: 'adr', content: '# Keep payments in a queue\n\n## Context\n\nPayments arrive twice.' },
    rubricDeck: { name: 'rubric-core' },
  },
}

/** A file of a scaffold, as tools list it. */
interface File {
  readonly path: string
  readonly role: string
  readonly content?: string
}

export const filesIn = (output: Record<string, unknown>): readonly File[] => output.files as readonly File[]

/** Reads the contents of every file by path, in as many responses as an agent needs. */
export const readProject = async ({ use }: User, id: unknown): Promise<Map<string, string>> => {
  const project = new Map<string, string>()
  let paths: readonly string[] | undefined
  do {
    const { output } = await use('scaffold_status', { id, ...(paths ? { paths } : { include_files: true }) })
    for (const { path, content } of filesIn(output)) if (content !== undefined) project.set(path, content)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(64 * 1024)
    paths = output.contents_left as string[]
  } while (paths.length > 0)
  return project
}

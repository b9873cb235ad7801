import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { answerConsent, openConsent } from './agents.ts'
import { mcpAddress } from './mcp.ts'
import type { Person } from './people.ts'

/** The person whom the agent works for, and their answers to its questions. */
export interface Owner {
  readonly person: Person
  /** Budget that the person enters in the consent form. */
  budget: string
  /** Scopes of each authorization request. */
  readonly asked: string[]
  /** The server that the agent uses; by default the image tools. */
  readonly address?: string
}

type ValueName = 'client' | 'tokens' | 'verifier' | 'discovery' | 'code'
type StoredValues = Partial<Record<ValueName, unknown>>

const storeValue = (storage: StoredValues, name: ValueName) => (value: unknown) => {
  storage[name] = value
}

/** Returns the storage of a desktop agent whose user is at a browser. Pages are opened and submitted over HTTP. */
const providerFor = (owner: Owner, storage: StoredValues): OAuthClientProvider => ({
  redirectUrl: 'https://agent.example/callback',
  clientMetadata: { client_name: 'Scripted agent', redirect_uris: ['https://agent.example/callback'] },
  state: () => 'a state',
  clientInformation: () => storage.client as never,
  saveClientInformation: storeValue(storage, 'client'),
  tokens: () => storage.tokens as never,
  saveTokens: storeValue(storage, 'tokens'),
  saveCodeVerifier: storeValue(storage, 'verifier'),
  codeVerifier: () => String(storage.verifier),
  saveDiscoveryState: storeValue(storage, 'discovery'),
  discoveryState: () => storage.discovery as never,
  async redirectToAuthorization(url) {
    owner.asked.push(url.searchParams.get('scope') ?? '')
    const authorization = await fetch(url, { redirect: 'manual' })
    const consentResponse = await answerConsent(owner.person, await openConsent(owner.person, authorization as never), {
      budget: owner.budget,
    })
    storage.code = new URL(String(consentResponse.headers.get('location'))).searchParams
  },
})

/**
 * Connects the official client as an agent that a person authorizes on request. With `shownMessages`, it supports
 * elicitation: it adds each message to the list and confirms it.
 */
export const scriptedAgent = (owner: Owner, shownMessages?: string[]) => {
  const storage: StoredValues = {}
  const provider = providerFor(owner, storage)
  let transport: StreamableHTTPClientTransport | undefined
  let client: Client | undefined

  const connect = async (): Promise<Client> => {
    const newClient = new Client(
      { name: 'scripted', version: '1.0.0' },
      {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        capabilities: shownMessages ? { elicitation: { form: {} } } : {},
      },
    )
    if (shownMessages) {
      newClient.setRequestHandler('elicitation/create', ({ params }) => {
        shownMessages.push(params.message)
        return { action: 'accept', content: { confirm: true } }
      })
    }
    transport = new StreamableHTTPClientTransport(new URL(owner.address ?? mcpAddress()), { authProvider: provider })
    await newClient.connect(transport)
    return newClient
  }

  /** Runs work, and retries it after the person has authorized the agent. */
  const withConsent = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    try {
      client ??= await connect()
      return await work(client)
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !(storage.code instanceof URLSearchParams)) throw error
      await transport?.finishAuth(storage.code)
      client = await connect()
      return work(client)
    }
  }
  return {
    withConsent,
    /** Discards the agent's tokens, as if they had expired: the next call requests consent again. */
    forget: async () => {
      delete storage.tokens
      await client?.close()
      client = undefined
    },
    close: () => client?.close(),
  }
}

import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** How much is known of a client: it has said so itself, or it is what a page on its own domain says. */
export const ClientKind = z.enum(['registered', 'document'])
export type ClientKind = z.infer<typeof ClientKind>

const clientShape = {
  client_id: z.string(),
  name: z.string().optional().describe('As it calls itself'),
  home: z.string().optional().describe('Its home page'),
  redirect_uris: z.array(z.string()),
}

export const clientRow = rowKind({
  name: 'Client of the authorization server that has registered itself',
  prefix: 'OACLIENT#',
  keys: { pk: '<client_id>', sk: 'CLIENT' },
  keep: { until: 'until' },
  kept: '90 days from when it was used last',
  schema: z.object({ ...clientShape, created_at: z.string(), until: z.string() }),
})

export const clientDocumentRow = rowKind({
  name: 'Metadata document of a client, as it was fetched',
  prefix: 'OADOCUMENT#',
  keys: { pk: '<digest>', sk: 'DOCUMENT' },
  keep: { until: 'until' },
  kept: 'as long as its answer says, from a minute to a day',
  schema: z.object({ ...clientShape, until: z.string() }),
})

/** What a client has asked for. */
const askedShape = {
  client_id: z.string(),
  redirect_uri: z.string().describe('To the letter as the client sent it'),
  challenge: z.string().describe('PKCE, S256'),
  scopes: z.array(z.string()),
  audience: z.string().describe('The service that tokens are for'),
  issuer: z.string(),
}

export const requestRow = rowKind({
  name: 'Request of an agent that waits for a person',
  prefix: 'OAREQUEST#',
  keys: { pk: '<digest>', sk: 'REQUEST' },
  keep: { until: 'until' },
  kept: '10 minutes, or until it is answered',
  schema: z.object({
    ...askedShape,
    state: z.string().optional(),
    client_kind: ClientKind,
    client_name: z.string().optional(),
    client_home: z.string().optional(),
    until: z.string(),
  }),
})

export const codeRow = rowKind({
  name: 'Authorization code',
  prefix: 'OACODE#',
  keys: { pk: '<digest>', sk: 'CODE' },
  keep: { until: 'until' },
  kept: '20 minutes: a code is good for one, and a second use is recognised as long as tokens of the first last',
  schema: z.object({
    ...askedShape,
    user_id: z.string(),
    org_id: z.string(),
    tenant_id: z.string(),
    grant_id: z.string(),
    grant_key: z.string().describe('Of the grant in the list of its person'),
    status: z.enum(['open', 'used']),
    good_until: z.string(),
    until: z.string(),
  }),
})

export const grantRow = rowKind({
  name: 'Agent that a person has let in',
  prefix: 'OAGRANT#',
  keys: { pk: '<user>', sk: 'GRANT#<key>' },
  keep: { until: 'until' },
  kept: '90 days from when it was used last; 1 day once it is revoked',
  schema: z.object({
    id: z.string(),
    key: z.string().describe('Follows from client, service and organisation: one grant for the three'),
    user_id: z.string(),
    org_id: z.string(),
    client_id: z.string(),
    client_kind: ClientKind,
    client_name: z.string().optional(),
    client_home: z.string().optional(),
    audience: z.string(),
    scopes: z.array(z.string()),
    redirect_uris: z.array(z.string()).describe('Where answers have gone'),
    status: z.enum(['active', 'revoked']),
    created_at: z.string(),
    used_at: z.string().describe('When it last got a code or a token'),
    version: z.int(),
    until: z.string(),
  }),
})

export const issuerKeysRow = rowKind({
  name: 'Public keys of the authorization server',
  prefix: 'OAKEYS#',
  keys: { pk: 'tokens', sk: 'KEYS' },
  keep: 'for ever',
  schema: z.object({
    version: z.int(),
    issuers: z.array(z.string()).describe('Addresses under which tokens were issued'),
    keys: z.array(
      z.object({
        kid: z.string(),
        x: z.string(),
        y: z.string(),
        until: z.string().optional().describe('Of one that was replaced: when the last token of it is over'),
      }),
    ),
  }),
})

/** Rows of clients and of what they were let do. */
export const oauthRows = [clientRow, clientDocumentRow, requestRow, codeRow, grantRow, issuerKeysRow] as const

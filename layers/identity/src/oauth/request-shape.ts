import * as z from 'zod'

export const requestShape = {
  client_id: z.string(),
  redirect_uri: z.string().describe('Exactly as sent by the client'),
  challenge: z.string().describe('PKCE challenge, method S256'),
  scopes: z.array(z.string()),
  audience: z.string().describe('Service that tokens are for'),
  issuer: z.string(),
}

import * as z from 'zod'

export const requestShape = {
  client_id: z.string(),
  redirect_uri: z.string().describe('To the letter as the client sent it'),
  challenge: z.string().describe('PKCE, S256'),
  scopes: z.array(z.string()),
  audience: z.string().describe('The service that tokens are for'),
  issuer: z.string(),
}

import * as oauth from 'oauth4webapi'
import { describe, expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { agentsUrl, answerConsent, claimsOf, grantsOf, imagesUrl, openConsent } from '../../support/agents.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { newPerson } from '../../support/people.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

describe('the complete flow with a strict client', () => {
  verifies(
    'IMG-5-8',
    'discover, register, authorize with PKCE, consent, exchange, call: a token of 15 minutes',
    async () => {
      const issuer = new URL(agentsUrl())
      const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
      const server = await oauth.processDiscoveryResponse(issuer, discovered)
      const resource = await oauth.processResourceDiscoveryResponse(
        issuer,
        await oauth.resourceDiscoveryRequest(issuer, insecure),
      )
      expect(resource.authorization_servers).toEqual([server.issuer])

      const redirectUri = 'http://127.0.0.1/callback'
      const metadata = { redirect_uris: [redirectUri], client_name: 'Strict', token_endpoint_auth_method: 'none' }
      const registration = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure)
      const client = await oauth.processDynamicClientRegistrationResponse(registration)

      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const at = new URL(String(server.authorization_endpoint))
      const authorizeParams = {
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: 'http://127.0.0.1:33418/callback',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        scope: 'generate read',
        resource: imagesUrl(),
      }
      for (const [name, value] of Object.entries(authorizeParams)) at.searchParams.set(name, value)
      const person = await newPerson()
      const consentAnswer = await answerConsent(
        person,
        await openConsent(person, (await fetch(at, { redirect: 'manual' })) as never),
      )
      expect(consentAnswer.status).toBe(303)
      const back = oauth.validateAuthResponse(
        server,
        client,
        new URL(String(consentAnswer.headers.get('location'))),
        state,
      )

      const exchanged = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        back,
        authorizeParams.redirect_uri,
        verifier,
        { additionalParameters: { resource: imagesUrl() }, ...insecure },
      )
      const result = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
      expect(result).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'generate read' })
      expect(result.refresh_token).toBeUndefined()

      // The strict client checks type, issuer, audience, key and times of the token itself (RFC 9068 4).
      const request = new Request(imagesUrl(), { headers: { authorization: `Bearer ${result.access_token}` } })
      const claims = await oauth.validateJwtAccessToken(server, request, imagesUrl(), insecure)
      const [grant] = await grantsOf(person)
      expect(claims).toMatchObject({ client_id: client.client_id, grant_id: grant?.id, scope: 'generate read' })
      expect(Number(claims.exp) - Number(claims.iat)).toBe(900)
      expect(claimsOf(result.access_token)).toEqual(claims)

      const job = await generateCompleted({ prompt: 'a lighthouse' }, { key: result.access_token })
      expect(job.state).toBe('completed')
      expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget: 50, spent: 1, left: 49 })])
    },
  )
})

import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { storeSubscriber } from './news-world.ts'
import { putTermsAs, storeRequest } from './request-world.ts'
import { newHash, newSlug, putArtifactAs, putSlugAs, sendLargeAs } from './trust-world.ts'

const visitor = `A visitor who is not yours ${randomUUID()}`
const name = `An artifact that is not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: {
    '/api/trust/slugs/{slug}': async ({ person, org }) => {
      const slug = newSlug()
      await putSlugAs(person, slug, newHash())
      return { slug, id: await storeSubscriber({ org, slug }, `${visitor}@people.example`) }
    },
    '/api/trust/bundle/{hash}': async ({ person }) => {
      const hash = newHash()
      const slug = newSlug()
      await putArtifactAs(person, hash, slug, { name })
      const { headers } = await sendLargeAs(person, hash, slug, { name })
      return { hash, slug, id: headers.get('location')?.split('/').at(-1) ?? '' }
    },
    '/api/trust/requests/{id}': async ({ org }) => {
      // Stored as a row, so that no test waits for an email.
      const id = await storeRequest(org, visitor)
      return { id }
    },
    '/api/trust/terms/{sha256}': async ({ person }) => {
      const { body } = await putTermsAs(person, { text: `Terms of ${visitor}` })
      return { sha256: body.sha256 }
    },
  },
  absent: {
    '/api/trust/requests/{id}': { id: randomUUID() },
    '/api/trust/terms/{sha256}': { sha256: newHash() },
    '/api/trust/slugs/{slug}': { slug: newSlug(), id: newHash().slice(0, 32) },
    '/api/trust/bundle/{hash}': { hash: newHash(), slug: newSlug(), id: randomUUID() },
  },
  publicOperations: {
    readTrustPage: 'trust pages are public, and an unknown slug returns 404',
    readTrustPageAt: 'earlier trust pages are public',
    readTrustArtifact: 'documents of a trust page are public, unless they are on request',
    readTrustArtifactAt: 'documents of an earlier trust page are public, unless they are on request',
    readTrustAnswers: 'the answers of a trust page are public',
    readTrustAnswersCsv: 'the answers of a trust page are public',
    readTrustOscal: 'the claims of a trust page are public',
    readTrustSecurityTxt: 'the security contact is public',
    readTrustWellKnownSecurityTxt: 'the security contact is public',
    readTrustProgram: 'the script of trust pages is public',
    showTrustRequestForm: 'the form is public, and reveals only that the document exists',
    sendTrustRequestForm: 'the form is public, and its input is stored for the organization of the page',
    showTrustProof: 'the token was sent only in an email to the visitor',
    proveTrustMail: 'the token was sent only in an email to the visitor',
    showTrustGrant: 'the token was sent only to the visitor to whom the document was granted',
    downloadTrustArtifact: 'the token was sent only to the visitor to whom the document was granted',
    showTrustSubscribe: 'the form is public, and its input is stored for the organization of the page',
    subscribeToTrustPage: 'the form is public, and its input is stored for the organization of the page',
    showTrustConfirmation: 'the token was sent only in an email to the visitor',
    confirmTrustSubscription: 'the token was sent only in an email to the visitor',
    showTrustUnsubscribe: 'the token was sent only in an email to the visitor',
    unsubscribeFromTrustPage: 'the token was sent only in an email to the visitor',
  },
  acceptsAbsentIds: {
    listTrustArtifacts: 'the response for a foreign bundle is that for an empty bundle (spec platform-api 4.6)',
  },
  distinguishesForeignIds: {
    deleteTrustSlug: 'slugs are one public namespace; a foreign slug returns 403 (spec platform-api 4.6)',
    putTrustArtifact: 'a foreign hash returns 409 cross_tenant_conflict (spec platform-api 4.6)',
    openTrustUpload: 'a foreign hash returns 409 cross_tenant_conflict (spec platform-api 4.6)',
    putLargeTrustArtifact: 'a foreign hash returns 409 cross_tenant_conflict (spec platform-api 4.6)',
    deleteTrustArtifact: 'a foreign artifact returns 403 cross_tenant_forbidden (spec platform-api 4.6)',
  },
  notInAnswers: { '/api/trust/bundle/{hash} id': 'only the redirect to the commit contains the ID of the upload' },
  texts: async () => ({ name, visitor }),
  byValue: {
    'listTrustSlugHistory cursor': 'the cursor is a position in a history of the caller and does not name a partition',
    'listTrustRequests cursor': 'the cursor is a position in a list of the caller and does not name a partition',
    'listTrustReaders cursor': 'the cursor is a position in a list of the caller and does not name a partition',
    'listTrustSubscribers cursor': 'the cursor is a position in a list of the caller and does not name a partition',
  },
}
